// States the fault of a text, by the rules of its schema: ids show their prefix, times the accepted form, and other
// texts name the character at fault. Most such characters are invisible, and come from a copied text.
import { dayFault, timeFault } from '../../base/day';
import { joinWithOr } from '../../base/text';

type Schema = Record<string, unknown>;

/** Compiles a pattern with the `u` flag; without it when only that compiles, for example `[\-\:]`. */
export function toRegExp(pattern: string): RegExp {
  try {
    return new RegExp(pattern, 'u');
  } catch {
    return new RegExp(pattern);
  }
}

const ID_PATTERN = /^\^\(?([a-z]+(?:\|[a-z]+)*)\)?_\[A-Za-z0-9_-\]/;
/** `Id of an access control item. …` and `Id of a file (prefix …).` */
const ID_DESCRIPTION = /^Id of (an? [^.(]*[^.( ])/;

const listPrefixes = ({ pattern }: Schema): string[] =>
  ID_PATTERN.exec(String(pattern))?.[1]?.split('|') ?? [];

const isId = (schema: Schema): boolean => listPrefixes(schema).length > 0;

/** Returns the fault of an id: its prefix, or a character. Undefined for an id of the right form. */
export function idFault(schema: Schema | undefined, id: string): string | undefined {
  const prefixes = schema ? listPrefixes(schema) : [];
  const pattern = toRegExp(String(schema?.['pattern']));
  if (prefixes.length === 0 || pattern.test(id)) return undefined;
  const prefix = prefixes.find((each) => id.startsWith(`${each}_`));
  const isAllowed = (text: string): boolean => pattern.test(`${prefix}_${text}`);
  const character = prefix === undefined ? undefined : characterFault(id, isAllowed);
  if (character !== undefined) return `${character}; remove it`;
  const [, kind = 'a record'] = ID_DESCRIPTION.exec(String(schema!['description'])) ?? [];
  return `must be the id of ${kind}, such as ${joinWithOr(prefixes.map((each) => `${each}_01k4…`))}`;
}

/** By format, for texts that are wrong as a whole. The formats of TEXT_FORMATS are about single characters. */
const FORMATS: Record<string, (text: string) => string> = {
  date: dayFault,
  'date-time': timeFault,
  email: () => 'must be an e-mail address, such as name@example.com',
  uri: () => 'must be an absolute http or https URL, such as https://example.com/page',
  iri: () =>
    'must be an absolute http or https URL, such as https://example.com/page, without user information',
};

/** Returns whether the sentence about a text shows a valid one, so that its length needs no other. */
export const showsForm = (schema: Schema): boolean =>
  isId(schema) || Object.hasOwn(FORMATS, String(schema['format']));

/** Returns the fault of a text that breaks the `pattern` or the `format` of its schema. */
export function textFault(schema: Schema, text: string): string {
  const { pattern, format, 'x-form': form } = schema as Record<string, string | undefined>;
  const named = TEXT_FORMATS.get(format ?? '');
  const rules = [...(pattern === undefined ? [] : [toRegExp(pattern)]), ...(named ? [named.allowed] : [])];
  const whole = idFault(schema, text) ?? FORMATS[format ?? '']?.(text);
  if (whole !== undefined) return whole;
  const character = characterFault(text, (each) => rules.every((rule) => rule.test(each)));
  if (character !== undefined) return `${character}; ${form === undefined ? 'remove it' : `use ${form}`}`;
  if (form !== undefined) return `must be ${form}`;
  return (
    named?.fault ??
    (pattern === undefined ? `must be a valid ${format}` : 'has a form that the contract does not allow')
  );
}

interface TextFormat {
  allowed: RegExp;
  /** The sentence about any other text. */
  fault: string;
}

export const TEXT_FORMATS = new Map<string, TextFormat>(
  Object.entries({
    'single-line-text': {
      allowed: /^[^\x00-\x1F\x7F-\x9F]*$/u,
      fault: 'must not contain control characters',
    },
    'multi-line-text': {
      allowed: /^[^\x00-\x08\x0B\x0C\x0E-\x1F\x7F-\x9F]*$/u,
      fault: 'must not contain control characters',
    },
    'visible-text': {
      allowed:
        /^[^\s\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}](?:[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]*[^\s\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}])?$/u,
      fault: 'must consist of visible characters, without white space at its start or end',
    },
    'entity-tag': {
      allowed: /^"[!#-~\x80-\xFF]*"$/u,
      fault: 'must be an entity tag in quotes, for example "Zk3vJ0qHkN2l8mXyT1cUaw"',
    },
    'entity-tags': {
      allowed:
        /^[ \t]*\*[ \t]*$|^[ \t,]*(W\/)?"[!#-~\x80-\xFF]*"([ \t]*(,[ \t]*)+(W\/)?"[!#-~\x80-\xFF]*")*[ \t,]*$/u,
      fault: 'must be * or entity tags in quotes; quote it, for example "Zk3vJ0qHkN2l8mXyT1cUaw"',
    },
  }),
);

const NAMES: Record<string, string> = {
  '\0': 'a NUL character',
  '\t': 'a tab',
  '\n': 'a line feed',
  '\r': 'a carriage return',
  ' ': 'a space',
  '\u00a0': 'a no-break space',
  '\u00ad': 'a soft hyphen',
  '\u200b': 'a zero width space',
  '\u200c': 'a zero width non-joiner',
  '\u200d': 'a zero width joiner',
  '\u200e': 'a left-to-right mark',
  '\u200f': 'a right-to-left mark',
  '\u2028': 'a line separator',
  '\u2029': 'a paragraph separator',
  '\u202a': 'a left-to-right embedding',
  '\u202b': 'a right-to-left embedding',
  '\u202d': 'a left-to-right override',
  '\u202e': 'a right-to-left override',
  '\u2060': 'a word joiner',
  '\u2066': 'a left-to-right isolate',
  '\u2067': 'a right-to-left isolate',
  '\ufeff': 'a byte order mark',
};

const KINDS: [RegExp, string][] = [
  [/^\p{Cs}$/u, 'half of a surrogate pair'],
  [/^\p{Cc}$/u, 'a control character'],
  [/^\p{Z}$/u, 'a white space character'],
  [/^[\p{C}\p{Default_Ignorable_Code_Point}]$/u, 'an invisible character'],
];

const UNUSUAL = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/u;

/** Bound the cost of a long text, which a limit of its length rejects anyway. Texts with a narrow pattern are short. */
const MAX_SEARCHED = 10_000;
const MAX_VISIBLE = 300;
const MAX_DIFFERENT = 1000;

/** Returns for example `a zero width space (U+200B)`. */
function formatName(character: string): string {
  const code = character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0');
  const kind = NAMES[character] ?? KINDS.find(([kindOf]) => kindOf.test(character))?.[1];
  return `${kind ?? `the character ${character}`} (U+${code})`;
}

/** Yields the characters that most rules exclude, then others. */
function* candidatesIn(text: string): Generator<string> {
  for (const character of new Set(text.slice(0, MAX_SEARCHED))) if (UNUSUAL.test(character)) yield character;
  yield* text.slice(0, MAX_VISIBLE).toWellFormed();
}

/**
 * Returns the fault of the first character that `isAllowed` rejects between two letters, or at an end of a
 * text. Returns undefined when the rule is not about single characters.
 */
function characterFault(text: string, isAllowed: (text: string) => boolean): string | undefined {
  if (!isAllowed('aa')) return undefined;
  const seen = new Set<string>();
  for (const character of candidatesIn(text)) {
    if (seen.has(character)) continue;
    if (seen.add(character).size > MAX_DIFFERENT) break;
    if (isAllowed(`a${character}a`)) continue;
    const position = [...text.slice(0, text.indexOf(character))].length + 1;
    return `has ${formatName(character)} at position ${position}`;
  }
  const [first = ''] = text;
  const last = [...text.slice(-2)].at(-1) ?? '';
  if (first !== '' && !isAllowed(`${first}a`)) return `begins with ${formatName(first)}`;
  if (last !== '' && !isAllowed(`a${last}`)) return `ends with ${formatName(last)}`;
  return undefined;
}
