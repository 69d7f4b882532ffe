// Escapes control characters, bidirectional controls and line separators, so that text cannot control a
// terminal or mislead a reader.

const escapeUnits = (text: string): string =>
  Array.from(
    { length: text.length },
    (_, index) => `\\u${text.charCodeAt(index).toString(16).padStart(4, '0')}`,
  ).join('');

/** Escapes a value that belongs on one line, for example as \u001b. Line breaks are escaped too. */
export const escapeControls = (text: string): string =>
  text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, escapeUnits);

/**
 * Escapes text of several lines, except tabs and line breaks.
 * In JSON the escapes represent the same characters.
 */
export const escapeLines = (text: string): string =>
  text.replace(/(?!\r\n|[\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, escapeUnits);
