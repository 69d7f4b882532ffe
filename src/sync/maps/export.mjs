// Exports all rows of a CMDB as NDJSON: one JSON object a line, then a line with their number. Exits with 1 when
// rows are missing or the CMDB keeps changing meanwhile.
// CMDB_URL: the address of the list, with filters. CMDB_AUTHORIZATION: the value of the Authorization header.
// node export.mjs servicenow|netbox|device42|snipe-it|glpi [--out FILE]
import { closeSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

/** The number of rows to request. A server may return fewer. */
const PAGE = 1000;

/** Sets the parameters of a page: `limit` rows from `offset`. */
const offsetAndLimit = (parameters) => (url, offset) => {
  for (const [name, value] of Object.entries({ ...parameters, limit: PAGE, offset }))
    url.searchParams.set(name, value);
};

/**
 * `page`: sets the parameters of a page. `after`: selects the rows after a key; a system without it pages by offset.
 * `sparse`: the limit applies before the system removes rows that the account may not read.
 */
const SYSTEMS = {
  servicenow: {
    key: 'sys_id',
    page(url, offset) {
      const { searchParams } = url;
      searchParams.set('sysparm_display_value', 'true');
      searchParams.set('sysparm_exclude_reference_link', 'true');
      searchParams.set('sysparm_limit', PAGE);
      searchParams.set('sysparm_offset', offset);
      const terms = (searchParams.get('sysparm_query') ?? '').split('^');
      const filter = terms.filter((term) => term && term !== 'EQ' && !term.startsWith('ORDERBY'));
      searchParams.set('sysparm_query', [...filter, 'ORDERBYsys_id'].join('^'));
    },
    after(url, key) {
      // ^NQ begins a further query, to which a condition of the first one does not apply.
      const query = url.searchParams.get('sysparm_query');
      const [filter] = query.split(/\^?ORDERBYsys_id$/);
      const queries = filter.split('^NQ').map((each) => `${each && `${each}^`}sys_id>${key}`);
      url.searchParams.set('sysparm_query', `${queries.join('^NQ')}^ORDERBYsys_id`);
    },
    sparse: true,
    rows: ({ result }) => result,
    total: (_body, headers) => headers.get('X-Total-Count'),
  },
  netbox: {
    key: 'id',
    page: offsetAndLimit({ ordering: 'id' }),
    after: (url, key) => url.searchParams.set('id__gt', key),
    rows: ({ results }) => results,
    total: ({ count }) => count,
  },
  device42: {
    key: 'device_id',
    page: offsetAndLimit({}),
    rows: ({ Devices, devices }) => Devices ?? devices,
    total: ({ total_count }) => total_count,
  },
  'snipe-it': {
    key: 'id',
    page: offsetAndLimit({ sort: 'id', order: 'asc' }),
    rows: ({ rows }) => rows,
    total: ({ total }) => total,
  },
  glpi: {
    key: 'id',
    page(url, offset) {
      url.searchParams.set('expand_dropdowns', 'true');
      url.searchParams.set('sort', 'id');
      url.searchParams.set('range', `${offset}-${offset + PAGE - 1}`);
    },
    rows: (body) => body,
    // "0-49/200". An empty list has no such header.
    total: (body, headers) => headers.get('Content-Range')?.split('/')[1] ?? body.length,
    openSession: openGlpiSession,
  },
};

class ExportError extends Error {}

/** The CMDB changed meanwhile: another export may succeed. */
class ChangedError extends ExportError {}

function fail(message) {
  throw new ExportError(message);
}

/** Exports into a file until the CMDB stays the same meanwhile. */
const ROUNDS = 3;
const ATTEMPTS = 5;
const ATTEMPT_TIMEOUT = 60_000;
const MAX_WAIT = 5 * 60_000;
const MAX_BYTES = 64 * 1024 * 1024;

/** Returns the time in ms that a response asks to wait, undefined without Retry-After. */
function retryAfterOf(headers) {
  const value = headers.get('Retry-After');
  if (value === null) return undefined;
  return /^\d+$/.test(value) ? Number(value) * 1000 : Math.max(0, Date.parse(value) - Date.now()) || 0;
}

/** Error codes of a handshake that no retry changes. */
const TLS_FAULT = /^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_|ERR_SSL_|EPROTO)/;

/** Returns what to tell of a connection that failed. */
function connectionProblem(url, error) {
  const code = error.cause?.code ?? (error.name === 'TimeoutError' ? 'timeout' : error.cause?.message);
  return `The connection to ${url.origin} failed (${code ?? 'no reason given'}).`;
}

/** Returns the advice for a status that no retry changes. */
function adviceFor(status, headers) {
  if (status === 401 || status === 403) return 'Check CMDB_AUTHORIZATION and the permissions of its account.';
  if (status >= 300 && status < 400)
    return `It redirects to ${headers.get('Location')}. Set CMDB_URL to that address.`;
  return 'Check CMDB_URL.';
}

/** Reads a body up to a limit after decompression. A page of 1,000 rows has a few MB. */
async function readText(response) {
  const chunks = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) fail(`The CMDB returned more than ${MAX_BYTES} bytes. Check CMDB_URL.`);
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}

/** Sends one request. Returns the response and its JSON, or `problem` when a retry may help. */
async function attempt(url, headers) {
  let response;
  let text;
  try {
    // Redirects are not followed, because the credentials would follow them.
    const signal = AbortSignal.timeout(ATTEMPT_TIMEOUT);
    response = await fetch(url, { headers, redirect: 'manual', signal });
    text = await readText(response);
  } catch (error) {
    if (error instanceof ExportError) throw error;
    const problem = connectionProblem(url, error);
    if (TLS_FAULT.test(error.cause?.code))
      fail(
        `${problem} For a private certificate authority, set NODE_EXTRA_CA_CERTS to the file of its certificate.`,
      );
    if (error.cause?.code === 'ENOTFOUND') fail(`${problem} Check the host name in CMDB_URL.`);
    return { problem: `${problem} Check CMDB_URL and the network.` };
  }
  const { status } = response;
  if (status === 408 || status === 429 || status >= 500)
    return {
      problem: `The CMDB returned ${status}. Try again later.`,
      delay: retryAfterOf(response.headers),
    };
  if (!response.ok) fail(`The CMDB returned ${status}. ${adviceFor(status, response.headers)}`);
  try {
    return { body: JSON.parse(text), headers: response.headers };
  } catch {
    fail(`The response is not JSON: it begins with ${JSON.stringify(text.slice(0, 40))}. Check CMDB_URL.`);
  }
}

/** Sends a request until it succeeds, with growing delays or those that the CMDB asks for. */
async function request(url, headers) {
  for (let number = 1; ; number++) {
    const { problem, delay = Math.random() * 250 * 2 ** number, ...response } = await attempt(url, headers);
    if (problem === undefined) return response;
    if (number === ATTEMPTS) fail(`${problem} ${ATTEMPTS} requests failed.`);
    if (delay > MAX_WAIT) fail(`${problem} It asks to wait ${Math.round(delay / 1000)} s.`);
    await wait(delay);
  }
}

/** GLPI exchanges the credentials for a session. https://github.com/glpi-project/glpi/blob/main/apirest.md */
async function openGlpiSession(url, headers) {
  const [root] = url.pathname.split(/(?<=\/apirest\.php)\//);
  const { CMDB_APP_TOKEN } = process.env;
  const application = CMDB_APP_TOKEN ? { 'App-Token': CMDB_APP_TOKEN } : {};
  const { body } = await request(new URL(`${root}/initSession`, url), { ...headers, ...application });
  return { accept: headers.accept, ...application, 'Session-Token': body.session_token };
}

/** Returns the rows of a page and the number of all rows that its filter selects. */
async function readPage(system, base, headers, { after, offset = 0 }) {
  const url = new URL(base);
  system.page(url, offset);
  if (after !== undefined) system.after(url, after);
  const response = await request(url, headers);
  const rows = system.rows(response.body);
  const total = Array.isArray(rows) ? system.total(response.body, response.headers) : undefined;
  if (!/^\d+$/.test(total)) fail('The response has no list with a total. Check CMDB_URL.');
  return { rows, total: Number(total) };
}

const moved = (before, after) =>
  before === after
    ? 'The CMDB changed during the export: a row moved to another page. Export again.'
    : `The CMDB changed during the export: ${before} rows at first, ${after} at the end. Export again.`;

/** Pages by key: rows that appear or disappear meanwhile move no other row to another page. */
async function exportByKey(system, read, add) {
  let after;
  let offset = 0;
  let first;
  for (let pages = 1; ; pages++) {
    const { rows, total } = await read({ after, offset });
    first ??= total;
    add(rows);
    const isLast = rows.length >= total || (rows.length === 0 && (!system.sparse || offset + PAGE >= total));
    if (isLast) return { first, last: pages === 1 ? first : (await read({})).total };
    if (rows.length === 0)
      offset += PAGE; // a page of rows that the account may not read
    else [after, offset] = [rows.at(-1)[system.key], 0];
  }
}

/** Pages by offset. Each page repeats the last row of the page before, which shows that no row has moved. */
async function exportByOffset(system, read, add) {
  let first;
  let previous;
  for (let offset = 0; ;) {
    const { rows, total } = await read({ offset });
    first ??= total;
    if (previous !== undefined && rows[0]?.[system.key] !== previous)
      return { first, last: total, isMoved: true };
    add(previous === undefined ? rows : rows.slice(1));
    offset += rows.length;
    if (offset >= total || rows.length <= (previous === undefined ? 0 : 1)) return { first, last: total };
    previous = rows.at(-1)[system.key];
    offset -= 1;
  }
}

/** Writes all rows and the line with their number. @throws ExportError */
async function exportRows(system, url, authorization, write) {
  const given = { accept: 'application/json', authorization };
  const headers = system.openSession ? await system.openSession(url, given) : given;
  const keys = new Set();
  const add = (rows) => {
    for (const row of rows) {
      const key = row[system.key];
      if (typeof key !== 'string' && typeof key !== 'number')
        fail(`A row has no ${system.key}. Export this field too.`);
      if (keys.has(key))
        throw new ChangedError(
          `The CMDB returned the row with the ${system.key} ${key} twice. Export again.`,
        );
      keys.add(key);
      write(`${JSON.stringify(row)}\n`);
    }
  };
  const page = (position) => readPage(system, url, headers, position);
  const { first, last, isMoved } = await (system.after ? exportByKey : exportByOffset)(system, page, add);
  if (first !== last || isMoved) throw new ChangedError(moved(first, last));
  if (keys.size > first) throw new ChangedError(moved(first, keys.size));
  if (keys.size !== first)
    fail(
      `Exported ${keys.size} of ${first} rows. The account may not read the others. Check its permissions and export again.`,
    );
  write(`${JSON.stringify({ end_of_export: { rows: keys.size } })}\n`);
}

/** Returns a file that takes its name only when it is complete. Without a name, rows go to standard output. */
function openOutput(name) {
  if (name === undefined) return { write: (text) => process.stdout.write(text), close: () => undefined };
  const part = `${name}.part`;
  const file = openSync(part, 'w', 0o600);
  process.once('exit', () => rmSync(part, { force: true }));
  return { write: (text) => writeSync(file, text), close: () => (closeSync(file), renameSync(part, name)) };
}

/** Returns the URL of CMDB_URL. @throws ExportError */
function addressOf(text) {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    fail(`CMDB_URL is ${JSON.stringify(text)}. Set it to the http or https address of the list.`);
  return new URL(text);
}

async function main([name, ...options]) {
  const { CMDB_URL, CMDB_AUTHORIZATION } = process.env;
  if (!Object.hasOwn(SYSTEMS, name ?? '')) fail(`Name a system: ${Object.keys(SYSTEMS).join(', ')}.`);
  if (options.length > 0 && (options.length !== 2 || options[0] !== '--out'))
    fail(`Unknown option ${options[0]}. The only option is --out FILE.`);
  const missing = ['CMDB_URL', 'CMDB_AUTHORIZATION'].filter((variable) => !process.env[variable]);
  if (missing.length > 0) fail(`Set ${missing.join(' and ')}.`);
  if (/[^\t\x20-\xff]/.test(CMDB_AUTHORIZATION))
    fail('CMDB_AUTHORIZATION has a character that no header may have.');
  const url = addressOf(CMDB_URL);
  for (let round = 1; ; round++) {
    const { write, close } = openOutput(options[1]);
    try {
      await exportRows(SYSTEMS[name], url, CMDB_AUTHORIZATION, write);
      return close();
    } catch (error) {
      // Rows on standard output cannot be taken back.
      if (!(error instanceof ChangedError) || options.length === 0 || round === ROUNDS) throw error;
      process.stderr.write(`${error.message} Export ${round + 1} of ${ROUNDS} begins.\n`);
    }
  }
}

process.stdout.on('error', () => process.exit(1)); // for example a closed pipe
try {
  await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof ExportError) && error.syscall === undefined) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
