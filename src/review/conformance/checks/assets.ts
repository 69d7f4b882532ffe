// Checks writes on cyber assets of the run: examples, guarantees, and errors that need a record.
import { type Asset, type OwnAssets, MISSING_SYSTEM } from '../own-assets';
import { bodyExamples, missingPath, parametersIn, toOutgoing, valuesOf } from '../../probe/requests';
import { quoted } from '../../../base/report/report';
import type { Session } from '../session';

type Fields = Record<string, unknown>;

export async function checkAssets(session: Session, own: OwnAssets, systemIds: Set<string>): Promise<void> {
  /** Gives an example a name of the run and an existing system. */
  const adapted = (body: unknown): Fields => {
    const fields = { ...(body as Fields) };
    if ('name' in fields) fields['name'] = own.name(` ${String(fields['name'])}`);
    if ('cyber_system_id' in fields && !systemIds.has(fields['cyber_system_id'] as string))
      fields['cyber_system_id'] = own.systemId;
    return fields;
  };

  for (const [name, example] of bodyExamples(own.create))
    await checkCreation(session, own, name, adapted(example));
  const asset = await own.createAsset('examples');
  if (!asset) return;
  for (const [name, example] of bodyExamples(own.update)) {
    const body = adapted(example);
    const outgoing = toOutgoing(own.update, { path: { id: asset.id }, body });
    const reply = await session.expect('examples', own.update, outgoing, {
      label: `the example ${name}`,
      status: 200,
    });
    session.compareWithSent('examples', own.update, { outgoing, reply, sent: body });
  }
  await checkConditions(session, own, asset);
  await checkReferencesAndNames(session, own, asset);
  await checkRetries(session, own);
  await checkDeletion(session, own, asset);
}

async function checkCreation(session: Session, own: OwnAssets, name: string, body: Fields): Promise<void> {
  const outgoing = toOutgoing(own.create, { path: {}, body });
  const reply = await own.post('examples', outgoing, { label: `the example ${name}`, status: 201 });
  session.compareWithSent('examples', own.create, { outgoing, reply, sent: body });
  const id = own.remember(reply);
  const location = reply?.headers.get('location');
  if (location && id !== undefined) {
    const reading = toOutgoing(own.read, { path: { id } });
    if (location.replace(/^https?:\/\/[^/]+/, '') !== reading.path)
      session.report('examples', own.create, 'Location is not the path of the new record', outgoing, reply, {
        detail: `Location is ${quoted(location)}, the path is ${quoted(reading.path)}`,
        advice: 'Return in Location the path from which the new record can be read.',
      });
    const expected = { label: 'the new record', status: 200 };
    const found = await session.expect('examples', own.read, reading, expected, { cause: outgoing });
    session.compareWithSent('examples', own.read, {
      outgoing: reading,
      reply: found,
      sent: body,
      cause: outgoing,
    });
  }
  await own.discard(id);
}

async function checkConditions(session: Session, own: OwnAssets, { id }: Asset): Promise<void> {
  for (const operation of [own.update, own.remove]) {
    const parameter = parametersIn(operation, 'header').find(({ name }) => name === 'If-Match');
    // `*` is any version.
    for (const stale of parameter ? valuesOf(parameter).filter((value) => value !== '*') : []) {
      const outgoing = toOutgoing(operation, {
        path: { id },
        headers: { 'If-Match': String(stale) },
        ...(operation.requestBody ? { body: {} } : {}),
      });
      await session.expect('errors', operation, outgoing, {
        label: 'a stale If-Match',
        status: 412,
        code: 'precondition_failed',
      });
    }
  }
  const tag = (await session.send(own.read, toOutgoing(own.read, { path: { id } })))?.headers.get('etag');
  if (!tag) return;
  const update = toOutgoing(own.update, {
    path: { id },
    headers: { 'If-Match': tag },
    body: { asset_type: 'software' },
  });
  await session.expect('guarantees', own.update, update, {
    label: 'the current ETag in If-Match',
    status: 200,
  });
  await session.expect('guarantees', own.update, update, {
    label: 'the previous ETag in If-Match',
    status: 412,
    code: 'precondition_failed',
  });
}

async function checkReferencesAndNames(session: Session, own: OwnAssets, { id, name }: Asset): Promise<void> {
  const taken = await own.createAsset('examples');
  const creation = (body: Fields) => toOutgoing(own.create, { path: {}, body });
  const change = (body: Fields) => toOutgoing(own.update, { path: { id }, body });
  await own.post('errors', creation(own.fields({ cyber_system_id: MISSING_SYSTEM })), {
    label: 'an unknown cyber system',
    status: 400,
    code: 'invalid_reference',
  });
  await session.expect('errors', own.update, change({ cyber_system_id: MISSING_SYSTEM }), {
    label: 'an unknown cyber system',
    status: 400,
    code: 'invalid_reference',
  });
  if (taken) {
    await own.post('errors', creation(own.fields({ name: taken.name })), {
      label: 'a taken name',
      status: 409,
      code: 'conflict',
    });
    await own.post('errors', creation(own.fields({ name: taken.name.toUpperCase() })), {
      label: 'a taken name in capitals',
      status: 409,
      code: 'conflict',
    });
    await session.expect('errors', own.update, change({ name: taken.name }), {
      label: 'a taken name',
      status: 409,
      code: 'conflict',
    });
    await own.discard(taken.id);
  }
  await session.expect('guarantees', own.update, change({}), { label: 'an empty update', status: 200 });
  await session.expect('guarantees', own.update, change({ name }), { label: 'its own name', status: 200 });
}

async function checkRetries(session: Session, own: OwnAssets): Promise<void> {
  const headers = { 'Idempotency-Key': own.name() };
  const body = own.fields();
  const outgoing = toOutgoing(own.create, { path: {}, headers, body });
  const first = await own.post('guarantees', outgoing, {
    label: 'a first request with an Idempotency-Key',
    status: 201,
  });
  const again = await own.post('guarantees', outgoing, {
    label: 'a retry with the same Idempotency-Key',
    status: 201,
  });
  if (first?.status === 201 && again?.status === 201) {
    const replayed = again.text === first.text && again.headers.get('idempotency-replayed') === 'true';
    if (!replayed)
      session.report(
        'guarantees',
        own.create,
        'the retry does not replay the first response with Idempotency-Replayed: true',
        outgoing,
        again,
      );
  }
  const other = toOutgoing(own.create, { path: {}, headers, body: { ...body, asset_type: 'software' } });
  await own.post('errors', other, {
    label: 'another body with the same Idempotency-Key',
    status: 422,
    code: 'idempotency_mismatch',
  });
}

async function checkDeletion(session: Session, own: OwnAssets, { id }: Asset): Promise<void> {
  const deletion = toOutgoing(own.remove, { path: { id } });
  await session.expect('examples', own.remove, deletion, { label: 'an asset of the run', status: 204 });
  await session.expect('errors', own.remove, deletion, {
    label: 'a deleted asset',
    status: 404,
    code: 'not_found',
  });
  await session.expect('errors', own.read, toOutgoing(own.read, { path: { id } }), {
    label: 'a deleted asset',
    status: 404,
    code: 'not_found',
  });
  await session.expect(
    'errors',
    own.update,
    toOutgoing(own.update, { path: missingPath(own.update), body: {} }),
    { label: 'an unknown asset', status: 404, code: 'not_found' },
  );
}
