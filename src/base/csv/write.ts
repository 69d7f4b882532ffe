// Writes CSV (RFC 4180) that is safe to open in a spreadsheet, and restores its texts. No other module writes CSV.

/**
 * Matches the position before a formula: at the start of a cell, and behind a character that ends a cell in
 * some spreadsheets. Skips quotes, white space and invisible characters, because an import can remove them.
 * Compatible forms count, for example full-width ones (https://owasp.org/www-community/attacks/CSV_Injection), and so does
 * a text that already has apostrophes there: otherwise two texts would look alike.
 */
const FORMULA = /(^|[,;\t\r\n])(["\p{Zs}\p{Cf}]*)(?='*[=+\-@＝＋－＠﹦﹢﹣﹫⁼⁺₌₊−])/gu;
const PROTECTED = new RegExp(FORMULA.source.replace("(?='", "'(?='"), 'gu');

/** Returns the text of a cell that was written here: without the apostrophes before its formulas. */
export const withoutProtection = (text: string): string => text.replace(PROTECTED, '$1$2');

/** Quotes a cell. An apostrophe makes a spreadsheet read a formula as text. */
const cell = (value: string | number | null): string =>
  `"${String(value ?? '')
    .replace(FORMULA, "$1$2'")
    .replaceAll('"', '""')}"`;

export const csvLine = (cells: readonly (string | number | null)[]): string =>
  `${cells.map(cell).join(',')}\r\n`;
