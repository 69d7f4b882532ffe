// Shows a CSV text as a table, which renders when the reader opens it.
import { element, plural } from './dom.js';

const MAX_ROWS = 200;
const CELL = /(?:"((?:[^"]|"")*)"|([^,\r\n]*))(,|\r\n|\r|\n|$)/y;

/** Returns the rows of a CSV text (RFC 4180). */
function rowsOf(text) {
  const rows = [];
  let row = [];
  CELL.lastIndex = text.startsWith('\uFEFF') ? 1 : 0;
  while (CELL.lastIndex < text.length) {
    const [, quoted, plain, end] = CELL.exec(text);
    row.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === ',') continue;
    rows.push(row);
    row = [];
  }
  if (text.endsWith(',')) row.push('');
  return row.length > 0 ? [...rows, row] : rows;
}

function tableOf(text, label) {
  const [head = [], ...rows] = rowsOf(text);
  const shown = rows.slice(0, MAX_ROWS);
  const line = (name, cells) =>
    element(
      'tr',
      {},
      cells.map((cell) => element(name, { scope: name === 'th' && 'col' }, cell)),
    );
  return [
    element(
      'div',
      { class: 'table', tabindex: '0', role: 'region', 'aria-label': `${label} as a table` },
      element(
        'table',
        {},
        element('thead', {}, line('th', head)),
        element(
          'tbody',
          {},
          shown.map((row) => line('td', row)),
        ),
      ),
    ),
    shown.length < rows.length &&
      element('p', { class: 'muted' }, `The first ${MAX_ROWS} of ${plural(rows.length, 'row')}.`),
  ].filter(Boolean);
}

export function csvTable(text, label) {
  const details = element('details', {}, element('summary', {}, 'Show as a table'));
  details.addEventListener('toggle', () => {
    if (details.children.length === 1) details.append(...tableOf(text, label));
  });
  return details;
}
