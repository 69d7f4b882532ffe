// Writes an inventory of a day as one HTML page for printing.
import { filterInWords } from '../audit/exports';
import { htmlOf } from '../../base/report/html';
import type { Row } from '../../base/report/report';
import { COLUMNS, COLUMN_NAMES, listed } from './columns';
import { givenIn } from './filter';
import type { InventoryReport } from './report';

function* tableRows({ rows, names }: InventoryReport): Iterable<Row> {
  for (const row of rows) {
    const cells = listed(row, names);
    yield COLUMN_NAMES.map((name) => cells[name]);
  }
}

export function htmlText(report: InventoryReport): Iterable<string> {
  const { organization, day, filter, head, exporter, rows } = report;
  return htmlOf({
    title: `Inventory of ${organization.name} as of ${day}`,
    summary: [],
    facts: [
      ['Organization', `${organization.name} (${organization.slug})`],
      ['As of', `the end of ${day} (UTC)`],
      ['Filter', filterInWords(givenIn(filter)) || 'none'],
      ['Records', String(rows.length)],
      ['Chain head', head ? `${head.hash} (entry ${head.sequence})` : 'none: the log is empty'],
      ['Exported by', exporter],
    ],
    tables: [{ heading: '', columns: COLUMN_NAMES.map((name) => COLUMNS[name]), rows: tableRows(report) }],
  });
}
