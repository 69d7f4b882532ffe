// Shows the state machine of a status: a drawing, its legend and a table.
import { hashOf } from './contract.js';
import { element } from './dom.js';
import { stateDiagram } from './state-diagram.js';
import { NEW } from './state-layout.js';

const list = (value) => [value].flat();

/** Returns transitions as `{ from, to, on }`. Operations with the same statuses share one. */
export function transitionsOf(schema) {
  const { enum: statuses, 'x-transitions': transitions } = schema ?? {};
  const found = new Map();
  if (!Array.isArray(statuses) || !Array.isArray(transitions)) return [];
  for (const transition of transitions) {
    const { on, from, to } = transition ?? {};
    const known = [NEW, ...statuses].filter((status) => list(from).includes(status));
    if (typeof on !== 'string' || known.length === 0 || !statuses.includes(to)) continue;
    const key = JSON.stringify([known, to]);
    if (!found.has(key)) found.set(key, { from: known, to, on: [] });
    found.get(key).on.push(on);
  }
  return [...found.values()];
}

const row = (kind, cells) =>
  element(
    'tr',
    {},
    cells.map((cell) => element(kind, { scope: kind === 'th' && 'col' }, cell)),
  );
const joined = (nodes) => nodes.flatMap((node, index) => (index === 0 ? [node] : [', ', node]));
const statusCell = (status) => (status === NEW ? 'new record' : element('code', {}, status));
const operationCell = (on) =>
  on === 'time' ? 'time (made by the platform)' : element('a', { href: hashOf(on) }, on);

function table(transitions) {
  const rows = transitions.map(({ from, on, to }) =>
    row('td', [joined(from.map(statusCell)), joined(on.map(operationCell)), statusCell(to)]),
  );
  const head = row('th', ['From', 'Operation', 'To']);
  return element('table', {}, element('thead', {}, head), element('tbody', {}, rows));
}

const LEGEND = {
  '.state rect + rect': 'Double border: final status.',
  '.time': 'Dashed arrow: by time.',
  '.frame': 'Arrow from the frame: from every status in it.',
};
const legendOf = (drawing) =>
  Object.entries(LEGEND)
    .filter(([part]) => drawing.querySelector(part))
    .map(([, meaning]) => meaning)
    .join(' ');

/** Shows a state machine as a drawing and a table. The drawing emphasizes the operation `current`. */
export function transitionsView(schema, name, current) {
  const transitions = transitionsOf(schema);
  const label = `State machine of ${name}. The table has the same transitions.`;
  const drawing = stateDiagram(schema.enum, transitions, label, current);
  return element(
    'div',
    { class: 'transitions' },
    drawing,
    element('p', { class: 'muted' }, legendOf(drawing)),
    element('details', {}, element('summary', {}, 'Transitions as a table'), table(transitions)),
  );
}
