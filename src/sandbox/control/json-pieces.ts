// Writes large lists as JSON.
import { nextSlice } from '../../base/scheduling/time-slices';

/** Rows of one piece. */
const ROWS = 100;

/** Yields lists by name as JSON, in pieces between which other requests run. `textOf`: returns a row as JSON. */
export async function* piecesOf<Row>(
  lists: Record<string, readonly Row[]>,
  textOf: (row: Row) => string | Promise<string>,
): AsyncGenerator<string> {
  let before = '{\n';
  for (const [name, rows] of Object.entries(lists)) {
    yield `${before}  ${JSON.stringify(name)}: [\n`;
    for (let start = 0; start < rows.length; start += ROWS) {
      const texts: string[] = [];
      for (const row of rows.slice(start, start + ROWS)) {
        await nextSlice();
        texts.push(await textOf(row));
      }
      yield (start === 0 ? '' : ',\n') + texts.join(',\n');
    }
    before = '\n  ],\n';
  }
  yield before === '{\n' ? '{}' : '\n  ]\n}';
}
