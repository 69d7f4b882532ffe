// 20,000 made-up requests: whatever comes, the answer is one of the contract's, tells nothing of the machine, and leaves other organizations alone.
import { createRequire } from 'node:module';
import { Agent, request } from 'node:http';
import { createClient } from '../support/client.mjs';
import { bytesOf, made, requests } from '../support/fuzz-requests.mjs';
import { ROOT } from '../../support/processes.mjs';
import { prepareOrganization, startServer } from '../support/server.mjs';
import { answersIn, converse } from '../support/wire.mjs';

const { ERRORS } = createRequire(import.meta.url)(`${ROOT}dist/src/errors.js`);
const { operations } = createRequire(import.meta.url)(`${ROOT}dist/generated/operations.js`);

export const name = 'fuzz';

const REQUESTS = 20_000;
const BATCH = 500;
const AT_ONCE = 12;
const LISTS = ['/facilities', '/control-centers', '/cyber-systems', '/cyber-assets'];
const MAX_MILLISECONDS = 20_000;

/** What no answer tells: the code and its place, the database and its language. */
const TELLING = new RegExp(
  `${ROOT}|node_modules|node:internal|\\bat .{1,80}\\.[jt]s:\\d|SQLITE|sqlite|postgres|\\b(select|insert|update|delete)\\b.{1,60}\\b(from|into|set)\\b|constraint`,
  'i',
);

const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });

function send(url, { method, path, headers, body }) {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const length = body === null ? [] : ['Content-Length', String(body.length)];
    const call = request(
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
    call.on('timeout', () => call.destroy(new Error('no answer')));
    call.on('error', reject);
    call.end(body ?? undefined);
  });
}

/** What is wrong with an answer, if anything. */
function faultOf({ status, headers, text }, { method }) {
  if (!headers.get('x-request-id')) return 'it has no X-Request-Id';
  if (headers.get('x-content-type-options') !== 'nosniff') return 'it has no nosniff';
  if (headers.has('x-powered-by') || headers.has('server') || headers.has('x-injected'))
    return 'a header field too many';
  if (status >= 500 && status !== 501) return 'a 5xx';
  if (status < 400) return undefined;
  if (headers.get('content-type') !== 'application/json; charset=utf-8')
    return `the content type ${headers.get('content-type')}`;
  if (method === 'HEAD' && text === '') return undefined;
  const { error, message, details, ...others } = JSON.parse(text);
  if (ERRORS[error] !== status) return `the code ${error}`;
  if (typeof message !== 'string' || message.length > 1000 || Object.keys(others).length > 0)
    return 'a body that is no error';
  if (
    details !== undefined &&
    !details.every((detail) => typeof detail.field === 'string' && typeof detail.message === 'string')
  )
    return 'details that are none';
  return undefined;
}

async function tryOne(url, asked, foreign) {
  const show = (answers) =>
    `${asked.method} ${asked.path.slice(0, 300)} of ${asked.operation} ${JSON.stringify(asked.headers).slice(0, 600)} ${asked.body?.toString().slice(0, 300)} ${asked.breaking ? String(asked.breaking) : ''}\n${JSON.stringify(answers?.map(({ headers, ...rest }) => ({ ...rest, headers: [...headers] })) ?? []).slice(0, 1500)}`;
  let answers;
  try {
    answers = asked.breaking ? answersIn(await converse(url, bytesOf(asked))) : await send(url, asked);
  } catch (error) {
    // An answer to a request whose body was not waited for may be lost with the connection.
    if (['ECONNRESET', 'EPIPE'].includes(error.code)) return [];
    // Of a head that is too large and comes in parts, the server does not learn that it is a HEAD: src/server/connection-errors.ts.
    if (
      asked.method === 'HEAD' &&
      error.code === 'HPE_CLOSED_CONNECTION' &&
      JSON.stringify(asked.headers).length > 16_000
    )
      return [];
    throw new Error(`${show()}\n${error.message}`, { cause: error });
  }
  for (const answer of answers) {
    let fault;
    try {
      fault = faultOf(answer, asked);
    } catch (error) {
      fault = error.message;
    }
    const whole = JSON.stringify([...answer.headers]) + (answer.status < 400 ? '' : answer.text);
    if (TELLING.test(whole) && !TELLING.test(show())) fault ??= 'it tells too much';
    if (answer.text.includes(foreign)) fault ??= 'it tells of another organization';
    if (fault) throw new Error(`${fault}: ${show(answers)}`);
  }
  return answers.map(({ status }) => status);
}

async function inTurns(all, work) {
  const left = [...all];
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let next = left.shift(); next; next = left.shift()) await work(next);
    }),
  );
}

const look = async (client) =>
  JSON.stringify(await Promise.all(LISTS.map(async (path) => (await client('GET', path)).text)));

export async function run({ log, databaseUrl, scale = 1, seed = Date.now() % 1_000_000_000 }) {
  const asking = await prepareOrganization(databaseUrl, { slug: 'asking', assets: 30 });
  const bystander = await prepareOrganization(databaseUrl, { slug: 'bystander', assets: 30 });
  const server = await startServer({ databaseUrl });
  let faultsLogged = '';
  server.child.stderr.on('data', (text) => (faultsLogged += /"level":[56]0.*/.exec(text)?.[0] ?? ''));
  const client = createClient(server.url, bystander.key);
  const before = await look(client);
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
    // The assets of the first hour are soon deleted: in their places come those that are there now.
    const there = (await createClient(server.url, asking.key)('GET', '/cyber-assets')).body.map(
      ({ id }) => id,
    );
    const now = (path) => path.replace(/ca_asking(\d+)/, (id, place) => there[place] ?? id);
    const asked = made(arbitrary, Math.min(BATCH, total - done), seed + batch).map((each) => ({
      ...each,
      path: now(each.path),
    }));
    try {
      await inTurns(asked, async (each) => {
        operationsTried.add(each.operation);
        for (const status of await tryOne(server.url, each, bystander.systemId))
          statuses[status] = (statuses[status] ?? 0) + 1;
      });
    } catch (error) {
      throw new Error(`seed ${seed}, batch ${batch}: ${error.message}`, { cause: error });
    }
    if (server.child.exitCode !== null || faultsLogged)
      throw new Error(
        `seed ${seed}, batch ${batch}: the server ended or met what it did not foresee. ${faultsLogged.slice(0, 2000)}${server.said().slice(-500)}`,
      );
    if ((await look(client)) !== before)
      throw new Error(`seed ${seed}, batch ${batch}: an organization that nobody asked has changed`);
    done += asked.length;
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
