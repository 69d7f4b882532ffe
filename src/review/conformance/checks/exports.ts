// Compares CSV exports with the lists that they export: each row, and each cell of a column that is a field.
import type { Operation } from '../../../contract/document';
import { UnreadableCsv, readCsv } from '../../../base/csv/read';
import { quoted } from '../../../base/report/report';
import { type Row, rowsIn } from '../collections';
import { type Values, toOutgoing } from '../../probe/requests';
import type { Session } from '../session';
import type { Collections } from './lists';

const CSV = 'text/csv';
/** The name of an export follows the path of its list. */
const EXPORT = /^\/export(-\w+)?$/;

export async function checkExports(session: Session, collections: Collections): Promise<void> {
  const reads = session.active.filter(({ method }) => method === 'GET');
  await session.each(reads, async (list) => {
    const exports = reads.filter(
      ({ path, responses }) =>
        path.startsWith(`${list.path}/`) &&
        EXPORT.test(path.slice(list.path.length)) &&
        responses[200]?.content?.[CSV],
    );
    if (exports.length === 0) return;
    const [, name] = /\{(\w+)\}/.exec(list.path) ?? [];
    const parents =
      name === undefined ? [''] : (collections.get(list.path.split('/{')[0]!) ?? []).map(({ id }) => id);
    for (const id of parents)
      await compareExports(session, list, exports, { path: name === undefined ? {} : { [name]: id } });
  });
}

/** Compares the exports of one list, which together have each of its rows. */
async function compareExports(
  session: Session,
  list: Operation,
  exports: Operation[],
  values: Values,
): Promise<void> {
  const listed = await session.send(list, toOutgoing(list, values));
  if (listed?.status !== 200) return;
  const rows = new Map(rowsIn(listed.body).map((row) => [row.id, row]));
  const missing = new Set(rows.keys());
  for (const operation of exports) {
    const outgoing = toOutgoing(operation, { ...values, headers: { Accept: CSV } });
    const reply = await session.send(operation, outgoing);
    if (reply?.status !== 200 || reply.mediaType !== CSV) return;
    session.ledger.count('lists');
    const exported = await rowsOfCsv(reply.text);
    const report = (fault: string, detail: string): void =>
      session.report('lists', operation, fault, outgoing, reply, { detail, advice: ADVICE });
    for (const [id, cells] of exported) {
      missing.delete(id);
      const fault = rowFault(rows.get(id), cells);
      if (fault !== undefined) report(...fault);
    }
    const [first] = missing;
    if (operation === exports.at(-1) && first !== undefined)
      report('the export lacks a row of the list', quoted(first));
  }
}

const ADVICE = 'Compare the rows of the export with those of the list.';

function rowFault(
  row: Row | undefined,
  cells: Map<string, string>,
): [fault: string, detail: string] | undefined {
  const id = quoted(cells.get('id'));
  if (!row) return ['the export has a row that the list lacks', id];
  // A cell cannot hold an object.
  const wrong = [...cells].find(
    ([column, cell]) =>
      column in row &&
      typeof row[column] !== 'object' &&
      plain(cell) !== plain(quoted(row[column]).replace(/^"|"$/g, '')),
  );
  if (!wrong) return undefined;
  const [column, cell] = wrong;
  return [
    `the export has another value than the list in ${column}`,
    `${id}: ${quoted(cell)} in the export, ${quoted(row[column])} in the list`,
  ];
}

/** Exports protect spreadsheets with an apostrophe before a formula, and readers trim cells. */
const plain = (text: string): string => text.replace(/'(?=[=+\-@])/g, '').trim();

/** Returns the cells by column of each row, by id. A file that cannot be read has no rows. */
async function rowsOfCsv(text: string): Promise<Map<string, Map<string, string>>> {
  const rows = new Map<string, Map<string, string>>();
  let names: string[] | undefined;
  try {
    for await (const { cells } of readCsv(text)) {
      const row = names && new Map(names.map((name, index) => [name, cells[index] ?? '']));
      if (row) rows.set(row.get('id') ?? '', row);
      names ??= cells;
    }
  } catch (error) {
    if (!(error instanceof UnreadableCsv)) throw error;
  }
  return rows;
}
