// Writes the file of results, from which the page, its chart and the sentence of the README are generated.

export const RESULTS = 'test/bench/results/bench.json';

const DIGITS = 4;
const short = (_name, value) =>
  typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(DIGITS)) : value;

/** Returns JSON with a line for each row. */
export function compact({ rows, ...run }) {
  const lines = rows.map((row) => `  ${JSON.stringify(row, short)}`).join(',\n');
  return `${JSON.stringify(run, short, 1).replace(/\n}$/, '')},\n "rows": [\n${lines}\n ]\n}\n`;
}
