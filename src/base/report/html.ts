// Writes a report as one HTML page for printing, without scripts and external resources.
import { escapeControls, escapeHtml } from '../text';
import { type Cell, type Report, type Table, linesOf } from './report';

const STYLE = `
:root { color-scheme: light; }
body { font: 12px/1.4 system-ui, sans-serif; margin: 24px; color: #111; background: #fff; }
h1 { font-size: 20px; margin: 0 0 12px; }
h2 { font-size: 15px; margin: 16px 0 6px; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 2px 16px; margin: 0 0 16px; }
dt { font-weight: 600; }
dd { margin: 0; overflow-wrap: anywhere; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: 3px 6px; border: 1px solid #bbb; overflow-wrap: anywhere; }
th { background: #eee; }
@page { size: A4 landscape; margin: 12mm; }
@media print { body { margin: 0; font-size: 9px; } thead { display: table-header-group; } tr { break-inside: avoid; } }
`;

const escape = (text: string): string => escapeHtml(escapeControls(text));
const element = (tag: string, text: string): string => `<${tag}>${escape(text)}</${tag}>`;
const tableCell = (cell: Cell): string => `<td>${linesOf(cell).map(escape).join('<br>')}</td>`;

function* tableHtml({ heading, note, columns, rows }: Table): Iterable<string> {
  if (heading !== '') yield `${element('h2', heading)}\n`;
  if (note !== undefined) yield `${element('p', note)}\n`;
  const headings = columns.map((column) => `<th scope="col">${escape(column)}</th>`).join('');
  yield `<table>\n<thead><tr>${headings}</tr></thead>\n<tbody>\n`;
  for (const row of rows) yield `<tr>${row.map(tableCell).join('')}</tr>\n`;
  yield '</tbody>\n</table>\n';
}

/** Returns the page in pieces, because it can be long. */
export function* htmlOf({ title, summary, facts, tables }: Report): Iterable<string> {
  yield `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escape(title)}</title>
<style>${STYLE}</style>
</head>
<body>
${element('h1', title)}
${summary.map((sentence) => `${element('p', sentence)}\n`).join('')}<dl>${facts.map(([term, text]) => element('dt', term) + element('dd', text)).join('\n')}</dl>
`;
  for (const table of tables) yield* tableHtml(table);
  yield '</body>\n</html>\n';
}
