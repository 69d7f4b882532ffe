// Five organizations concurrently request their own records, each other's records and missing records. No
// response contains data of another organization.
import { createRequire } from 'node:module';
import { randomUUID } from 'node:crypto';
import { createClient } from '../support/client.mjs';
import { ROOT } from '../../support/processes.mjs';
import { prepareOrganization, startServer } from '../support/server.mjs';

const { operations } = createRequire(import.meta.url)(`${ROOT}dist/generated/operations.js`);

export const name = 'tenants';

const MARKS = ['quercus', 'betula', 'carpinus', 'sorbus', 'tilia'];
const CALLS = 10_000;
const AT_ONCE = 20;
const ASSETS = 20;
const PREFIXES = { facilities: 'fac', 'control-centers': 'cc', 'cyber-systems': 'cs', 'cyber-assets': 'ca' };

const available = operations.filter(({ availability }) => availability === 'available');
const pick = (list) => list[Math.floor(Math.random() * list.length)];

/** Returns the operation's path with an id of the owner, or with a missing id when `owner` is undefined. */
function pathOf({ path }, owner) {
  const prefix = PREFIXES[path.split('/')[1]];
  const number = prefix === 'ca' ? Math.floor(Math.random() * ASSETS) : '';
  return path.replace('{id}', owner === undefined ? `${prefix}_missing` : `${prefix}_${owner}${number}`);
}

const bodyOf = (method, mark, system) =>
  ({
    POST: { name: `${mark} ${randomUUID()}`, cyber_system_id: system, asset_type: 'software' },
    PATCH: { name: `${mark} ${randomUUID()}`, cyber_system_id: system },
  })[method];

const SUCCESS = { GET: 200, POST: 201, PATCH: 200, DELETE: 204 };

/** Chooses the owner of the requested id. Callers do not delete their own assets, so that some remain. */
function ownerFor({ path, method }, mark, others) {
  if (!path.includes('{id}')) return mark;
  return pick([...(method === 'DELETE' ? [] : [mark, mark]), pick(others), undefined]);
}

/**
 * Sends one request and checks the response. Returns whether the id was the caller's, another's or missing.
 */
async function tryOperation({ client, mark }, operation) {
  const { method } = operation;
  const others = MARKS.filter((each) => each !== mark);
  const owner = ownerFor(operation, mark, others);
  const path = pathOf(operation, owner);
  const system = pick([mark, mark, pick(others)]);
  const body = bodyOf(method, mark, `cs_${system}`);
  const response = await client(method, path, { body });
  const expected = owner !== mark ? 404 : body && system !== mark ? 400 : SUCCESS[method];
  if (response.status !== expected)
    throw new Error(
      `${mark}: ${method} ${path} returned ${response.status} instead of ${expected}: ` +
        response.text.slice(0, 300),
    );
  const whole = JSON.stringify([...response.headers]) + response.text;
  const foreign = others.find((other) => whole.includes(other));
  if (foreign) throw new Error(`${mark}: ${method} ${path} discloses ${foreign}: ${whole.slice(0, 500)}`);
  return owner === mark ? 'own' : owner === undefined ? 'missing' : 'of others';
}

export async function run({ log, databaseUrl, scale = 1 }) {
  const organizations = [];
  for (const mark of MARKS)
    organizations.push({ mark, ...(await prepareOrganization(databaseUrl, { slug: mark, assets: ASSETS })) });
  const server = await startServer({ databaseUrl });
  const callers = organizations.map(({ mark, key }) => ({ mark, client: createClient(server.url, key) }));
  const counts = { own: 0, 'of others': 0, missing: 0 };
  let left = Math.ceil(CALLS * scale);
  const work = async () => {
    while (left-- > 0) counts[await tryOperation(pick(callers), pick(available))]++;
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  log('no data of another organization');
  for (const { mark, client } of callers) {
    const names = (await client('GET', '/cyber-assets')).body.map((asset) => asset.name);
    if (!names.every((each) => each.startsWith(mark)))
      throw new Error(`${mark} has ${names.find((each) => !each.startsWith(mark))}`);
  }
  await server.stop();
  return { figures: { organizations: MARKS.length, operations: available.length, ...counts } };
}
