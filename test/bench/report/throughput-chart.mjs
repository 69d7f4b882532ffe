// The chart of throughput: for each kind of work bars of requests a second, the server's and those of what
// stands beside it, for each version of Node.
import { figure } from './line.mjs';
import { bar, svg, text } from './svg.mjs';

const LABELS = 280;
const COLUMN = 320;
const LONGEST = 240;
const ROW = 18;
const HEAD = 40;
const GAP = 28;

/** The kinds of work of one run: the server and what stands beside it in each. */
function blocksOf({ rows }) {
  const blocks = new Map();
  for (const { group, work, here, reference, beside, unit } of rows) {
    if (reference === undefined) continue;
    const title = `${group}: ${work}`;
    if (!blocks.has(title))
      blocks.set(title, [
        { name: group === 'Sandbox' ? 'this sandbox' : 'this server', value: here, unit, kind: 'here' },
      ]);
    blocks.get(title).push({ name: reference, value: beside, unit, kind: 'beside' });
  }
  return blocks;
}

export function throughputChart(runs) {
  const columns = runs.map(blocksOf);
  const parts = runs.map(({ node }, index) =>
    text(LABELS + index * COLUMN, 16, `Node ${node.slice(1)}`, 'head'),
  );
  let y = HEAD;
  for (const [title, contenders] of columns[0]) {
    // Both versions on one scale: it is the same work on the same machine.
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
          text(x + width + 6, y, figure(found.value, found.unit), 'small'),
        );
      }
    }
    y += GAP;
  }
  const description = `Requests a second of each kind of work. ${runs.map((run) => `Node ${run.node.slice(1)}: ${[...blocksOf(run)].map(([title, each]) => `${title}: ${each.map(({ name, value, unit }) => `${name} ${figure(value, unit)}`).join(', ')}`).join('. ')}`).join('. ')}.`;
  return svg(
    {
      width: LABELS + COLUMN * runs.length,
      height: y - GAP + 10,
      title: 'Throughput beside what an engineer would have instead',
      description,
    },
    parts,
  );
}
