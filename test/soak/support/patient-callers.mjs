// Callers that repeat a request until it succeeds, while PostgreSQL stops and starts. Each creation has an
// Idempotency-Key, so that its repetition creates no second row.
import { randomUUID } from 'node:crypto';

const MAX_MILLISECONDS_CALL = 15_000;
/** Shorter than `Retry-After`, and long enough that rejected requests do not become the load. */
const RETRY_MILLISECONDS = 50;

const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Repeats the request until the response has this status. @throws Error for any status other than 503 */
async function until(status, send, figures) {
  for (;;) {
    const since = performance.now();
    const response = await send(AbortSignal.timeout(MAX_MILLISECONDS_CALL));
    figures['slowest answer ms'] = Math.max(
      figures['slowest answer ms'],
      Math.round(performance.now() - since),
    );
    if (response.status === status) return response;
    if (response.status !== 503 || !response.headers.has('retry-after'))
      throw new Error(`${response.status} while PostgreSQL stops or starts: ${response.text}`);
    figures.refused++;
    await wait(RETRY_MILLISECONDS);
  }
}

/** Creates an asset, and records its id by name in `acknowledged`. */
export async function writeOnce({ client, systemId, acknowledged, figures }) {
  const body = { name: `soak ${randomUUID()}`, cyber_system_id: systemId, asset_type: 'hardware' };
  const headers = { 'Idempotency-Key': randomUUID() };
  const { text } = await until(
    201,
    (timeout) => client('POST', '/cyber-assets', { body, headers, signal: timeout }),
    figures,
  );
  acknowledged.set(body.name, JSON.parse(text).id);
}

export async function readOnce({ client, figures }) {
  await until(200, (timeout) => client('GET', '/facilities', { signal: timeout }), figures);
  figures.reads++;
}

export async function writeOn(callers) {
  while (!callers.signal.aborted) await writeOnce(callers);
}

export async function readOn(callers) {
  while (!callers.signal.aborted) await readOnce(callers);
}

/** @throws Error that lists lost, duplicate and unacknowledged assets */
export function requireAcknowledged(acknowledged, assets) {
  const byName = new Map(assets.map((asset) => [asset.name, asset.id]));
  const faults = [...acknowledged]
    .filter(([assetName, id]) => byName.get(assetName) !== id)
    .map(([assetName, id]) => `${id} "${assetName}" was acknowledged and is missing`);
  if (assets.length !== acknowledged.size)
    faults.push(`${assets.length} assets exist, ${acknowledged.size} were acknowledged`);
  if (faults.length > 0) throw new Error(faults.slice(0, 5).join('\n'));
}
