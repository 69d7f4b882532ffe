// Writers that record acknowledged changes. Each writer has its own assets, so that it knows the state that
// must exist after a failure.
import { randomUUID } from 'node:crypto';
import { createClient } from './client.mjs';

const pick = (list) => list[Math.floor(Math.random() * list.length)];

/** `assets` maps ids to the last acknowledged names. `unknown` lists requests without a response. */
export function createLedger() {
  return { assets: new Map(), created: [], unknown: [], acknowledged: 0, refused: {} };
}

/** Returns a POST with an Idempotency-Key, a PATCH or a DELETE. `own` are the ids of the writer's assets. */
function nextRequest(own, systemId) {
  const die = Math.random();
  const name = `soak ${randomUUID()}`;
  if (own.length < 3 || die < 0.5) {
    return {
      method: 'POST',
      path: '/cyber-assets',
      body: { name, cyber_system_id: systemId, asset_type: 'hardware' },
      headers: { 'Idempotency-Key': randomUUID() },
    };
  }
  const id = pick(own);
  return die < 0.8
    ? { method: 'PATCH', path: `/cyber-assets/${id}`, id, body: { name } }
    : { method: 'DELETE', path: `/cyber-assets/${id}`, id };
}

function note(ledger, own, request, { body, text }) {
  ledger.acknowledged++;
  if (request.method === 'POST') {
    ledger.assets.set(body.id, body.name);
    ledger.created.push({ request, text });
    own.push(body.id);
  } else if (request.method === 'PATCH') ledger.assets.set(request.id, body.name);
  else {
    ledger.assets.delete(request.id);
    own.splice(own.indexOf(request.id), 1);
  }
}

const EXPECTED = { POST: 201, PATCH: 200, DELETE: 204 };

/** Writes until the signal or a broken connection. 503 means "not done". @throws Error for other statuses */
export async function write({ url, key, systemId, ledger, signal }) {
  const client = createClient(url, key);
  const own = [];
  while (!signal.aborted) {
    const request = nextRequest(own, systemId);
    const { method, path } = request;
    let response;
    try {
      response = await client(method, path, request);
    } catch {
      ledger.unknown.push(request);
      return;
    }
    const { status } = response;
    if (status === EXPECTED[method]) note(ledger, own, request, response);
    else if (status === 503) ledger.refused[status] = (ledger.refused[status] ?? 0) + 1;
    else throw new Error(`${method} ${path} returned ${status}: ${response.text}`);
  }
}

/**
 * Compares the server's list with the ledger and returns it.
 * @throws Error that lists lost and unexpected assets
 */
export async function holdToLedger(client, ledger) {
  const stored = new Map((await client('GET', '/cyber-assets')).body.map(({ id, name }) => [id, name]));
  const faults = [];
  for (const [id, name] of ledger.assets) {
    const unanswered = ledger.unknown.find((request) => request.id === id);
    const allowed = [name, ...(unanswered ? [unanswered.body?.name] : [])]; // undefined: deleted
    if (!allowed.includes(stored.get(id)))
      faults.push(
        `${id} was acknowledged as "${name}" and is ${stored.has(id) ? `"${stored.get(id)}"` : 'missing'}`,
      );
  }
  const attempted = ledger.unknown.filter(({ method }) => method === 'POST').map(({ body }) => body.name);
  for (const [id, name] of stored)
    if (!ledger.assets.has(id) && !attempted.includes(name))
      faults.push(`${id} "${name}" exists, although it was deleted or never requested`);
  if (faults.length > 0) throw new Error(faults.slice(0, 5).join('\n'));
  return stored;
}
