// Creates, changes and deletes assets of the run, and checks that records and the list show each step.
import type { Operation } from '../../../contract/document';
import { type Row, recordIn } from '../collections';
import type { Outgoing, Reply } from '../../probe/send';
import type { OwnAssets } from '../own-assets';
import { toOutgoing } from '../../probe/requests';
import { RATING, differencesText, differingFields } from '../row-faults';
import type { Session } from '../session';
import { type Watched, checkList, readBack, report } from '../watched';

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
    await checkChange(watched, id, body);
  await checkDeletion(watched, id);
  for (const remaining of watched.records.keys()) await own.discard(remaining);
}

async function checkCreation(watched: Watched, system: Row): Promise<void> {
  const { own } = watched;
  const body = own.fields({ cyber_system_id: system.id });
  const outgoing = toOutgoing(own.create, { path: {}, body });
  const reply = await own.post('changes', outgoing, { label: 'a new asset', status: 201 });
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

async function checkChange(watched: Watched, id: string, body: Record<string, unknown>): Promise<void> {
  const { session, own } = watched;
  const before = watched.records.get(id)!;
  const outgoing = toOutgoing(own.update, { path: { id }, body });
  const reply = await session.expect('changes', own.update, outgoing, { label: 'a change', status: 200 });
  const returned = recordIn(reply?.body);
  if (reply?.status !== 200 || !returned) return;
  session.compareWithSent('changes', own.update, { outgoing, reply, sent: body });
  const isEmpty = Object.keys(body).length === 0;
  const record = await readBack(watched, own.update, outgoing, id, returned, isEmpty ? 304 : 200);
  checkRating(watched, own.update, outgoing, reply, returned);
  for (const after of [returned, ...(record ? [record] : [])]) {
    const changed = differingFields(before, after);
    const mayChange = [...Object.keys(body), ...(isEmpty ? [] : ['updated_at', RATING])];
    const others = changed.filter((name) => !mayChange.includes(name));
    if (others.length > 0)
      report(
        watched,
        own.update,
        `changed fields that the request does not supply: ${others.join(', ')}`,
        outgoing,
        reply,
        { detail: differencesText(others, [before, 'before'], [after, 'after']) },
      );
    if (!isEmpty && !(String(after['updated_at']) > String(before['updated_at'])))
      report(watched, own.update, 'updated_at does not increase', outgoing, reply);
  }
  if (!isEmpty) await checkList(watched, { label: 'a change', outgoing });
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
