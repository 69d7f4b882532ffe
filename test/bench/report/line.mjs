// A row for the terminal: what was measured, beside what, whether the goal is met, and what became of it
// since an earlier run.

/** A ratio with two decimals, anything else with three digits at least. */
export function figure(value, unit) {
  if (unit === ' ×') return `${value.toFixed(2)}${unit}`;
  return `${value >= 100 ? Math.round(value).toLocaleString('en') : Number(value.toPrecision(3))}${unit}`;
}

const isBeside = ({ reference }) => reference !== undefined;

/**
 * Of a row that has a goal: the ratio to a reference must reach it;
 * a time, a size or a growth must not exceed it.
 */
export const isMet = (row) =>
  row.goal === undefined || (isBeside(row) ? row.ratio >= row.goal : row.here <= row.goal);

/** Such as "≥ 10 ×", "≤ 200 MB" or "none". */
export function goalOf(row) {
  if (row.goal === 0) return 'none';
  return isBeside(row) ? `≥ ${row.goal} ×` : `≤ ${row.goal}${row.unit}`;
}

export const sameRow = (one, other) =>
  one.group === other.group && one.work === other.work && one.reference === other.reference;

function sinceText(row, earlier) {
  if (earlier === undefined) return '';
  if (earlier.here === 0) return `  since: it was ${figure(earlier.here, row.unit)}`;
  return `  since: ${figure(row.here / earlier.here, ' ×')}${isBeside(row) ? `, by ratio ${figure(row.ratio / earlier.ratio, ' ×')}` : ''}`;
}

export function line(row, before) {
  const goal = row.goal === undefined ? '' : `  goal ${goalOf(row)} ${isMet(row) ? 'met' : 'MISSED'}`;
  const beside = isBeside(row)
    ? `  ${figure(row.ratio, ' ×')} ${row.reference} (${figure(row.beside, row.unit)})`
    : '';
  const sizes = (row.sizes ?? [])
    .map(({ size, perSecond }) => `  ${size.toLocaleString('en')}: ${figure(perSecond, '/s')}`)
    .join('');
  return (
    `${row.group} · ${row.work}`.padEnd(75) +
    figure(row.here, row.unit).padStart(12) +
    beside +
    sizes +
    goal +
    sinceText(
      row,
      before.find((other) => sameRow(row, other)),
    )
  );
}
