// JSON as strictly as a contract needs it: valid UTF-8, no repeated key, no key that reaches an object's prototype.
import { parse } from 'secure-json-parse';
import { ApiError } from '../errors';

const BYTE_ORDER_MARK = '\ufeff';
const utf8 = new TextDecoder('utf-8', { fatal: true });

// A string, with the colon that makes it a key; or the begin or end of an object or array.
const TOKEN = /"(?:[^"\\]|\\.)*"(\s*:)?|[{}[\]]/g;

/** JSON.parse keeps the last of two equal keys in silence; this finds the first repeated one. `text` is valid JSON. */
function repeatedKey(text: string): string | undefined {
  const open: (Set<string> | undefined)[] = [];
  for (const [token, colon] of text.matchAll(TOKEN)) {
    if (token === '{') open.push(new Set());
    else if (token === '[') open.push(undefined);
    else if (token === '}' || token === ']') open.pop();
    else if (colon !== undefined) {
      const key = JSON.parse(token.slice(0, -colon.length)) as string;
      const keys = open.at(-1)!;
      if (keys.has(key)) return key;
      keys.add(key);
    }
  }
  return undefined;
}

const invalid = (why: string, cause?: unknown) => new ApiError('invalid_json', `The request body is not valid JSON: ${why}.`, { cause });

/** @throws ApiError `invalid_json`. A byte order mark is accepted. */
export function parseJson(bytes: Buffer): unknown {
  if (bytes.length === 0) throw invalid('it is empty');
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch (error) {
    throw invalid('it is not UTF-8', error);
  }
  if (text.startsWith(BYTE_ORDER_MARK)) throw invalid('it begins with two byte order marks'); // the decoder takes one away
  let value: unknown;
  try {
    value = parse(text, { protoAction: 'error', constructorAction: 'error' });
  } catch (error) {
    throw invalid((error as Error).message.replace(/\.$/, ''), error);
  }
  const repeated = repeatedKey(text);
  if (repeated !== undefined) throw invalid(`it has the key ${JSON.stringify(repeated.slice(0, 100))} twice`);
  return value;
}
