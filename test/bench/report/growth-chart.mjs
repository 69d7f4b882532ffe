// The chart of growth: requests a second over the size of the inventory, a panel for each database, for what
// grows in it, and for each version of Node.
import { figure } from './line.mjs';
import { axis, line, svg, text } from './svg.mjs';

const PANEL = { width: 220, height: 170 };
const PLOT = { left: 46, top: 34, width: 150, height: 96 };
const LEGEND = { height: 30, width: 150, left: 4 };
const VERSION = 24;

/** The panels of one run, by what stands above them. */
function panelsOf({ rows }) {
  const panels = new Map();
  for (const row of rows.filter(({ sizes }) => sizes)) {
    const title = `${row.database}, ${row.by}`;
    panels.set(title, [...(panels.get(title) ?? []), row]);
  }
  return panels;
}

/** A round number above all of a panel, so that its axis can be read. */
function topOf(values) {
  const most = Math.max(...values);
  const step = 10 ** Math.floor(Math.log10(most));
  return Math.ceil(most / step) * step;
}

const short = (size) => (size >= 1000 ? `${size / 1000}k` : String(size));

function panel(x0, y0, title, rows) {
  const [left, bottom] = [x0 + PLOT.left, y0 + PLOT.top + PLOT.height];
  const sizes = rows[0].sizes.map(({ size }) => size);
  const span = Math.log(sizes.at(-1) / sizes[0]);
  const most = topOf(rows.flatMap((row) => row.sizes.map(({ perSecond }) => perSecond)));
  const x = (size) => left + (Math.log(size / sizes[0]) / span) * PLOT.width;
  const y = (perSecond) => bottom - (perSecond / most) * PLOT.height;
  return [
    text(left, y0 + 18, title),
    ...[0, most / 2, most].flatMap((value) => [
      axis(left, y(value), left + PLOT.width, y(value)),
      text(left - 6, y(value) + 4, figure(value, ''), 'small right'),
    ]),
    ...sizes.map((size) => text(x(size), bottom + 18, short(size), 'small middle')),
    ...rows.flatMap((row, number) =>
      line(
        row.sizes.map(({ size, perSecond }) => [x(size), y(perSecond)]),
        number,
      ),
    ),
  ];
}

const inWords = (title, rows) =>
  `${title}: ${rows.map(({ work, sizes }) => `${work} ${sizes.map(({ size, perSecond }) => `${figure(perSecond, '/s')} with ${size.toLocaleString('en')}`).join(', ')}`).join('; ')}`;

export function growthChart(runs) {
  const columns = [...panelsOf(runs[0]).keys()];
  const works = [...new Set(runs[0].rows.filter(({ sizes }) => sizes).map(({ work }) => work))];
  const legend = works.flatMap((work, number) => {
    const x = LEGEND.left + number * LEGEND.width;
    return [
      ...line(
        [
          [x, 12],
          [x + 30, 12],
        ],
        number,
      ),
      text(x + 40, 16, work),
    ];
  });
  const heightOfRun = VERSION + PANEL.height;
  const panels = runs.flatMap((run, index) => {
    const y = LEGEND.height + index * heightOfRun;
    return [
      text(0, y + 18, `Node ${run.node.slice(1)}`, 'head'),
      ...[...panelsOf(run)].flatMap(([title, rows]) =>
        panel(columns.indexOf(title) * PANEL.width, y + VERSION, title, rows),
      ),
    ];
  });
  const description = `Requests a second over the number of assets or organizations. ${runs.map((run) => `Node ${run.node.slice(1)}: ${[...panelsOf(run)].map(([title, rows]) => inWords(title, rows)).join('. ')}`).join('. ')}.`;
  return svg(
    {
      width: columns.length * PANEL.width,
      height: LEGEND.height + runs.length * heightOfRun,
      title: 'Throughput as the inventory grows',
      description,
    },
    [...legend, ...panels],
  );
}
