// Writes CSV (RFC 4180) that is safe to open in a spreadsheet. No other module writes CSV.

/**
 * Matches the position before a formula: at the start of a cell, and behind a character that ends a cell in
 * some spreadsheets. Skips quotes, white space and invisible characters, because an import can remove them.
 * Compatible forms count, for example full-width ones (https://owasp.org/www-community/attacks/CSV_Injection).
 */
const FORMULA = /(^|[,;\t\r\n])((?:["\p{Zs}\p{Cf}])*)(?=[=+\-@＝＋－＠﹦﹢﹣﹫⁼⁺₌₊−])/gu;

/** Quotes a cell. An apostrophe makes a spreadsheet read a formula as text. */
const cell = (value: string | number | null): string =>
  `"${String(value ?? '')
    .replace(FORMULA, "$1$2'")
    .replaceAll('"', '""')}"`;

/** Returns one row with its line break. */
export const csvLine = (cells: readonly (string | number | null)[]): string =>
  `${cells.map(cell).join(',')}\r\n`;
