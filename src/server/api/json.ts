// Parses JSON strictly: valid UTF-8, no repeated key, no key that reaches an object's prototype, bounded
// depth and size.
import { parse } from 'secure-json-parse';
import { ApiError } from '../../base/errors';

/** Levels of nested arrays and objects. RFC 8259, section 9, allows a parser to set a limit. */
const MAX_DEPTH = 32;
/** Properties and array items of a body together. The largest body of the contract has 800. */
const MAX_VALUES = 1000;

const BYTE_ORDER_MARK = '\ufeff';
const utf8 = new TextDecoder('utf-8', { fatal: true });

const invalid = (why: string, cause?: unknown) =>
  new ApiError('invalid_json', `The request body is not valid JSON: ${why}.`, { cause });

function tooComplex(field: string, message: string): ApiError {
  return new ApiError('validation_error', `The request body is too complex: ${field} ${message}.`, {
    details: [{ field, message }],
  });
}

/**
 * Returns the index behind the string that starts at `start`, or the end of the text for an unclosed string.
 */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '"') return at + 1;
    if (text[at] === '\\') at++;
  }
  return text.length;
}

/** Returns the index behind the colon that makes the string before `at` a key; undefined for a value. */
function endOfKey(text: string, at: number): number | undefined {
  while (at < text.length && ' \t\n\r'.includes(text[at]!)) at++;
  return text[at] === ':' ? at + 1 : undefined;
}

/**
 * Checks text up to its first fault. JSON.parse has no limits, and silently keeps the last of two equal keys.
 * @throws ApiError `invalid_json` for a repeated key; `validation_error` past MAX_DEPTH or MAX_VALUES
 * @throws SyntaxError for some text that is not JSON
 */
function inspect(text: string): void {
  const open: (Set<string> | undefined)[] = [];
  let values = 0;
  let topLevelKey: string | undefined;
  const addValue = (): void => {
    if (++values > MAX_VALUES)
      throw tooComplex('body', `must have at most ${MAX_VALUES} properties and array items`);
  };
  const addKey = (key: string): void => {
    const keys = open.at(-1);
    if (!keys) throw new SyntaxError('A property stands outside of an object');
    if (keys.has(key)) throw invalid(`it has the key ${JSON.stringify(key.slice(0, 100))} twice`);
    keys.add(key);
    if (open.length === 1) topLevelKey = key;
    addValue();
  };
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '{' || character === '[') {
      open.push(character === '{' ? new Set() : undefined);
      if (open.length > MAX_DEPTH) {
        throw tooComplex(
          topLevelKey?.slice(0, 100) ?? 'body',
          `must have at most ${MAX_DEPTH} levels of nesting`,
        );
      }
    } else if (character === '}' || character === ']') open.pop();
    else if (character === ',' && open.length > 0 && open.at(-1) === undefined) addValue();
    else if (character === '"') {
      const end = endOfString(text, at);
      const next = endOfKey(text, end);
      if (next !== undefined) addKey(JSON.parse(text.slice(at, end)) as string);
      at = (next ?? end) - 1;
    }
  }
}

/**
 * Parses a JSON body, with or without a byte order mark. @throws ApiError `invalid_json`, `validation_error`.
 */
export function parseJson(bytes: Buffer): unknown {
  if (bytes.length === 0) throw invalid('it is empty');
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch (error) {
    throw invalid('it is not UTF-8', error);
  }
  // the decoder removes one
  if (text.startsWith(BYTE_ORDER_MARK)) throw invalid('it begins with two byte order marks');
  if ('[{'.includes(text.trimEnd().at(-1) ?? '')) throw invalid('Unexpected end of JSON input');
  try {
    inspect(text); // first: 100 KB of nested arrays keep JSON.parse busy for 10 ms and more
    return parse(text, { protoAction: 'error', constructorAction: 'error' });
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw invalid((error as Error).message.replace(/\.$/, ''), error);
  }
}
