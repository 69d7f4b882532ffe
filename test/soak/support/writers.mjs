// Writers that remember what they were promised: each has assets of its own, so that it knows what must be there after a failure.
import { randomUUID } from 'node:crypto';
import { createClient } from './client.mjs';

const pick = (list) => list[Math.floor(Math.random() * list.length)];

/** What the callers know. `assets`: name by id, as last acknowledged. `unknown`: calls whose answer never came. */
export function createLedger() {
  return { assets: new Map(), created: [], unknown: [], acknowledged: 0, refused: {} };
}

/** One of POST with an Idempotency-Key, PATCH and DELETE; `own` are the ids of the writer's assets. */
function nextCall(own, systemId) {
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

function note(ledger, own, call, answer) {
  ledger.acknowledged++;
  if (call.method === 'POST') {
    ledger.assets.set(answer.body.id, answer.body.name);
    ledger.created.push({ call, text: answer.text });
    own.push(answer.body.id);
  } else if (call.method === 'PATCH') ledger.assets.set(call.id, answer.body.name);
  else {
    ledger.assets.delete(call.id);
    own.splice(own.indexOf(call.id), 1);
  }
}

const EXPECTED = { POST: 201, PATCH: 200, DELETE: 204 };

/** Writes until the signal or a connection that breaks; 503 is taken as "not done". @throws Error on any other answer. */
export async function write({ url, key, systemId, ledger, signal }) {
  const client = createClient(url, key);
  const own = [];
  while (!signal.aborted) {
    const call = nextCall(own, systemId);
    let answer;
    try {
      answer = await client(call.method, call.path, call);
    } catch {
      ledger.unknown.push(call);
      return;
    }
    if (answer.status === EXPECTED[call.method]) note(ledger, own, call, answer);
    else if (answer.status === 503) ledger.refused[answer.status] = (ledger.refused[answer.status] ?? 0) + 1;
    else throw new Error(`${call.method} ${call.path} answered ${answer.status}: ${answer.text}`);
  }
}

/** Holds the list that a server gives against what the callers know, then takes the list as what is known. @throws Error naming what was lost or came from nowhere. */
export async function holdToLedger(client, ledger) {
  const there = new Map((await client('GET', '/cyber-assets')).body.map(({ id, name }) => [id, name]));
  const faults = [];
  for (const [id, name] of ledger.assets) {
    const unanswered = ledger.unknown.find((call) => call.id === id);
    const allowed = [name, ...(unanswered ? [unanswered.body?.name] : [])]; // undefined: deleted
    if (!allowed.includes(there.get(id)))
      faults.push(
        `${id} was acknowledged as "${name}" and is ${there.has(id) ? `"${there.get(id)}"` : 'gone'}`,
      );
  }
  const attempted = ledger.unknown.filter(({ method }) => method === 'POST').map(({ body }) => body.name);
  for (const [id, name] of there)
    if (!ledger.assets.has(id) && !attempted.includes(name))
      faults.push(`${id} "${name}" is there, though it was deleted or never asked for`);
  if (faults.length > 0) throw new Error(faults.slice(0, 5).join('\n'));
  return there;
}
