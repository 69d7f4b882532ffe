// Writes CSV (RFC 4180) that is safe to open in a spreadsheet: the only writer of CSV.

/**
 * Finds the place before a formula: at the start of a cell, and behind a character that some spreadsheets take
 * for the end of a cell. Quotes and spaces may stand between, because an import can remove them.
 */
const FORMULA = /(^|[,;\t\r\n])([ "]*)(?=[=+\-@])/g;

/** An apostrophe makes a spreadsheet take a formula for text. Quotes keep separators inside the cell. */
const cell = (value: string | number | null): string =>
  `"${String(value ?? '').replace(FORMULA, "$1$2'").replaceAll('"', '""')}"`;

/** Returns one line with its line break. */
export const csvLine = (cells: readonly (string | number | null)[]): string =>
  `${cells.map(cell).join(',')}\r\n`;
