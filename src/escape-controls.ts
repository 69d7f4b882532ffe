// Control characters, bidirectional controls and line separators as escapes, which neither a terminal nor a reader takes for anything else.

const escapeUnits = (text: string): string =>
  Array.from({ length: text.length }, (_, index) => `\\u${text.charCodeAt(index).toString(16).padStart(4, '0')}`).join('');

/** Escapes a value that belongs on one line, line breaks included, such as \u001b. */
export const escapeControls = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, escapeUnits);

/** Escapes all but tabs and the line breaks of text that has lines. In JSON text the escapes mean the same characters. */
export const escapeLines = (text: string): string => text.replace(/(?!\r\n|[\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, escapeUnits);
