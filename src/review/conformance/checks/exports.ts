// Compares CSV exports with the lists that they export: each row, and each cell of a column that is a field.
import type { Operation } from '../../../contract/document';
import { readCsvTable } from '../../../base/csv/read';
import { quoted } from '../../../base/report/report';
import { type Row, rowsIn } from '../collections';
import { type Values, parametersIn, getValues } from '../../probe/requests';
import { CSV } from '../csv-columns';
import type { Session } from '../session';
import type { Collections } from './lists';

/** The name of an export follows the path of its list. */
const EXPORT = /^\/export(-\w+)?$/;

export async function checkExports(session: Session, collections: Collections): Promise<void> {
  const records = new Map([...collections.values()].flat().map((row) => [row.id, row]));
  const reads = session.active.filter(({ method }) => method === 'GET');
  await session.each(reads, async (list) => {
    const exports = reads.filter(
      ({ path, responses }) =>
        path.startsWith(`${list.path}/`) &&
        EXPORT.test(path.slice(list.path.length)) &&
        responses[200]?.content?.[CSV],
    );
    if (exports.length === 0) return;
    const [parent, below] = list.path.split('/{');
    const targets = below === undefined ? [{}] : (collections.get(parent!) ?? []).map(({ id }) => ({ id }));
    for (const target of targets) await compareExports(session, list, exports, target, records);
  });
}

/** Compares the exports of one list, which together have each of its rows, alone and with each filter of both. */
async function compareExports(
  session: Session,
  list: Operation,
  exports: Operation[],
  values: Values,
  records: Map<string, Row>,
): Promise<void> {
  const shared = parametersIn(list, 'query').filter(({ name }) =>
    exports.every((operation) => operation.parameters.some((parameter) => parameter.name === name)),
  );
  for (const query of [{}, ...shared.map((parameter) => ({ [parameter.name]: getValues(parameter)[0] }))]) {
    const listed = await session.send(list, { ...values, query });
    if (listed?.status !== 200) return;
    const rows = new Map(rowsIn(listed.body).map((row) => [row.id, row]));
    await compareRows(session, rows, exports, { ...values, query }, records);
  }
}

async function compareRows(
  session: Session,
  rows: Map<string, Row>,
  exports: Operation[],
  values: Values,
  records: Map<string, Row>,
): Promise<void> {
  const missing = new Set(rows.keys());
  const listedFields = new Set([...rows.values()].flatMap(Object.keys));
  for (const operation of exports) {
    const reply = await session.send(operation, { ...values, headers: { Accept: CSV } });
    if (reply?.status !== 200 || reply.mediaType !== CSV || session.wrong.has(reply)) return;
    session.ledger.count('lists');
    const exported = await readCsvTable(reply.text);
    const report = (fault: string, detail: string): void =>
      session.report('lists', operation, fault, reply, { detail, advice: ADVICE });
    for (const { cells } of exported.rows) {
      const { id = '' } = cells;
      missing.delete(id);
      const row = rows.get(id);
      if (!row) report('the export has a row that the list lacks', quoted(id));
      for (const [column, cell] of row ? Object.entries(cells) : []) {
        const value = listedFields.has(column) ? row![column] : referredValue(column, cells, records);
        if (value === UNKNOWN || plain(cell) === plain(formatText(value))) continue;
        const detail = `${quoted(id)}: ${quoted(cell)} in the export, ${quoted(formatText(value))} in the list`;
        report(`the export has another value than the list in ${column}`, detail);
      }
    }
    const [first] = missing;
    if (operation === exports.at(-1) && first !== undefined)
      report('the export lacks a row of the list', quoted(first));
  }
}

const ADVICE = 'Compare the rows of the export with those of the list.';
const UNKNOWN = Symbol('no other response has the value');

/** Returns the value of a column that only a record has to which the row refers, for example `facility_name`. */
function referredValue(column: string, cells: Record<string, string>, records: Map<string, Row>): unknown {
  const [, owner = '', field = ''] = /^(.+?)_?(name|title)$/i.exec(column) ?? [];
  const named = records.get(cells[`${owner}_id`] ?? cells[`${owner}Id`] ?? '');
  if (named) return named[field.toLowerCase()] ?? UNKNOWN;
  const referred = Object.values(cells).flatMap((cell) => records.get(cell) ?? []);
  const [record, ...others] = referred.filter((each) => column in each && each.id !== cells['id']);
  return record && others.length === 0 ? record[column] : UNKNOWN;
}

/** A list of records is exported as their names. */
function formatText(value: unknown): string {
  if (Array.isArray(value)) return value.map((item: { name?: unknown }) => String(item.name)).join('; ');
  return quoted(value ?? '').replace(/^"|"$/g, '');
}

/** Exports protect spreadsheets with an apostrophe before a formula, and readers trim cells. */
const plain = (text: string): string => text.replace(/'(?=[=+\-@])/g, '').trim();
