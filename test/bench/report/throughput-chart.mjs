// The chart of throughput: for each kind of work bars of requests per second, the server's and those of the
// references, for each version of Node.
import { figure, median } from './line.mjs';
import { bar, svg, text } from './svg.mjs';

const LABELS = 280;
const COLUMN = 230;
const LONGEST = 160;
const ROW = 18;
const HEAD = 40;
const GAP = 28;

const TITLE = 'Requests per second of the server and of the references';

/** Returns the bars of each work that was measured on a version of Node: the server and its references. */
function blocksOf(rows) {
  const blocks = new Map();
  for (const { group, work, here, beside } of rows) {
    if (beside === undefined || group.startsWith('Growth')) continue;
    const title = `${group}: ${work}`;
    if (!blocks.has(title))
      blocks.set(title, [{ name: `this ${here.name}`, value: median(here.values), kind: 'here' }]);
    blocks.get(title).push({ name: beside.name, value: median(beside.values), kind: 'beside' });
  }
  return blocks;
}

export function throughputChart({ nodes, rows }) {
  const columns = nodes.map((node) => blocksOf(rows.filter((row) => row.node === node)));
  const titles = new Map(columns.flatMap((blocks) => [...blocks]));
  const parts = nodes.map((node, index) => text(LABELS + index * COLUMN, 16, `Node ${node}`, 'head'));
  let y = HEAD;
  for (const [title, contenders] of titles) {
    // All versions on one scale: it is the same work on the same machine.
    const most = Math.max(
      ...columns.flatMap((blocks) => (blocks.get(title) ?? []).map(({ value }) => value)),
    );
    parts.push(text(0, y, title, 'head'));
    for (const { name } of contenders) {
      y += ROW;
      parts.push(text(8, y, name, 'small'));
      for (const [index, blocks] of columns.entries()) {
        const found = blocks.get(title)?.find((each) => each.name === name);
        if (!found) continue;
        const [x, width] = [LABELS + index * COLUMN, (found.value / most) * LONGEST];
        parts.push(
          bar(x, y - 11, Math.max(width, 1), 13, found.kind),
          text(x + width + 6, y, figure(found.value, '/s'), 'small'),
        );
      }
    }
    y += GAP;
  }
  const inWords = (title, sides) =>
    `${title}: ${sides.map(({ name, value }) => `${name} ${figure(value, '/s')}`).join(', ')}`;
  const description = columns.map(
    (blocks, index) => `Node ${nodes[index]}: ${[...blocks].map((block) => inWords(...block)).join('. ')}`,
  );
  const size = { width: LABELS + COLUMN * nodes.length, height: y - GAP + 10 };
  return svg({ ...size, title: TITLE, description: `${TITLE}. ${description.join('. ')}.` }, parts);
}
