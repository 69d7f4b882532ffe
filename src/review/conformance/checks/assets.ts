// Checks writes on cyber assets of the run: examples, guarantees, and errors that need a record.
import type { ErrorCode } from '../../../base/errors';
import { quoted } from '../../../base/report/report';
import type { JsonObject } from '../../../base/values';
import type { Operation } from '../../../contract/document';
import { type Values, bodyExamples, missingPath, toOutgoing } from '../../probe/requests';
import type { Check } from '../findings';
import { type OwnAssets, MISSING_SYSTEM } from '../own-assets';
import type { Answered } from '../../probe/send';
import type { Session } from '../session';
import { checkReplay, checkStaleTag } from './guarantees';

/** A request that gets an error, or without a code a success. */
type Case = [operation: Operation, values: Values, label: string, status: number, code?: ErrorCode];
type Send = (each: Case) => Promise<Answered | undefined>;

export async function checkAssets(session: Session, own: OwnAssets, systemIds: Set<string>): Promise<void> {
  /** Gives an example a name of the run and an existing system. */
  const adapted = (body: unknown): JsonObject => {
    const fields = { ...(body as JsonObject) };
    if ('name' in fields) fields['name'] = session.name(` ${String(fields['name'])}`);
    if ('cyber_system_id' in fields && !systemIds.has(fields['cyber_system_id'] as string))
      fields['cyber_system_id'] = own.systemId;
    return fields;
  };

  for (const [name, example] of bodyExamples(own.create))
    await checkCreation(session, own, name, adapted(example));
  const asset = await own.createAsset('examples');
  if (!asset) return;
  const { id } = asset;
  for (const [name, example] of bodyExamples(own.update)) {
    const body = adapted(example);
    const label = `the example ${name}`;
    const reply = await session.expect('examples', own.update, { id, body }, { label, status: 200 });
    session.compareWithSent('examples', own.update, reply, body);
  }
  /** Sends a case to the asset, unless it names another one. */
  const send: Send = async ([operation, values, label, status, code]) => {
    const check = code === undefined ? 'guarantees' : 'errors';
    const request = { ...(operation !== own.create && { id }), ...values };
    const reply = await session.expect(check, operation, request, { label, status, code });
    if (operation === own.create) own.remember(reply);
    return reply;
  };
  // A server that ignores the condition deletes the asset.
  const spare = await own.createAsset('guarantees');
  if (spare) {
    await checkStaleTag(session, own.update, { id: spare.id, body: {} });
    await checkStaleTag(session, own.remove, { id: spare.id });
  }
  await own.discard(spare?.id);
  await checkConditions(session, own, id);
  const taken = await own.createAsset('examples');
  for (const each of referencesAndNames(own, asset.name, taken?.name)) await send(each);
  await own.discard(taken?.id);
  await checkRetries(session, own, send);
  await session.expect('examples', own.remove, { id }, { label: 'an asset of the run', status: 204 });
  await send([own.remove, {}, 'a deleted asset', 404, 'not_found']);
  await send([own.read, {}, 'a deleted asset', 404, 'not_found']);
  await send([own.update, { path: missingPath(own.update), body: {} }, 'an unknown asset', 404, 'not_found']);
}

async function checkCreation(session: Session, own: OwnAssets, name: string, body: JsonObject) {
  const label = `the example ${name}`;
  const reply = await session.expect('examples', own.create, { body }, { label, status: 201 });
  const id = own.remember(reply);
  session.compareWithSent('examples', own.create, reply, body);
  const location = reply?.headers.get('location');
  if (location && id !== undefined) {
    const { path } = toOutgoing(own.read, { id });
    if (location.replace(/^https?:\/\/[^/]+/, '') !== path)
      reportLocation(session, 'examples', own.create, reply!, path);
    const expected = { label: 'the new record', status: 200, cause: reply };
    const found = await session.expect('examples', own.read, { id }, expected);
    session.compareWithSent('examples', own.read, found, body, reply);
  }
  await own.discard(id);
}

/** Reports a Location that is not the path of the new record. */
export function reportLocation(
  session: Session,
  check: Check,
  create: Operation,
  reply: Answered,
  path: string,
): void {
  const location = quoted(reply.headers.get('location') ?? undefined);
  session.report(check, create, 'Location is not the path of the new record', reply, {
    detail: `Location is ${location}, the path is ${quoted(path)}`,
    advice: 'Return in Location the path from which the new record can be read.',
  });
}

async function checkConditions(session: Session, own: OwnAssets, id: string): Promise<void> {
  const tag = (await session.send(own.read, { id }))?.headers.get('etag');
  if (!tag) return;
  const update = { id, headers: { 'If-Match': tag }, body: { asset_type: 'software' } };
  const current = { label: 'the current ETag in If-Match', status: 200 };
  await session.expect('guarantees', own.update, update, current);
  const label = 'the previous ETag in If-Match';
  const previous = { label, status: 412, code: 'precondition_failed' } as const;
  await session.expect('guarantees', own.update, update, previous);
}

/** @param taken the name of another asset. */
function referencesAndNames(own: OwnAssets, name: string, taken: string | undefined): Case[] {
  const { create, update } = own;
  const unknown = { cyber_system_id: MISSING_SYSTEM };
  const creation = (fields: JsonObject) => ({ body: own.fields(fields) });
  const rejected = (other: string): Case[] => [
    [create, creation({ name: other }), 'a taken name', 409, 'conflict'],
    [create, creation({ name: other.toUpperCase() }), 'a taken name in capitals', 409, 'conflict'],
    [update, { body: { name: other } }, 'a taken name', 409, 'conflict'],
  ];
  return [
    [create, creation(unknown), 'an unknown cyber system', 400, 'invalid_reference'],
    [update, { body: unknown }, 'an unknown cyber system', 400, 'invalid_reference'],
    ...(taken === undefined ? [] : rejected(taken)),
    [update, { body: {} }, 'an empty update', 200],
    [update, { body: { name } }, 'its own name', 200],
  ];
}

async function checkRetries(session: Session, own: OwnAssets, send: Send): Promise<void> {
  const values = { headers: { 'Idempotency-Key': session.name() }, body: own.fields() };
  const first = await send([own.create, values, 'a first request with an Idempotency-Key', 201]);
  await checkReplay(session, own.create, values, first);
  const other = { ...values, body: { ...values.body, asset_type: 'software' } };
  const label = 'another body with the same Idempotency-Key';
  await send([own.create, other, label, 422, 'idempotency_mismatch']);
}
