// Creates, changes and deletes assets of the run, and checks that records and the list show each step.
import type { Operation } from '../../../contract/document';
import { type Row, recordIn, rowsIn } from '../collections';
import type { Outgoing, Reply } from '../../probe/send';
import type { OwnAssets } from '../own-assets';
import { toOutgoing } from '../../probe/requests';
import { RATING, differencesText, differingFields, faultsWithin, recordFaults } from '../row-faults';
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
  const outgoing = toOutgoing(own.create, { path: {}, body });
  const reply = await own.expect('changes', own.create, outgoing, { label: 'a new asset', status: 201 });
  const created = recordIn(reply?.body);
  // A faulty server could return the id of a record that the run must not change.
  if (reply?.status !== 201 || !created || own.remember(reply) !== created.id) return;
  watched.session.compareWithSent('changes', own.create, { outgoing, reply, sent: body });
  await readBack(watched, own.create, outgoing, created.id, created);
  checkRating(watched, own.create, outgoing, reply, created);
  if (created['updated_at'] !== created['created_at'])
    report(watched, own.create, 'updated_at of a new record is not its created_at', outgoing, reply);
  await checkList(watched, { label: 'a creation', outgoing });
}

/** Returns false if the response is wrong, so that later changes have nothing to compare with. */
async function checkChange(watched: Watched, id: string, body: Record<string, unknown>): Promise<boolean> {
  const { session, own } = watched;
  const before = watched.records.get(id)!;
  const outgoing = toOutgoing(own.update, { path: { id }, body });
  const reply = await session.expect('changes', own.update, outgoing, { label: 'a change', status: 200 });
  const returned = recordIn(reply?.body);
  if (reply?.status !== 200 || !returned) return true;
  session.compareWithSent('changes', own.update, { outgoing, reply, sent: body });
  if (session.isWrong(reply)) return !watched.records.delete(id);
  const isEqual = Object.entries(body).every(([name, value]) => before[name] === value);
  const record = await readBack(watched, own.update, outgoing, id, returned, isEqual ? 304 : 200);
  checkRating(watched, own.update, outgoing, reply, returned);
  const message = (names: string[]) => `changed fields that the request does not supply: ${names.join(', ')}`;
  for (const after of [returned, ...(record ? [record] : [])]) {
    const changed = differingFields(before, after);
    const mayChange = [...Object.keys(body), ...(isEqual ? [] : ['updated_at', RATING])];
    const others = changed.filter((name) => !mayChange.includes(name));
    if (others.length > 0)
      report(watched, own.update, message(others), outgoing, reply, {
        detail: differencesText(others, [before, 'before'], [after, 'after']),
      });
    if (!isEqual && !(String(after['updated_at']) > String(before['updated_at'])))
      report(watched, own.update, 'updated_at does not increase', outgoing, reply);
  }
  if (!isEqual) await checkList(watched, { label: 'a change', outgoing });
  return true;
}

async function checkDeletion(watched: Watched, id: string): Promise<void> {
  const { session, own } = watched;
  await own.discard(id);
  watched.records.set(id, null);
  await session.expect('changes', own.read, toOutgoing(own.read, { path: { id } }), {
    label: 'a deleted asset',
    status: 404,
  });
  await checkList(watched, { label: 'a deletion', outgoing: toOutgoing(own.remove, { path: { id } }) });
}

function checkRating(
  watched: Watched,
  operation: Operation,
  outgoing: Outgoing,
  reply: Reply,
  asset: Row,
): void {
  const system = watched.systems.find((other) => other.id === asset['cyber_system_id']);
  if (system && asset[RATING] !== system[RATING])
    report(watched, operation, `the ${RATING} is not that of the cyber system`, outgoing, reply, {
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

/** The last write. */
interface Step {
  label: 'a creation' | 'a change' | 'a deletion';
  outgoing: Outgoing;
}

const report = (
  { session }: Watched,
  operation: Operation,
  message: string,
  outgoing: Outgoing,
  reply: Reply,
  more: Parameters<Session['report']>[5] = {},
) => session.report('changes', operation, message, outgoing, reply, more);

/** Reads the record and compares it with the response to the write. `conditional` is the status for the ETag before it. */
async function readBack(
  watched: Watched,
  operation: Operation,
  outgoing: Outgoing,
  id: string,
  returned: Row,
  conditional: 200 | 304 = 200,
): Promise<Row | undefined> {
  const { session, own, records } = watched;
  const reading = toOutgoing(own.read, { path: { id } });
  await checkPreviousTag(watched, own.read, reading, conditional, outgoing);
  const expected = { label: 'the record', status: 200 };
  const reply = await session.expect('changes', own.read, reading, expected, { cause: outgoing });
  const record = recordIn(reply?.body);
  if (reply?.status !== 200 || !record) return undefined;
  if (session.isWrong(reply)) return undefined;
  const fields = differingFields(returned, record);
  const isStale = fields.length > 0 && (await listShows(watched, returned, fields));
  records.set(id, isStale ? returned : record);
  const detail = differencesText(fields, [returned, 'in the response'], [record, 'in the record']);
  if (isStale) {
    report(watched, own.read, NOT_WRITTEN, reading, reply, { detail, cause: outgoing });
    return undefined;
  }
  const message = `the record differs from the response in ${fields.join(', ')}`;
  if (fields.length > 0) report(watched, operation, message, reading, reply, { detail, cause: outgoing });
  keepTag(watched, reading, reply);
  return record;
}

/** Returns whether the list has the values of the response to a write, so that the read of the record is wrong. */
async function listShows({ session, own }: Watched, returned: Row, fields: string[]): Promise<boolean> {
  const reply = await session.send(own.list, toOutgoing(own.list, { path: {} }));
  const row = rowsIn(reply?.body).find(({ id }) => id === returned.id);
  return row !== undefined && differingFields(returned, row, fields).length === 0;
}

/** Checks the list, and that its ETag has changed with the step. */
async function checkList(watched: Watched, step?: Step): Promise<void> {
  const { session, own, records } = watched;
  const outgoing = toOutgoing(own.list, { path: {} });
  const cause = step?.outgoing;
  if (step) await checkPreviousTag(watched, own.list, outgoing, 200, cause);
  const expected = { label: 'the list', status: 200 };
  const reply = await session.expect('changes', own.list, outgoing, expected, { cause });
  if (reply?.status !== 200) return;
  keepTag(watched, outgoing, reply);
  const rows = rowsIn(reply.body);
  const lost = await firstLost(watched, rows);
  watched.listed = rows.map(({ id }) => id);
  const message = 'the list lacks a record that it had before';
  const lacking = lost === undefined ? [] : [{ message, detail: `id ${quoted(lost)}` }];
  for (const fault of [...lacking, ...faultsWithin(rows), ...recordFaults({ rows, records })]) {
    const label = step && `after ${step.label}`;
    const compared = 'isOfRecord' in fault ? own.read.operationId : undefined;
    report(watched, own.list, fault.message, outgoing, reply, {
      label,
      detail: fault.detail,
      cause,
      compared,
    });
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
  const reply = await session.send(own.read, toOutgoing(own.read, { path: { id: first } }));
  return reply?.status === 200 ? first : undefined;
}

function keepTag({ tags }: Watched, { path }: Outgoing, reply: Reply): void {
  const tag = reply.headers.get('etag');
  if (tag !== null) tags.set(path, tag);
}

async function checkPreviousTag(
  { session, tags }: Watched,
  operation: Operation,
  outgoing: Outgoing,
  status: 200 | 304,
  cause: Outgoing | undefined,
): Promise<void> {
  const tag = tags.get(outgoing.path);
  if (tag === undefined) return;
  const conditional = { ...outgoing, headers: { ...outgoing.headers, 'If-None-Match': tag } };
  const expected = { label: 'If-None-Match with the ETag before the last write', status };
  await session.expect('changes', operation, conditional, expected, { cause });
}
