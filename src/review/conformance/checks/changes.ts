// Creates, changes and deletes assets of the run, and checks that records and the list show each step.
import type { Operation } from '../../../contract/document';
import { type Row, recordIn, rowsIn } from '../collections';
import type { OwnAssets } from '../own-assets';
import { type Values, toOutgoing } from '../../probe/requests';
import { RATING, differencesText, differingFields, faultsWithin, recordFaults } from '../row-faults';
import type { Answered } from '../../probe/send';
import { NOT_WRITTEN, type Session } from '../session';
import { quoted } from '../../../base/report/report';

export async function checkChanges(session: Session, own: OwnAssets, systems: Row[]): Promise<void> {
  const watched: Watched = { session, own, systems, records: new Map(), listed: [], tags: new Map() };
  const ofEachRating = [...new Map(systems.map((system) => [system[RATING], system])).values()];
  // Two assets at least: an order needs two rows.
  const homes = ofEachRating.length === 1 ? [...ofEachRating, systems[1] ?? systems[0]!] : ofEachRating;
  await checkList(watched);
  for (const system of homes) await checkCreation(watched, system);
  const [id] = watched.records.keys();
  if (id === undefined) return;
  const [home, other] = homes.map((system) => system.id);
  for (const body of [
    { name: own.name() },
    { asset_type: 'software' },
    { cyber_system_id: other },
    { name: own.name(), asset_type: 'hardware', cyber_system_id: home },
    { asset_type: 'hardware' }, // its own value
    {},
  ])
    if (!(await checkChange(watched, id, body))) break;
  await checkDeletion(watched, id);
  for (const remaining of watched.records.keys()) await own.discard(remaining);
}

async function checkCreation(watched: Watched, system: Row): Promise<void> {
  const { own } = watched;
  const body = own.fields({ cyber_system_id: system.id });
  const reply = await own.expect('changes', own.create, { body }, { label: 'a new asset', status: 201 });
  const created = recordIn(reply?.body);
  // A faulty server could return the id of a record that the run must not change.
  if (reply?.status !== 201 || !created || own.remember(reply) !== created.id) return;
  watched.session.compareWithSent('changes', own.create, reply, body);
  await readBack(watched, own.create, created.id, reply, created);
  checkRating(watched, own.create, reply, created);
  if (created['updated_at'] !== created['created_at'])
    report(watched, own.create, 'updated_at of a new record is not its created_at', reply);
  await checkList(watched, 'a creation', reply);
}

/** Returns false if the response is wrong, so that later changes have nothing to compare with. */
async function checkChange(watched: Watched, id: string, body: Record<string, unknown>): Promise<boolean> {
  const { session, own } = watched;
  const before = watched.records.get(id)!;
  const reply = await session.expect('changes', own.update, { id, body }, { label: 'a change', status: 200 });
  const returned = recordIn(reply?.body);
  if (reply?.status !== 200 || !returned) return true;
  session.compareWithSent('changes', own.update, reply, body);
  if (session.isWrong(reply)) return !watched.records.delete(id);
  const isEqual = Object.entries(body).every(([name, value]) => before[name] === value);
  const record = await readBack(watched, own.update, id, reply, returned, isEqual ? 304 : 200);
  checkRating(watched, own.update, reply, returned);
  const message = (names: string[]) => `changed fields that the request does not supply: ${names.join(', ')}`;
  for (const after of [returned, ...(record ? [record] : [])]) {
    const changed = differingFields(before, after);
    const mayChange = [...Object.keys(body), ...(isEqual ? [] : ['updated_at', RATING])];
    const others = changed.filter((name) => !mayChange.includes(name));
    const detail = differencesText(others, [before, 'before'], [after, 'after']);
    if (others.length > 0) report(watched, own.update, message(others), reply, { detail });
    if (!isEqual && !(String(after['updated_at']) > String(before['updated_at'])))
      report(watched, own.update, 'updated_at does not increase', reply);
  }
  if (!isEqual) await checkList(watched, 'a change', reply);
  return true;
}

async function checkDeletion(watched: Watched, id: string): Promise<void> {
  const { session, own, records } = watched;
  const removed = await own.discard(id);
  records.set(id, null);
  await session.expect('changes', own.read, { id }, { label: 'a deleted asset', status: 404 });
  await checkList(watched, 'a deletion', removed);
}

function checkRating(watched: Watched, operation: Operation, reply: Answered, asset: Row): void {
  const system = watched.systems.find((other) => other.id === asset['cyber_system_id']);
  if (system && asset[RATING] !== system[RATING])
    report(watched, operation, `the ${RATING} is not that of the cyber system`, reply, {
      detail: differencesText([RATING], [asset, 'in the response'], [system, 'in the cyber system']),
    });
}

interface Watched {
  session: Session;
  own: OwnAssets;
  systems: Row[];
  /** The last state of each record; null for a deleted one. */
  records: Map<string, Row | null>;
  /** The ids of the last list. */
  listed: string[];
  /** The last ETag by path. */
  tags: Map<string, string>;
}

const report = (
  { session }: Watched,
  operation: Operation,
  message: string,
  reply: Answered,
  more: Parameters<Session['report']>[4] = {},
) => session.report('changes', operation, message, reply, more);

/** Reads the record and compares it with the response to the write. `conditional` is the status for the ETag before it. */
async function readBack(
  watched: Watched,
  operation: Operation,
  id: string,
  cause: Answered,
  returned: Row,
  conditional: 200 | 304 = 200,
): Promise<Row | undefined> {
  const { session, own, records } = watched;
  await checkPreviousTag(watched, own.read, { id }, conditional, cause);
  const expected = { label: 'the record', status: 200 };
  const reply = await session.expect('changes', own.read, { id }, expected, { cause });
  const record = recordIn(reply?.body);
  if (reply?.status !== 200 || !record) return undefined;
  if (session.isWrong(reply)) return undefined;
  const fields = differingFields(returned, record);
  const isStale = fields.length > 0 && (await listShows(watched, returned, fields));
  records.set(id, isStale ? returned : record);
  const detail = differencesText(fields, [returned, 'in the response'], [record, 'in the record']);
  if (isStale) {
    report(watched, own.read, NOT_WRITTEN, reply, { detail, cause });
    return undefined;
  }
  const message = `the record differs from the response in ${fields.join(', ')}`;
  if (fields.length > 0) report(watched, operation, message, reply, { detail, cause });
  keepTag(watched, reply);
  return record;
}

/** Returns whether the list has the values of the response to a write, so that the read of the record is wrong. */
async function listShows({ session, own }: Watched, returned: Row, fields: string[]): Promise<boolean> {
  const reply = await session.send(own.list, {});
  const row = rowsIn(reply?.body).find(({ id }) => id === returned.id);
  return row !== undefined && differingFields(returned, row, fields).length === 0;
}

/** Checks the list, and that its ETag has changed with the last write. */
async function checkList(watched: Watched, step?: string, cause?: Answered): Promise<void> {
  const { session, own, records } = watched;
  if (step !== undefined) await checkPreviousTag(watched, own.list, {}, 200, cause);
  const expected = { label: 'the list', status: 200 };
  const reply = await session.expect('changes', own.list, {}, expected, { cause });
  if (reply?.status !== 200) return;
  keepTag(watched, reply);
  const rows = rowsIn(reply.body);
  const lost = await firstLost(watched, rows);
  watched.listed = rows.map(({ id }) => id);
  const message = 'the list lacks a record that it had before';
  const lacking = lost === undefined ? [] : [{ message, detail: `id ${quoted(lost)}` }];
  for (const fault of [...lacking, ...faultsWithin(rows), ...recordFaults({ rows, records })]) {
    const label = step && `after ${step}`;
    const compared = 'isOfRecord' in fault ? own.read.operationId : undefined;
    report(watched, own.list, fault.message, reply, { label, detail: fault.detail, cause, compared });
  }
}

/** Returns the first record of the last list that the new one lacks, although the server still returns it. */
async function firstLost(
  { session, own, records, listed }: Watched,
  rows: Row[],
): Promise<string | undefined> {
  const ids = new Set(rows.map(({ id }) => id));
  // A list that lost many records has one cause.
  const [first] = listed.filter((id) => !ids.has(id) && records.get(id) !== null);
  if (first === undefined) return undefined;
  const reply = await session.send(own.read, { id: first });
  return reply?.status === 200 ? first : undefined;
}

function keepTag({ tags }: Watched, { headers, outgoing }: Answered): void {
  const tag = headers.get('etag');
  if (tag !== null) tags.set(outgoing.path, tag);
}

async function checkPreviousTag(
  { session, tags }: Watched,
  operation: Operation,
  values: Values,
  status: 200 | 304,
  cause: Answered | undefined,
): Promise<void> {
  const tag = tags.get(toOutgoing(operation, values).path);
  if (tag === undefined) return;
  const conditional = { ...values, headers: { 'If-None-Match': tag } };
  const expected = { label: 'If-None-Match with the ETag before the last write', status };
  await session.expect('changes', operation, conditional, expected, { cause });
}
