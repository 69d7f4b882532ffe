// Checks the planned lists of a sandbox: lists below a record against the whole list, and pages of a list.
import { isDeepStrictEqual } from 'node:util';
import { type Operation, type Schema, resolve } from '../../../contract/document';
import { type Row, listedTypeOf, rowsIn } from '../collections';
import { isCursor, parametersIn, toOutgoing } from '../../probe/requests';
import { quoted } from '../../../base/report/report';
import {
  type Listed,
  differencesText,
  differingFields,
  faultsWithin,
  hasTime,
  repetitions,
} from '../row-faults';
import type { Session } from '../session';
import { listAll, readPages } from './lists';

/** The lists below further records share the same query. */
const MAX_PARENTS = 12;

export async function checkPlannedLists(session: Session): Promise<void> {
  const { document } = session.options;
  const planned = session.operations.filter(
    ({ availability, method }) => availability === 'planned' && method === 'GET',
  );
  const lists = await listAll(session);
  await session.each(planned, async (operation) => {
    const parameters = parametersIn(operation, 'query');
    if (parameters.some((parameter) => isCursor(document, operation, parameter)))
      return checkPages(session, operation);
    const type = listedTypeOf(document, operation);
    if (type === undefined || !operation.path.includes('{')) return;
    const whole = lists.find((listed) => listed.reply && listed.type === type);
    if (whole) await checkBelow(session, operation, whole, lists);
  });
}

/** Expects the rows of the whole list that belong to the parent, in the same order. */
async function checkBelow(session: Session, operation: Operation, whole: Listed, lists: Listed[]) {
  const [parameter] = parametersIn(operation, 'path');
  const parent = resolve<Schema | undefined>(session.options.document, parameter?.schema)?.['x-references'];
  const parents = lists.find(({ type }) => type === parent)?.rows ?? [];
  for (const { id } of parents.slice(0, MAX_PARENTS)) {
    const outgoing = toOutgoing(operation, { path: { [parameter!.name]: id } });
    const reply = await session.expect('lists', operation, outgoing, {
      label: 'the list below a record',
      status: 200,
    });
    const expected = whole.rows.filter((row) => belongsTo(row, whole, id, lists));
    if (reply?.status !== 200 || isDeepStrictEqual(reply.body, expected)) continue;
    const message = `the rows are not those of ${whole.list.operationId} that belong to the record`;
    const detail = firstDifference(rowsIn(reply.body), expected, whole.list.operationId);
    session.report('lists', operation, message, outgoing, reply, { detail });
  }
}

/** Returns whether the references of a row lead to the record, directly or over other records. */
function belongsTo(row: Row, { references }: Listed, id: string, lists: Listed[]): boolean {
  return references.some(([field, type]) => {
    if (row[field] === id) return true;
    const target = lists.find((other) => other.type === type);
    const referred = target?.rows.find((other) => other.id === row[field]);
    return target !== undefined && referred !== undefined && belongsTo(referred, target, id, lists);
  });
}

/** Returns where two lists differ first. `elsewhere` names the place of the expected rows. */
function firstDifference(rows: Row[], expected: Row[], elsewhere: string): string {
  const length = Math.max(rows.length, expected.length);
  const index = Array.from({ length }, (_none, at) => at).find(
    (at) => !isDeepStrictEqual(rows[at], expected[at]),
  );
  const [row, other] = [rows[index ?? 0], expected[index ?? 0]];
  if (row?.id !== other?.id)
    return `row ${index} has the id ${quoted(row?.id)}, in ${elsewhere} ${quoted(other?.id)}`;
  const fields = row && other ? differingFields(row, other) : [];
  return `row ${index} (id ${quoted(row?.id)}): ${differencesText(fields, [row ?? {}, 'here'], [other ?? {}, `in ${elsewhere}`])}`;
}

/** Reads a list in pages of the maximum size and in three or more pages, and compares the rows. */
async function checkPages(session: Session, operation: Operation): Promise<void> {
  const limit = parametersIn(operation, 'query').find(({ name }) => name === 'limit');
  const maximum = Number(limit?.schema['maximum'] ?? 1);
  const whole = await readPages(session, 'lists', operation, { path: {}, query: { limit: maximum } });
  if (!whole || whole.rows.length < 2) return;
  const smaller = Math.max(1, Math.min(Math.ceil(whole.rows.length / 3), maximum - 1));
  const parts = await readPages(session, 'lists', operation, { path: {}, query: { limit: smaller } });
  if (!parts) return;
  const ids = new Set(parts.rows.map((row) => row.id));
  const missing = whole.rows.find((row) => !ids.has(row.id));
  const report = (message: string, detail: string): void =>
    session.report('lists', operation, message, parts.outgoing, parts.reply, { detail });
  for (const { rows } of [whole, parts])
    // The activity log is the only list in another order than that of creation, and has no such time.
    for (const { message, detail } of rows.every(hasTime) ? faultsWithin(rows) : repetitions(rows))
      report(message, detail);
  if (missing) report('smaller pages lack a record', `id ${quoted(missing.id)}`);
  else if (!isDeepStrictEqual(whole.rows, parts.rows))
    report('smaller pages have other rows', firstDifference(parts.rows, whole.rows, `pages of ${maximum}`));
}
