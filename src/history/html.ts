// Writes an inventory of a day as one HTML page for printing, without scripts and external resources.
import { escapeControls } from '../escape-controls';
import { escapeHtml as escape } from '../escape-html';
import { COLUMNS, COLUMN_NAMES, listed } from './columns';
import type { InventoryFilter } from './filter';
import type { InventoryReport } from './report';

const STYLE = `
:root { color-scheme: light; }
body { font: 12px/1.4 system-ui, sans-serif; margin: 24px; color: #111; background: #fff; }
h1 { font-size: 20px; margin: 0 0 12px; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 2px 16px; margin: 0 0 16px; }
dt { font-weight: 600; }
dd { margin: 0; overflow-wrap: anywhere; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: 3px 6px; border: 1px solid #bbb; overflow-wrap: anywhere; }
th { background: #eee; }
@page { size: A4 landscape; margin: 12mm; }
@media print { body { margin: 0; font-size: 9px; } thead { display: table-header-group; } tr { break-inside: avoid; } }
`;

const filterText = ({ ratings, facility }: InventoryFilter): string =>
  [ratings && `impact rating ${ratings.join(', ')}`, facility && `facility ${facility}`]
    .filter(Boolean)
    .join('; ') || 'none';

export function* htmlText(report: InventoryReport): Iterable<string> {
  const { organization, day, filter, head, exporter, rows, names } = report;
  const facts: [string, string][] = [
    ['Organization', `${organization.name} (${organization.slug})`],
    ['As of', `the end of ${day} (UTC)`],
    ['Filter', filterText(filter)],
    ['Records', String(rows.length)],
    ['Chain head', head ? `${head.hash} (entry ${head.sequence})` : 'none: the log is empty'],
    ['Exported by', exporter],
  ];
  const cell = (tag: string, text: string): string => `<${tag}>${escape(escapeControls(text))}</${tag}>`;
  const title = `Inventory of ${organization.name} as of ${day}`;
  yield `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escape(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${escape(title)}</h1>
<dl>${facts.map(([term, text]) => cell('dt', term) + cell('dd', text)).join('\n')}</dl>
<table>
<thead><tr>${COLUMN_NAMES.map((name) => `<th scope="col">${COLUMNS[name]}</th>`).join('')}</tr></thead>
<tbody>
`;
  for (const row of rows) {
    const cells = listed(row, names);
    yield `<tr>${COLUMN_NAMES.map((name) => cell('td', cells[name])).join('')}</tr>\n`;
  }
  yield '</tbody>\n</table>\n</body>\n</html>\n';
}
