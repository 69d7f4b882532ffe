// Describes a row: the measurement, its ratio to a reference, and whether the goal is met. A row has `values` of each
// round, and where a load was measured
// `processor`, the processor time of a request in ms, and `generator`, that of the load generator as a share of it.

/** A ratio with two decimals, anything else with three digits at least. */
export function figure(value, unit) {
  if (unit === ' ×') return `${value.toFixed(2)}${unit}`;
  return `${value >= 100 ? Math.round(value).toLocaleString('en') : Number(value.toPrecision(3))}${unit}`;
}

export function median(values) {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** The median, with the lowest and the highest round where they differ. */
export function spread(values, unit) {
  const [low, high] = [Math.min(...values), Math.max(...values)].map((value) =>
    unit === ' ×' ? value.toFixed(2) : figure(value, ''),
  );
  return figure(median(values), unit) + (low === high ? '' : ` (${low} to ${high})`);
}

/** The ratio of each round: sides take turns, so that a round has one state of the machine. */
export const ratiosOf = ({ here, beside }) => here.values.map((value, round) => value / beside.values[round]);

/** The median ratio of processor time. Above 1, `here` needs less of it. */
export const processorRatioOf = ({ here, beside }) =>
  median(here.processor.map((value, round) => beside.processor[round] / value));

const reachedBy = (row) => median(row.beside ? ratiosOf(row) : row.here.values);

export function isMet(row) {
  const { atLeast = -Infinity, atMost = Infinity } = row.goal ?? {};
  return reachedBy(row) >= atLeast && reachedBy(row) <= atMost;
}

/** For example "≥ 10 ×", "≤ 200 MB" or "none". */
export function goalOf({ goal, beside, unit }) {
  if (goal === undefined) return '';
  if (goal.atMost === 0) return 'none';
  const [sign, value] = goal.atLeast === undefined ? ['≤', goal.atMost] : ['≥', goal.atLeast];
  return `${sign} ${value}${beside ? ' ×' : unit}`;
}

/** The processor time of the load generator as a share of the server's, for example "generator 12 %". */
export const generatorOf = ({ generator }) =>
  generator ? [`generator ${Math.round(median(generator) * 100)} %`] : [];

export function line(row) {
  const { group, work, unit, here, beside } = row;
  const parts = [`${group} · ${work}`.padEnd(60), spread(here.values, unit)];
  if (here.processor) parts.push(figure(median(here.processor), ' ms'), ...generatorOf(here));
  if (beside)
    parts.push(
      `${spread(ratiosOf(row), ' ×')}, processor ${figure(processorRatioOf(row), ' ×')}: ${beside.name}`,
      `(${figure(median(beside.values), unit)}, ${figure(median(beside.processor), ' ms')})`,
    );
  if (row.goal) parts.push(`goal ${goalOf(row)} ${isMet(row) ? 'met' : 'MISSED'}`);
  return parts.join('  ');
}
