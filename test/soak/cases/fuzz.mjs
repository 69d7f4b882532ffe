// Sends 20,000 generated requests. Each response follows the contract and discloses no internals, and the
// data of other organizations does not change.
import { createRequire } from 'node:module';
import { Agent, request } from 'node:http';
import { createClient } from '../support/client.mjs';
import { bytesOf, made, requests } from '../support/fuzz-requests.mjs';
import { ROOT } from '../../support/processes.mjs';
import { prepareOrganization, startServer } from '../support/server.mjs';
import { answersIn, converse } from '../support/wire.mjs';

const { ERRORS } = createRequire(import.meta.url)(`${ROOT}dist/src/base/errors.js`);
const { operations } = createRequire(import.meta.url)(`${ROOT}dist/generated/operations.js`);

export const name = 'fuzz';

const REQUESTS = 20_000;
const BATCH = 500;
const AT_ONCE = 12;
const LISTS = ['/facilities', '/control-centers', '/cyber-systems', '/cyber-assets'];
const MAX_MILLISECONDS = 20_000;

/** Texts that no response may contain: source locations, database names and SQL. */
const DISCLOSING = new RegExp(
  `${ROOT}|node_modules|node:internal|\\bat .{1,80}\\.[jt]s:\\d|SQLITE|sqlite|postgres|` +
    `\\b(select|insert|update|delete)\\b.{1,60}\\b(from|into|set)\\b|constraint`,
  'i',
);

const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });

function send(url, { method, path, headers, body }) {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const length = body === null ? [] : ['Content-Length', String(body.length)];
    const clientRequest = request(
      {
        hostname,
        port,
        method,
        path,
        agent,
        timeout: MAX_MILLISECONDS,
        headers: ['Host', 'a', ...length, ...headers.flat()],
      },
      (response) => {
        const chunks = [];
        response.on('data', (chunk) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () =>
          resolve([
            {
              status: response.statusCode,
              headers: new Map(Object.entries(response.headers)),
              text: Buffer.concat(chunks).toString(),
            },
          ]),
        );
      },
    );
    clientRequest.on('timeout', () => clientRequest.destroy(new Error('no response')));
    clientRequest.on('error', reject);
    clientRequest.end(body ?? undefined);
  });
}

/** Returns the fault of a response, or undefined. */
function faultOf({ status, headers, text }, { method }) {
  if (!headers.get('x-request-id')) return 'no X-Request-Id';
  if (headers.get('x-content-type-options') !== 'nosniff') return 'no nosniff';
  if (headers.has('x-powered-by') || headers.has('server') || headers.has('x-injected'))
    return 'a forbidden header field';
  if (status >= 500 && status !== 501) return `status ${status}`;
  if (status < 400) return undefined;
  if (headers.get('content-type') !== 'application/json; charset=utf-8')
    return `content type ${headers.get('content-type')}`;
  if (method === 'HEAD' && text === '') return undefined;
  const { error, message, details, ...others } = JSON.parse(text);
  if (ERRORS[error] !== status) return `error code ${error} with status ${status}`;
  if (typeof message !== 'string' || message.length > 1000 || Object.keys(others).length > 0)
    return 'not an error body';
  if (
    details !== undefined &&
    !details.every((detail) => typeof detail.field === 'string' && typeof detail.message === 'string')
  )
    return 'invalid error details';
  return undefined;
}

async function tryOne(url, tried, foreign) {
  const show = (responses = []) => {
    const list = responses.map(({ headers, ...rest }) => ({ ...rest, headers: [...headers] }));
    return [
      `${tried.method} ${tried.path.slice(0, 300)} of ${tried.operation}`,
      JSON.stringify(tried.headers).slice(0, 600),
      tried.body?.toString().slice(0, 300),
      `${tried.breaking ? String(tried.breaking) : ''}\n${JSON.stringify(list).slice(0, 1500)}`,
    ].join(' ');
  };
  let responses;
  try {
    responses = tried.breaking ? answersIn(await converse(url, bytesOf(tried))) : await send(url, tried);
  } catch (error) {
    // The connection may break before the response when the server does not wait for the body.
    if (['ECONNRESET', 'EPIPE'].includes(error.code)) return [];
    // The server cannot detect HEAD in a header section that is too large (src/server/http/connection-errors.ts).
    if (
      tried.method === 'HEAD' &&
      error.code === 'HPE_CLOSED_CONNECTION' &&
      JSON.stringify(tried.headers).length > 16_000
    )
      return [];
    throw new Error(`${show()}\n${error.message}`, { cause: error });
  }
  for (const response of responses) {
    let fault;
    try {
      fault = faultOf(response, tried);
    } catch (error) {
      fault = error.message;
    }
    const whole = JSON.stringify([...response.headers]) + (response.status < 400 ? '' : response.text);
    if (DISCLOSING.test(whole) && !DISCLOSING.test(show())) fault ??= 'discloses internals';
    if (response.text.includes(foreign)) fault ??= 'discloses another organization';
    if (fault) throw new Error(`${fault}: ${show(responses)}`);
  }
  return responses.map(({ status }) => status);
}

async function runConcurrently(all, work) {
  const left = [...all];
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let next = left.shift(); next; next = left.shift()) await work(next);
    }),
  );
}

const readLists = async (client) =>
  JSON.stringify(await Promise.all(LISTS.map(async (path) => (await client('GET', path)).text)));

export async function run({ log, databaseUrl, scale = 1, seed = Date.now() % 1_000_000_000 }) {
  const asking = await prepareOrganization(databaseUrl, { slug: 'asking', assets: 30 });
  const bystander = await prepareOrganization(databaseUrl, { slug: 'bystander', assets: 30 });
  const server = await startServer({ databaseUrl });
  let faultsLogged = '';
  server.child.stderr.on(
    'data',
    (text) => (faultsLogged += /"level":"(?:error|fatal)".*/.exec(text)?.[0] ?? ''),
  );
  const client = createClient(server.url, bystander.key);
  const before = await readLists(client);
  const of = (slug) => [
    `fac_${slug}`,
    `cc_${slug}`,
    `cs_${slug}`,
    ...Array.from({ length: 15 }, (_none, index) => `ca_${slug}${index}`),
  ];
  const arbitrary = requests({
    ids: [...of('asking'), ...of('bystander'), 'ca_missing', 'tsk_1'],
    systems: [asking.systemId, asking.systemId, bystander.systemId],
    keys: {
      good: asking.key,
      bad: [
        undefined,
        '',
        'wrong',
        `${asking.key}x`,
        asking.key.toUpperCase(),
        `${asking.key}, ${bystander.key.slice(0, -1)}`,
        'x'.repeat(10_000),
      ],
    },
  });
  const total = Math.ceil(REQUESTS * scale);
  const statuses = {};
  const operationsTried = new Set();
  log(`seed ${seed}`);
  for (let done = 0, batch = 0; done < total; batch++) {
    // Requests soon delete the initial assets, so replace their ids with the ids of current assets.
    const current = (await createClient(server.url, asking.key)('GET', '/cyber-assets')).body.map(
      ({ id }) => id,
    );
    const now = (path) => path.replace(/ca_asking(\d+)/, (id, place) => current[place] ?? id);
    const generated = made(arbitrary, Math.min(BATCH, total - done), seed + batch).map((each) => ({
      ...each,
      path: now(each.path),
    }));
    try {
      await runConcurrently(generated, async (each) => {
        operationsTried.add(each.operation);
        for (const status of await tryOne(server.url, each, bystander.systemId))
          statuses[status] = (statuses[status] ?? 0) + 1;
      });
    } catch (error) {
      throw new Error(`seed ${seed}, batch ${batch}: ${error.message}`, { cause: error });
    }
    if (server.child.exitCode !== null || faultsLogged)
      throw new Error(
        `seed ${seed}, batch ${batch}: the server exited or logged an unexpected error. ` +
          `${faultsLogged.slice(0, 2000)}${server.said().slice(-500)}`,
      );
    if ((await readLists(client)) !== before)
      throw new Error(`seed ${seed}, batch ${batch}: the data of another organization changed`);
    done += generated.length;
    if (done % 5000 === 0) log(`${done} requests`);
  }
  await server.stop();
  agent.destroy();
  return {
    figures: {
      seed,
      requests: total,
      operations: `${operationsTried.size} of ${operations.length}`,
      ...Object.fromEntries(Object.entries(statuses).map(([status, count]) => [`answers ${status}`, count])),
    },
  };
}
