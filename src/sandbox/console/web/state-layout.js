// Places the states of a status in rows, and finds the way of each arrow between them.

/** The source of a new record, and of a change from any active state. */
export const NEW = null;
export const ANY = Symbol('any');

/** Returns one edge for each pair of states, with all its operations. */
function pairsOf(transitions) {
  const pairs = new Map();
  for (const { from, to, on } of transitions)
    for (const source of from) {
      const key = `${String(source)} ${to}`;
      const pair = pairs.get(key) ?? { from: source, to, on: [] };
      pair.on.push(...on.filter((name) => !pair.on.includes(name)));
      pairs.set(key, pair);
    }
  return [...pairs.values()];
}

/**
 * Returns rows of states and the edges between them. An active state has a row of its own. Final states with the same
 * causes share one. `framed` counts the rows in the frame, from which changes of any active state start.
 * `transitions` are `{ from, to, on }` with lists `from` and `on`.
 */
export function layoutOf(statuses, transitions) {
  const pairs = pairsOf(transitions);
  const isActive = (status) => pairs.some(({ from, to }) => from === status && to !== status);
  const active = statuses.filter(isActive);
  const isOfAll = ({ from }) => active.length > 2 && active.every((status) => from.includes(status));
  const any = pairsOf(transitions.filter(isOfAll).map((one) => ({ ...one, from: [ANY] })));
  const single = pairsOf(transitions.filter((one) => !isOfAll(one)));
  const edges = [
    ...single.filter(({ from, to }) => from !== to),
    ...any,
    ...pairs.filter(({ from, to }) => from === to && !(isActive(to) && any.some((edge) => edge.to === to))),
  ];
  const causesOf = (status) =>
    edges
      .filter(({ from, to }) => to === status && from !== status)
      .map(({ from, on }) => `${String(from)} ${on.join()}`)
      .join(';');
  const rows = active.map((status) => [status]);
  for (const status of statuses.filter((one) => !isActive(one))) {
    const row = rows.slice(active.length).find(([first]) => causesOf(first) === causesOf(status));
    if (row) row.push(status);
    else rows.push([status]);
  }
  const framed = any.length > 0 ? active.length : 0;
  return { rows, framed, active, edges: edges.map((edge) => ({ ...edge, ...wayOf(edge, rows, framed) })) };
}

/** Returns the rows of an edge and its way: to a neighbor, around others at a side, from the frame, or a loop. */
function wayOf({ from, to }, rows, framed) {
  const rowOf = (status) => rows.findIndex((row) => row.includes(status));
  const [start, end] = [from === ANY ? framed - 1 : rowOf(from), rowOf(to)];
  if (from === ANY && end < framed) return { start, end, way: 'entry' };
  if (start === end) return { start, end, way: 'loop' };
  if (end - start === 1) return { start, end, way: 'down' };
  if (start - end === 1) return { start, end, way: 'up' };
  return { start, end, way: end > start ? 'right' : 'left' };
}

const MAX_CHARACTERS = 18;

/** Breaks the name of an operation between its words. */
export function linesOf(name) {
  const lines = [''];
  for (const word of name.split(/(?=[A-Z])/)) {
    if (lines.at(-1) && lines.at(-1).length + word.length > MAX_CHARACTERS) lines.push('');
    lines[lines.length - 1] += word;
  }
  return lines;
}
