// Checks lists below a record of a sandbox: against the whole list, and before and after a change below the record.
import { isDeepStrictEqual } from 'node:util';
import type { JsonObject } from '../../../base/values';
import type { Operation } from '../../../contract/document';
import { bodySchema, successSchema } from '../../../contract/record-model';
import { type Row, operationsOn, recordIn, referencesIn, rowsIn, withOwnAddress } from '../collections';
import { bodyExamples, idsIn, parametersIn } from '../../probe/requests';
import { quoted } from '../../../base/report/report';
import { type Listed, firstDifference, recordFaults } from '../row-faults';
import type { Answered } from '../../probe/send';
import type { Session } from '../session';

/** The lists below further records share the same query. */
const MAX_PARENTS = 100;

/** A list below a record. */
interface Nested {
  operation: Operation;
  /** The types of the rows and of the record. */
  type: string;
  parent: string;
}

export async function checkNestedLists(session: Session, lists: Listed[]): Promise<void> {
  const { model } = session;
  const nested = session.active.flatMap((operation): Nested[] => {
    const rows = operation.method === 'GET' ? model.rowsOf(successSchema(operation)) : undefined;
    const type = rows?.field === undefined ? model.idReference(rows?.items) : undefined;
    const parent = model.referenceOf(parametersIn(operation, 'path')[0]?.schema);
    return type !== undefined && parent !== undefined ? [{ operation, type, parent }] : [];
  });
  await checkListsOfField(session, lists);
  await session.each(nested, async (each) => {
    const whole = lists.find((listed) => listed.reply && listed.type === each.type);
    if (whole) await checkBelow(session, each, whole, lists);
  });
  for (const each of nested)
    if (!session.ledger.has('lists', each.operation.operationId)) await checkChangeBelow(session, each);
}

/** Expects the known records of a kind without a whole list in the list for their field, for example `resourceId`. */
async function checkListsOfField(session: Session, lists: Listed[]): Promise<void> {
  const { options, model } = session;
  const known = [...idsIn(options.document), ...(options.knownIds ?? [])];
  const reads = session.active.filter(({ method }) => method === 'GET');
  for (const list of reads) {
    const row = model.rowsOf(successSchema(list))?.items;
    const [type, [parameter, ...others]] = [model.idReference(row), parametersIn(list, 'path')];
    const field = parameter && others.length === 0 ? parameter.name : 'id';
    if (!type || field === 'id' || !(field in model.shapeOf(row).properties)) continue;
    const read = reads.find(
      ({ path, parameters: [first] }) => /\}$/.test(path) && model.referenceOf(first?.schema) === type,
    );
    if (!read || lists.some((listed) => listed.type === type)) continue;
    const isId = session.responses.schemas.of(model.idSchemaOf(type));
    for (const id of known.filter((each) => isId(each))) {
      const record = recordIn((await session.send(read, { id }))?.body);
      if (!record || record.id !== id) continue;
      const expected = { label: 'the list of a known record', status: 200 };
      const reply = await session.expect('lists', list, { path: record }, expected);
      if (reply?.status !== 200) continue;
      for (const { message, detail } of recordFaults({
        rows: rowsIn(reply.body),
        records: new Map([[id, record]]),
      }))
        session.report('lists', list, message, reply, { detail });
    }
  }
}

/** Expects the rows of the whole list that belong to the parent, in the same order. */
async function checkBelow(session: Session, { operation, parent }: Nested, whole: Listed, lists: Listed[]) {
  const parents = lists.find(({ type }) => type === parent)?.rows ?? [];
  const compared = whole.list.operationId;
  const others = `the rows are not those of ${compared} that belong to the record`;
  for (const { id } of parents.slice(0, MAX_PARENTS)) {
    const label = 'the list below a record';
    const reply = await session.expect('lists', operation, { id }, { label, status: 200 });
    const expected = whole.rows.filter((row) => belongsTo(row, whole, id, lists));
    if (reply?.status !== 200 || isDeepStrictEqual(reply.body, expected)) continue;
    const rows = rowsIn(reply.body);
    const unlisted = await unlistedRecord(session, whole, rows);
    if (unlisted && belongsTo(unlisted, whole, id, lists)) {
      const detail = `record ${quoted(unlisted.id)}, which ${operation.operationId} returns`;
      session.report('lists', whole.list, LACKS, whole.reply!, { detail });
    } else {
      const detail = firstDifference(rows, expected, compared);
      session.report('lists', operation, others, reply, { detail, compared });
    }
  }
}

const LACKS = 'the list lacks a record that the server returns';

/** Returns the first record of the rows that the whole list lacks, as the server returns it. */
async function unlistedRecord(session: Session, { read, rows }: Listed, below: Row[]) {
  const ids = new Set(rows.map(({ id }) => id));
  const first = below.find(({ id }) => !ids.has(id));
  const reply = first && read && (await session.send(read, { id: first.id }));
  return reply?.status === 200 ? recordIn(reply.body) : undefined;
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

/** Reads the list below a new record: empty, after a creation below it, after a change, and after a deletion. */
async function checkChangeBelow(session: Session, { operation, type, parent }: Nested): Promise<void> {
  const made: Made[] = [];
  const home = await make(session, parent, undefined, made);
  let tag: string | undefined;
  const expectRows = async (label: string, ids: string[], cause?: Answered) => {
    const values = { id: home, headers: tag === undefined ? {} : { 'If-None-Match': tag } };
    const reply = await session.expect('lists', operation, values, { label, status: 200, cause });
    if (reply?.status !== 200) return;
    tag = reply.headers.get('etag') ?? undefined;
    const found = rowsIn(reply.body).map(({ id }) => id);
    const [wrong, right] = [found, ids].map((each) => each.map(quoted).join(', ') || 'none');
    const more = { label, cause, detail: `ids ${wrong}, not ${right}` };
    if (wrong !== right)
      session.report('lists', operation, 'the list does not show the last change', reply, more);
  };
  if (home !== undefined) {
    await expectRows('the list below a record without rows', []);
    const id = await make(session, type, [parent, home], made);
    const { change, remove } = made.at(-1)!;
    if (id !== undefined) {
      await expectRows('the list after a creation below the record', [id]);
      const changed = change && (await session.send(change, { id, body: { name: session.name() } }));
      if (changed?.status === 200)
        await expectRows('the list after a change below the record', [id], changed);
      const removed = remove && (await session.send(remove, { id }));
      if (removed?.status === 204) {
        made.pop();
        await expectRows('the list after a deletion below the record', [], removed);
      }
    }
  }
  for (const { id, remove } of made.reverse()) if (remove) await session.send(remove, { id });
}

/** A record that the check made, with the operations on it. */
export type Made = ReturnType<typeof operationsOn> & { id: string };

/** Creates a record, below another one if it is given, together with the records between them. Returns its id. */
export async function make(
  session: Session,
  type: string,
  above: [type: string, id: string] | undefined,
  made: Made[],
): Promise<string | undefined> {
  const { model } = session;
  const create = session.active.find(
    (operation) =>
      operation.method === 'POST' &&
      /^\/[\w-]+$/.test(operation.path) &&
      model.idReference(successSchema(operation)) === type,
  );
  const [, example] = (create && bodyExamples(create)[0]) ?? [];
  if (!create || !example) return undefined;
  const name = session.name();
  const body: JsonObject = {
    ...withOwnAddress(name, example),
    ...('name' in (example as JsonObject) && { name }),
  };
  if (above) {
    const references = referencesIn(model, model.shapeOf(bodySchema(create)).properties);
    for (const [field] of references) delete body[field];
    const direct = references.find(([, target]) => target === above[0]);
    const [field, between] = direct ?? references[0] ?? [];
    if (field === undefined || between === undefined) return undefined;
    body[field] = direct ? above[1] : await make(session, between, above, made);
  }
  const reply = await session.send(create, { body });
  const id = reply?.status === 201 ? recordIn(reply.body)?.id : undefined;
  if (id !== undefined) made.push({ id, ...operationsOn(session.operations, create) });
  return id;
}
