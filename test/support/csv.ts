/** Matches a CSV file in which every cell is quoted. */
export const QUOTED_CSV = /^(?:"(?:[^"]|"")*"(?:,|\r\n))+$/;
