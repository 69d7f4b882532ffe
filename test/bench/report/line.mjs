// A row for the terminal: what was measured, beside what, whether the goal is met, and what became of it since an earlier run.
const number = (value) => (value >= 100 ? Math.round(value).toLocaleString('en') : String(Math.round(value * 10) / 10));
const ratio = (value) => `${value.toFixed(2)} ×`;

/** Of a row that has a goal: a ratio must reach it, anything else must not exceed it. */
export const isMet = ({ ratio: reached, here, goal }) => goal === undefined || (reached === undefined ? here <= goal : reached >= goal);

export const sameRow = (one, other) => one.group === other.group && one.work === other.work && one.reference === other.reference;

export function line(row, before) {
  const goal = row.goal === undefined ? '' : `  goal ${row.goal} ${isMet(row) ? 'met' : 'MISSED'}`;
  const beside = row.reference === undefined ? '' : `  ${ratio(row.ratio)} ${row.reference} (${number(row.beside)}${row.unit})`;
  const earlier = before.find((other) => sameRow(row, other));
  const since = earlier ? `  since: ${ratio(row.here / earlier.here)}${row.ratio ? `, by ratio ${ratio(row.ratio / earlier.ratio)}` : ''}` : '';
  return `${row.group.padEnd(10)} ${row.work.padEnd(28)} ${number(row.here).padStart(8)}${row.unit}${beside}${goal}${since}`;
}
