// Draws the state machine of a status: a box for each status, and below them an arrow for each transition.
import { hashOf } from './contract.js';
import { element } from './dom.js';

const NEW = null;
const LABEL_HEIGHT = 14;
const BOX_HEIGHT = 22;
const MARGIN = 26;
/** Leaves room for the names of operations beside two or three boxes. */
const MIN_WIDTH = 330;

const list = (value) => [value].flat();

function svg(name, attributes, ...children) {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

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

/** Draws one transition: a dot at each status that it starts from, and an arrow to its status. */
function arrow({ from, to, on }, top, xOf, width, current) {
  const y = top + on.length * LABEL_HEIGHT + 4.5;
  const end = xOf(to);
  const starts = from.map(xOf);
  const first = Math.min(end, ...starts);
  // An arrow that ends where it starts is a loop below its dot. Other arrowheads keep clear of that dot.
  const gap = starts.includes(end) ? 4 : 0;
  const loop = gap > 0 ? `M${end} ${y}c-20 18 16 18 6 7` : '';
  const line = svg('path', { class: 'line', d: `M${first} ${y}H${Math.max(end, ...starts)}${loop}` });
  const heads = new Set(starts.map((start) => Math.sign(start - end)));
  const headOf = (side) =>
    side === 0 ? `M${end + 2} ${y + 2}l1 8l6 -4z` : `M${end + side * gap} ${y}l${side * 8} -4v8z`;
  const arrowheads = [...heads].map((side) => svg('path', { d: headOf(side) }));
  const dots = starts.map((start) => svg('circle', { cx: start, cy: y, r: 3 }));
  const labels = on.map((name, index) => {
    const x = Math.min(first, width - name.length * 6.7);
    return svg('text', { x, y: top + (index + 1) * LABEL_HEIGHT - 3 }, name);
  });
  return svg('g', { class: on.includes(current) ? 'own' : '' }, line, ...dots, ...arrowheads, ...labels);
}

function drawing(statuses, transitions, label, current) {
  const boxWidth = Math.max(...statuses.map((status) => String(status).length)) * 7.3 + 12;
  // Many boxes stand in two rows, so that the drawing is narrow enough for a phone.
  const rows = statuses.length > 3 ? 2 : 1;
  const column = (boxWidth + 12) / rows;
  const width = Math.max(MIN_WIDTH, MARGIN + boxWidth + column * (statuses.length - 1) + 2);
  const xOf = (status) => (status === NEW ? 8 : MARGIN + boxWidth / 2 + column * statuses.indexOf(status));
  let top = rows * (BOX_HEIGHT + 4) + 4;
  const arrows = transitions.map((transition) => {
    const drawn = arrow(transition, top, xOf, width, current);
    top += transition.on.length * LABEL_HEIGHT + (transition.from.includes(transition.to) ? 26 : 16);
    return drawn;
  });
  const boxes = statuses.map((status, index) => {
    const [x, y] = [xOf(status), (index % rows) * (BOX_HEIGHT + 4) + 1];
    const line = svg('path', { d: `M${x} ${y}V${top}`, class: 'life' });
    const box = svg('rect', { x: x - boxWidth / 2, y, width: boxWidth, height: BOX_HEIGHT, rx: 5 });
    return svg('g', { class: 'state' }, line, box, svg('text', { x, y: y + 15 }, status));
  });
  const size = { viewBox: `0 0 ${width} ${top}`, width, height: top };
  return svg('svg', { ...size, role: 'img', 'aria-label': label }, ...boxes, ...arrows);
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

/** Shows a state machine as a drawing and a table. The drawing emphasizes the operation `current`. */
export function transitionsView(schema, name, current) {
  const transitions = transitionsOf(schema);
  const label = `State machine of ${name}. The table has the same transitions.`;
  return element(
    'div',
    { class: 'transitions' },
    drawing(schema.enum, transitions, label, current),
    element('details', {}, element('summary', {}, 'Transitions as a table'), table(transitions)),
  );
}
