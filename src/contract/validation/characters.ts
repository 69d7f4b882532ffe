// Names the character for which a text is rejected: most such characters are invisible, and come from a copied text.

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
function nameOf(character: string): string {
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
export function characterFault(text: string, isAllowed: (text: string) => boolean): string | undefined {
  if (!isAllowed('aa')) return undefined;
  const seen = new Set<string>();
  for (const character of candidatesIn(text)) {
    if (seen.has(character)) continue;
    if (seen.add(character).size > MAX_DIFFERENT) break;
    if (isAllowed(`a${character}a`)) continue;
    const position = [...text.slice(0, text.indexOf(character))].length + 1;
    return `has ${nameOf(character)} at position ${position}`;
  }
  const [first = ''] = text;
  const last = [...text.slice(-2)].at(-1) ?? '';
  if (first !== '' && !isAllowed(`${first}a`)) return `begins with ${nameOf(first)}`;
  if (last !== '' && !isAllowed(`a${last}`)) return `ends with ${nameOf(last)}`;
  return undefined;
}
