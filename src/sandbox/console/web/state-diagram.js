// Draws a state machine from top to bottom: a box for each state, and an arrow with its operations for each change.
// Changes of any active state start at the frame around these states. Changes by time are dashed, final states doubled.
import { ANY, NEW, layoutOf, linesOf } from './state-layout.js';

const [BOX, LINE, CHARACTER, GAP, LANE, INDENT] = [28, 14, 6.7, 34, 16, 10];

function svg(name, attributes, ...children) {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

const allLines = ({ on }) => on.flatMap(linesOf);
const widthOf = (texts) => Math.max(0, ...texts.map((text) => String(text).length)) * CHARACTER;
const labelWidth = (edges) => edges.length && widthOf(edges.flatMap(allLines)) + INDENT;

/** Writes the operations of an edge. `y` is the middle of the lines. */
function labelsOf(edge, x, y, anchor = 'start') {
  let top = y - (allLines(edge).length * LINE) / 2 - 3;
  return edge.on.map((name) =>
    svg(
      'text',
      { 'text-anchor': anchor },
      ...linesOf(name).map((line, index) =>
        svg('tspan', { x: x + (index > 0 && anchor === 'start' ? INDENT : 0), y: (top += LINE) }, line),
      ),
    ),
  );
}

const HEADS = { down: 'l-4 -8h8z', up: 'l-4 8h8z', left: 'l8 -4v8z', right: 'l-8 -4v8z' };
const headAt = (x, y, towards) => svg('path', { d: `M${x} ${y}${HEADS[towards]}` });

/** Returns the measures of the drawing: the middle of each row and the room at both sides. */
function measure({ rows, edges, framed }, statuses) {
  const of = (...ways) => edges.filter(({ way }) => ways.includes(way));
  const boxWidth = widthOf(statuses) + 24;
  const middles = [];
  const entryRoom = (lines) => Math.max(0, lines * LINE - 8);
  let [bottom, frameTop] = [8, 0];
  rows.forEach((_row, index) => {
    const lines = (...ways) => {
      const isHere = ({ start, end, way }) => (way === 'up' ? start : end) === index;
      return Math.max(
        0,
        ...of(...ways)
          .filter(isHere)
          .map((edge) => allLines(edge).length),
      );
    };
    const edgeOfFrame = index === 0 || index === framed ? 16 : 0;
    const gap = Math.max(GAP, lines('down', 'up') * LINE + 20) + edgeOfFrame + entryRoom(lines('entry'));
    if (index === 0) frameTop = bottom + gap - edgeOfFrame - entryRoom(lines('entry'));
    middles.push(bottom + gap + BOX / 2);
    bottom += gap + BOX;
  });
  const half = Math.max(...rows.map((row) => (row.length * (boxWidth + 16) - 16) / 2));
  const laneAt = {
    left: Math.max(boxWidth / 2 + 22, labelWidth(of('up')) + 34),
    right: Math.max(boxWidth / 2 + 22, labelWidth(of('down')) + 28),
  };
  const roomOf = (side) => of(side).length && laneAt[side] + of(side).length * LANE + labelWidth(of(side));
  const left = Math.max(
    half,
    roomOf('left'),
    labelWidth(of('up')) + 24,
    of('entry').length && boxWidth / 2 + labelWidth(of('entry')) + 26,
  );
  const right = Math.max(
    half,
    roomOf('right'),
    labelWidth(of('down')) + 22,
    of('loop').length && boxWidth / 2 + labelWidth(of('loop')) + 34,
  );
  return { middles, bottom, frameTop, boxWidth, laneAt, center: left + 8, width: left + right + 16 };
}

/** Returns the parts of one edge. `lanes` counts the edges at each side. */
function edgeParts(edge, { rows, framed }, measures, lanes, isPair) {
  const { middles, boxWidth, frameTop, laneAt, center } = measures;
  const { start, end, way } = edge;
  const [top, under] = [middles[end] - BOX / 2, (middles[start] ?? 0) + BOX / 2];
  const line = (d) => svg('path', { class: 'line', d });
  if (way === 'down') {
    const x = center + (isPair ? 9 : 0);
    const from = edge.from === NEW ? 8 : edge.from === ANY ? under + 16 : under;
    // Final states of one row have the same causes: the arrow reaches each of them.
    const target = boxX(rows[end], edge.to, measures);
    const turn = rows[end].length > 1 ? `V${top - 14}H${target}` : '';
    const mid = (from + (edge.from === NEW ? frameTop : turn ? top - 14 : top - 6)) / 2;
    const isFirst = rows[end][0] === edge.to;
    return [
      line(`M${x} ${from}${turn}V${top - 6}`),
      headAt(turn ? target : x, top, 'down'),
      ...(isFirst ? labelsOf(edge, x + 10, mid) : []),
    ];
  }
  if (way === 'up') {
    const [x, from, to] = [center - (isPair ? 9 : 0), middles[start] - BOX / 2, middles[end] + BOX / 2];
    return [
      line(`M${x} ${from}V${to + 6}`),
      headAt(x, to, 'up'),
      ...labelsOf(edge, x - 10, (from + to + 6) / 2, 'end'),
    ];
  }
  const y = middles[end];
  if (way === 'entry') {
    const x = center - boxWidth / 2;
    const count = allLines(edge).length;
    return [
      line(`M4 ${y}H${x - 6}`),
      headAt(x, y, 'right'),
      ...labelsOf(edge, 12, y - 4 - (count * LINE) / 2),
    ];
  }
  if (way === 'loop') {
    const x = boxX(rows[end], edge.to, measures) + boxWidth / 2;
    return [
      line(`M${x} ${y - 7}h8a7 7 0 0 1 0 14h-2`),
      headAt(x, y + 7, 'left'),
      ...labelsOf(edge, x + 22, y),
    ];
  }
  const side = way === 'left' ? -1 : 1;
  const lane = lanes[way]++;
  const x = center + side * (laneAt[way] + lane * LANE);
  const boxEdge = (row) => center + side * (row.length > 1 ? measures.width : boxWidth / 2);
  const from = (edge.from === ANY ? middles[framed - 1] : middles[start]) + 5 + lane;
  const to = y - 5 - lane;
  return [
    line(`M${boxEdge(rows[start])} ${from}H${x}V${to}H${boxEdge(rows[end]) + side * 6}`),
    headAt(boxEdge(rows[end]), to, way === 'left' ? 'right' : 'left'),
    ...labelsOf(edge, x + side * 6, (from + to) / 2, side < 0 ? 'end' : 'start'),
  ];
}

/** Returns the middle of a box of a row. */
function boxX(row, status, { center, boxWidth }) {
  return center + (row.indexOf(status) - (row.length - 1) / 2) * (boxWidth + 16);
}

/** `transitions` are `{ from, to, on }` with lists `from` and `on`. The drawing emphasizes the operation `current`. */
export function stateDiagram(statuses, transitions, label, current) {
  const layout = layoutOf(statuses, transitions);
  const { rows, edges, framed, active } = layout;
  const measures = measure(layout, statuses);
  const { middles, bottom, frameTop, boxWidth, width } = measures;
  const lanes = { left: 0, right: 0 };
  const isPair = ({ start, end }) =>
    edges.some((other) => ['up', 'down'].includes(other.way) && other.start === end && other.end === start);
  const arrows = edges.map((edge) => {
    const kinds = [edge.on.includes(current) && 'own', edge.on.includes('time') && 'time'];
    const parts = edgeParts(edge, layout, measures, lanes, isPair(edge));
    return svg('g', { class: kinds.filter(Boolean).join(' ') }, ...parts);
  });
  const boxes = statuses.map((status) => {
    const row = rows.find((one) => one.includes(status));
    const [x, y] = [boxX(row, status, measures), middles[rows.indexOf(row)]];
    const box = (inset) =>
      svg('rect', {
        x: x - boxWidth / 2 + inset,
        y: y - BOX / 2 + inset,
        width: boxWidth - 2 * inset,
        height: BOX - 2 * inset,
        rx: 6 - inset,
      });
    return svg(
      'g',
      { class: 'state' },
      box(0),
      ...(active.includes(status) ? [] : [box(3)]),
      svg('text', { x, y: y + 4, 'text-anchor': 'middle' }, status),
    );
  });
  const frame =
    framed > 0
      ? [
          svg('rect', {
            class: 'frame',
            x: 2,
            y: frameTop,
            width: width - 4,
            height: middles[framed - 1] + BOX / 2 + 16 - frameTop,
            rx: 10,
          }),
        ]
      : [];
  const begin = edges.some(({ from }) => from === NEW)
    ? [svg('circle', { cx: measures.center, cy: 7, r: 5, class: 'begin' })]
    : [];
  const size = { viewBox: `0 0 ${width} ${bottom + 4}`, width, height: bottom + 4 };
  return svg('svg', { ...size, role: 'img', 'aria-label': label }, ...frame, ...begin, ...arrows, ...boxes);
}
