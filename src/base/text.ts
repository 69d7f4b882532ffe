// Text for people: escaping, counts with their nouns, joining, and similar names. Control characters, bidirectional controls and line
// separators could control a terminal or mislead a reader.

const escapeUnits = (text: string): string =>
  text.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Escapes a value that belongs on one line, for example as \u001b. Line breaks are escaped too. */
export const escapeControls = (text: string): string =>
  text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, escapeUnits);

/** Escapes text of several lines, except tabs and line breaks. In JSON the escapes represent the same characters. */
export const escapeLines = (text: string): string =>
  text.replace(/(?!\r\n|[\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, escapeUnits);

/** Escapes untrusted text for HTML. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** Returns an integer with thousands separators: `19,793`. `toLocaleString` takes 12 ms at its first call. */
export function formatCount(count: number): string {
  let text = String(count);
  for (let end = text.length - 3; end > 0; end -= 3) text = `${text.slice(0, end)},${text.slice(end)}`;
  return text;
}

/** Returns a count with its noun: `1 asset`, `12,000 assets`. */
export const pluralize = (count: number, noun: string, plural = `${noun}s`): string =>
  `${formatCount(count)} ${count === 1 ? noun : plural}`;

/** Returns for example `a, b or c`. */
export const joinWithOr = (words: readonly string[]): string =>
  [words.slice(0, -1).join(', '), ...words.slice(-1)].filter(Boolean).join(' or ');

/** Counts the characters to insert, remove or replace (https://en.wikipedia.org/wiki/Levenshtein_distance). */
export function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let at = 1; at <= from.length; at++) {
    const next = [at];
    for (let index = 1; index <= to.length; index++) {
      const replaced = row[index - 1]! + (from[at - 1] === to[index - 1] ? 0 : 1);
      next.push(Math.min(replaced, row[index]! + 1, next[index - 1]! + 1));
    }
    row = next;
  }
  return row.at(-1)!;
}

/** In characters. To write each small text by itself would take most of the time. */
const CHUNK_SIZE = 64 * 1024;

export async function* joinChunks(pieces: Iterable<string> | AsyncIterable<string>): AsyncGenerator<string> {
  let text = '';
  for await (const piece of pieces) {
    text += piece;
    if (text.length < CHUNK_SIZE) continue;
    yield text;
    text = '';
  }
  yield text;
}

/**
 * Returns a name as it is compared within an organization: decomposed, case-folded and composed (Unicode,
 * D145), the same in every locale. Folding up and down makes ß, ẞ and SS equal, and the two small sigmas. As
 * in Unicode's own folding, dotless ı does not become i.
 */
export const nameKey = (name: string): string =>
  name
    .normalize('NFD')
    .split('ı')
    .map((part) => part.toLowerCase().toUpperCase().toLowerCase())
    .join('ı')
    .normalize('NFC');
