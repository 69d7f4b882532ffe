/** A CSV file of which every cell is quoted. */
export const QUOTED_CSV = /^(?:"(?:[^"]|"")*"(?:,|\r\n))+$/;
