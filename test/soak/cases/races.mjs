// Concurrent requests for one row: one succeeds, the others get an error, and deleted rows stay deleted.
import { randomUUID } from 'node:crypto';
import { createClient } from '../support/client.mjs';
import { prepareOrganization, startServer } from '../support/server.mjs';
import { sendAndGo } from '../support/wire.mjs';

export const name = 'races';

const CALLERS = 100;
const ROUNDS = 50;
const REMOVALS = 200;
const GONE = 200;

const times = (count, make) => Array.from({ length: count }, (_none, index) => make(index));

/** Counts the responses by status and error, for example `409 conflict`. */
function tally(responses) {
  const counts = {};
  for (const { status, body } of responses) {
    const outcome = [status, body?.error].filter(Boolean).join(' ');
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
  return counts;
}

function requireEqual(actual, expected, what) {
  const [got, wanted] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (got !== wanted) throw new Error(`${what}: ${got} instead of ${wanted}`);
}

/** Repeats requests that the server rejects with 503. A busy machine cannot complete 100 writes in time. */
const patient =
  (client, figures) =>
  async (...request) => {
    for (;;) {
      const response = await client(...request);
      if (response.status !== 503) return response;
      figures['answered 503 and repeated']++;
      const seconds = Number(response.headers.get('retry-after'));
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    }
  };

function callsOf(client, systemId) {
  const asset = (assetName) => ({ name: assetName, cyber_system_id: systemId, asset_type: 'hardware' });
  return {
    create: (assetName, headers) => client('POST', '/cyber-assets', { body: asset(assetName), headers }),
    patch: (id, assetName, headers) =>
      client('PATCH', `/cyber-assets/${id}`, { body: { name: assetName }, headers }),
    remove: (id) => client('DELETE', `/cyber-assets/${id}`),
    get: (id) => client('GET', `/cyber-assets/${id}`),
    named: async (assetName) =>
      (await client('GET', '/cyber-assets')).body.filter((each) => each.name === assetName),
    beginning: async (text) =>
      (await client('GET', '/cyber-assets')).body.filter((each) => each.name.startsWith(text)),
    asset,
  };
}

async function equalCreates({ create, named, remove }) {
  const assetName = `equal ${randomUUID()}`;
  requireEqual(
    tally(await Promise.all(times(CALLERS, () => create(assetName)))),
    { 201: 1, '409 conflict': CALLERS - 1 },
    'Concurrent equal creates',
  );
  const rows = await named(assetName);
  requireEqual(rows.length, 1, 'Rows of equal creates');
  await remove(rows[0].id);
}

/** Returns the number of responses with 201. */
async function oneIdempotencyKey({ create, named, remove }) {
  const assetName = `idempotent ${randomUUID()}`;
  const headers = { 'Idempotency-Key': randomUUID() };
  const responses = await Promise.all(times(CALLERS, () => create(assetName, headers)));
  const done = responses.filter(({ status }) => status === 201);
  requireEqual(
    tally(responses.filter(({ status }) => status !== 201)),
    done.length === CALLERS ? {} : { '409 conflict': CALLERS - done.length },
    'Responses other than 201 for one Idempotency-Key',
  );
  const rows = await named(assetName);
  requireEqual(
    [...new Set(done.map(({ body }) => body.id))],
    rows.map(({ id }) => id),
    'Ids in the responses for one Idempotency-Key',
  );
  requireEqual(rows.length, 1, 'Rows of one Idempotency-Key');
  await remove(rows[0].id);
  return done.length;
}

async function oneIfMatch({ create, patch, get, remove }) {
  const created = await create(`matched ${randomUUID()}`);
  const { id } = created.body;
  const headers = { 'If-Match': created.headers.get('etag') };
  const responses = await Promise.all(
    times(CALLERS, (index) => patch(id, `${created.body.name} ${index}`, headers)),
  );
  requireEqual(
    tally(responses),
    { 200: 1, '412 precondition_failed': CALLERS - 1 },
    'Concurrent PATCHes with one If-Match',
  );
  requireEqual(
    (await get(id)).text,
    responses.find(({ status }) => status === 200).text,
    'The asset after PATCHes with one If-Match',
  );
  await remove(id);
}

/** Returns the number of PATCHes that preceded the DELETE. */
async function patchAgainstDelete({ create, patch, remove, get, beginning }, round) {
  const { body, headers } = await create(`removed ${randomUUID()}`);
  const condition = round % 4 < 2 ? { 'If-Match': headers.get('etag') } : {};
  const patching = times(6, (index) => patch(body.id, `${body.name} ${index}`, condition));
  // Without this delay the DELETE, which has no body, would always be first.
  const first = round % 2 ? Promise.race(patching) : Promise.resolve();
  const [removed, ...patched] = await Promise.all([first.then(() => remove(body.id)), ...patching]);
  requireEqual(removed.status, 204, 'DELETE among PATCHes');
  const strange = patched.filter(({ status }) => ![200, 404, 409, 412].includes(status));
  requireEqual(tally(strange), {}, 'Responses of PATCHes during a DELETE');
  requireEqual(
    [(await get(body.id)).status, (await beginning(body.name)).length],
    [404, 0],
    'The deleted asset',
  );
  return patched.filter(({ status }) => status === 200).length;
}

/** Returns true when the server completed the POST of a client that disconnected. */
async function goneInMidPost({ create, named, remove, asset }, { url, key }, round) {
  const assetName = `gone ${randomUUID()}`;
  const idempotencyKey = randomUUID();
  const body = JSON.stringify(asset(assetName));
  const head = [
    'POST /cyber-assets HTTP/1.1',
    'Host: a',
    `X-API-Key: ${key}`,
    'Content-Type: application/json',
    `Idempotency-Key: ${idempotencyKey}`,
    `Content-Length: ${body.length}`,
  ];
  const bytes = `${head.join('\r\n')}\r\n\r\n${body}`;
  const sent = round % 4 === 0 ? bytes.length - 1 - (round % body.length) : bytes.length;
  await sendAndGo(url, bytes.slice(0, sent), { reset: round % 2 === 0 });
  const before = await named(assetName);
  if (before.length > (sent < bytes.length ? 0 : 1))
    throw new Error(`${before.length} rows of a POST with ${sent} of ${bytes.length} bytes`);
  let again;
  const end = performance.now() + 20_000;
  do again = await create(assetName, { 'Idempotency-Key': idempotencyKey });
  while (again.status === 409 && performance.now() < end); // the first one is still running
  requireEqual(
    [again.status, (await named(assetName)).map(({ id }) => id)],
    [201, [again.body.id]],
    'A retry after the client disconnected',
  );
  if (sent < bytes.length && again.headers.has('idempotency-replayed'))
    throw new Error('The server executed an incomplete POST');
  await remove(again.body.id);
  return again.headers.has('idempotency-replayed');
}

export async function run({ log, databaseUrl, scale = 1 }) {
  const organization = await prepareOrganization(databaseUrl);
  const server = await startServer({ databaseUrl });
  const counts = Object.fromEntries(
    Object.entries({ rounds: ROUNDS, removals: REMOVALS, gone: GONE }).map(([what, count]) => [
      what,
      Math.ceil(count * scale),
    ]),
  );
  const figures = {
    'equal creates': `${counts.rounds} × ${CALLERS}: one 201 each`,
    'answered 201 with one Idempotency-Key': 0,
    'PATCHes before the DELETE': 0,
    'POSTs done though the client was gone': 0,
    'answered 503 and repeated': 0,
  };
  const calls = callsOf(patient(createClient(server.url, organization.key), figures), organization.systemId);
  for (let round = 0; round < counts.rounds; round++) {
    await equalCreates(calls);
    figures['answered 201 with one Idempotency-Key'] += await oneIdempotencyKey(calls);
    await oneIfMatch(calls);
  }
  log(`${counts.rounds} rounds of ${CALLERS} callers`);
  figures['PATCHes with one If-Match'] = `${counts.rounds} × ${CALLERS}: one 200 each`;
  for (let round = 0; round < counts.removals; round++)
    figures['PATCHes before the DELETE'] += await patchAgainstDelete(calls, round);
  log(`${counts.removals} deletions among PATCHes`);
  for (let round = 0; round < counts.gone; round++)
    figures['POSTs done though the client was gone'] += Number(
      await goneInMidPost(calls, { url: server.url, ...organization }, round),
    );
  requireEqual((await calls.get('ca_missing')).status, 404, 'The server afterwards');
  await server.stop();
  return { figures: { ...figures, deletions: counts.removals, 'clients gone': counts.gone } };
}
