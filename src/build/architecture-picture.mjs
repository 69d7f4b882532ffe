// Draws the wings of src/ and the imports between them, as SVG without a script, for light and dark pages.
import { importsBetweenEntries, readImports } from './architecture.mjs';

/** Rows from top to bottom, each with its boxes by column. */
const ROWS = [
  [undefined, ['main.ts', 'entry point']],
  [undefined, ['cli', 'one file a command']],
  [['app', 'the only wiring']],
  [
    ['sandbox', 'partners: worlds, mocks, console'],
    ['review', 'reviewers: compare, conformance'],
    ['sync', 'integrators: plan, apply, undo'],
  ],
  [undefined, ['server', 'production: HTTP, API, stores']],
  [
    ['contract', 'document, model, dispatch'],
    ['database', 'SQLite and PostgreSQL'],
    ['client', 'the typed client'],
  ],
  [undefined, ['base', 'errors, config, log, report']],
];

const COLUMN_WIDTH = 240;
const ROW_HEIGHT = 80;
const BOX = { width: 212, height: 44 };
const MARGIN = 12;

const STYLE = `
    text { font: 12px system-ui, sans-serif; fill: #1f2328; text-anchor: middle }
    .name { font-weight: 600 }
    .small { font-size: 11px; fill: #59636e }
    rect { fill: #f6f8fa; stroke: #8c959f }
    .arrow { stroke: #59636e; stroke-width: 1.5; fill: none; marker-end: url(#head) }
    .head { fill: #59636e }
    .up { stroke: #cf222e; stroke-width: 3 }
    @media (prefers-color-scheme: dark) {
      text { fill: #f0f6fc }
      .small { fill: #9198a1 }
      rect { fill: #151b23; stroke: #656c76 }
      .arrow { stroke: #9198a1 }
      .head { fill: #9198a1 }
      .up { stroke: #f85149 }
    }`;

/** Returns the pairs that no chain of other pairs replaces. */
function nearestOf(pairs) {
  const targets = (entry) => pairs.filter(([from]) => from === entry).map(([, to]) => to);
  const reaches = (from, to) => targets(from).some((next) => next === to || reaches(next, to));
  return pairs.filter(([from, to]) => !targets(from).some((next) => next !== to && reaches(next, to)));
}

const boxes = ROWS.flatMap((row, rowNumber) =>
  row.flatMap((entry, column) =>
    entry === undefined
      ? []
      : {
          name: entry[0],
          caption: entry[1],
          x: MARGIN + BOX.width / 2 + column * COLUMN_WIDTH,
          y: MARGIN + BOX.height / 2 + rowNumber * ROW_HEIGHT,
        },
  ),
);

/** An import that goes up is red. */
function arrow({ x: x1, y: y1 }, { x: x2, y: y2 }) {
  const [start, end] = [y1 + BOX.height / 2, y2 - BOX.height / 2];
  const middle = (start + end) / 2;
  const kind = start < end ? 'arrow' : 'arrow up';
  return `<path d="M${x1},${start} C${x1},${middle} ${x2},${middle} ${x2},${end}" class="${kind}"/>`;
}

const box = ({ name, caption, x, y }) => `<g>
    <rect x="${x - BOX.width / 2}" y="${y - BOX.height / 2}" width="${BOX.width}" height="${BOX.height}" rx="4"/>
    <text x="${x}" y="${y - 3}" class="name">${name}</text>
    <text x="${x}" y="${y + 13}" class="small">${caption}</text>
  </g>`;

/** Says all imports, for readers who cannot see the picture. */
const describe = (pairs) =>
  boxes
    .map(({ name }) => [name, pairs.filter(([from]) => from === name).map(([, to]) => to)])
    .filter(([, below]) => below.length > 0)
    .map(([name, below]) => `${name} imports ${below.sort().join(', ')}.`)
    .join(' ');

/**
 * Returns the picture as SVG. It leaves out an import that a chain of other imports contains.
 * @throws Error for an entry of src/ without a box
 */
export function architecturePicture() {
  const pairs = importsBetweenEntries(readImports(), '');
  const boxOf = (name) => {
    const found = boxes.find((each) => each.name === name);
    if (!found) throw new Error(`src/${name} has no box in the picture. Add it to ROWS.`);
    return found;
  };
  const arrows = nearestOf(pairs).map(([from, to]) => arrow(boxOf(from), boxOf(to)));
  const width = 2 * MARGIN + 2 * COLUMN_WIDTH + BOX.width;
  const height = 2 * MARGIN + (ROWS.length - 1) * ROW_HEIGHT + BOX.height;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title description">
  <title id="title">The wings of src and their imports, which go down only</title>
  <desc id="description">${describe(pairs)}</desc>
  <style>${STYLE}
  </style>
  <defs>
    <marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">
      <path d="M0,0 L8,4 L0,8 z" class="head"/>
    </marker>
  </defs>
  ${[...arrows.sort(), ...boxes.map(box)].join('\n  ')}
</svg>
`;
}
