// Exports all rows of a CMDB to standard output, one JSON object a line. Exits with 1 when rows are missing.
// CMDB_URL: the address of the list, with filters. CMDB_AUTHORIZATION: the value of the Authorization header.
// node export.mjs servicenow|netbox|device42 > cmdb.ndjson

/** The number of rows to request. A server may return fewer. */
const PAGE = 1000;

/** `advance`: the number of rows that a page covers. */
const SYSTEMS = {
  servicenow: {
    key: 'sys_id',
    limit: 'sysparm_limit',
    offset: 'sysparm_offset',
    parameters: { sysparm_display_value: 'true', sysparm_exclude_reference_link: 'true' },
    rows: ({ result }) => result,
    total: (_body, headers) => headers.get('X-Total-Count'),
    // ServiceNow applies the limit before it removes rows that the account may not read.
    advance: () => PAGE,
  },
  netbox: {
    key: 'id',
    limit: 'limit',
    offset: 'offset',
    parameters: { ordering: 'id' },
    rows: ({ results }) => results,
    total: ({ count }) => count,
    advance: (rows) => rows.length,
  },
  device42: {
    key: 'device_id',
    limit: 'limit',
    offset: 'offset',
    parameters: {},
    rows: ({ Devices, devices }) => Devices ?? devices,
    total: ({ total_count }) => total_count,
    advance: (rows) => rows.length,
  },
};

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

const { CMDB_URL, CMDB_AUTHORIZATION } = process.env;
const system = SYSTEMS[process.argv[2]];
if (!system) fail(`Name a system: ${Object.keys(SYSTEMS).join(', ')}.`);
if (!CMDB_URL || !CMDB_AUTHORIZATION) fail('Set CMDB_URL and CMDB_AUTHORIZATION.');

const url = new URL(CMDB_URL);
for (const [name, value] of Object.entries(system.parameters)) url.searchParams.set(name, value);
if (system === SYSTEMS.servicenow) {
  // Without an order, a page may repeat rows of another one.
  const filter = url.searchParams.get('sysparm_query');
  url.searchParams.set('sysparm_query', filter ? `${filter}^ORDERBYsys_id` : 'ORDERBYsys_id');
}
url.searchParams.set(system.limit, PAGE);

async function readPage(offset) {
  url.searchParams.set(system.offset, offset);
  const response = await fetch(url, {
    headers: { accept: 'application/json', authorization: CMDB_AUTHORIZATION },
  });
  if (!response.ok) fail(`The CMDB returned ${response.status}. Check CMDB_URL and CMDB_AUTHORIZATION.`);
  const body = await response.json();
  const rows = system.rows(body);
  const total = system.total(body, response.headers);
  if (!Array.isArray(rows) || !/^\d+$/.test(total))
    fail('The response has no list with a total. Check CMDB_URL.');
  return { rows, total: Number(total) };
}

const keys = new Set();
let total = Infinity;
for (let offset = 0; offset < total;) {
  const page = await readPage(offset);
  total = page.total;
  for (const row of page.rows) {
    const key = row[system.key];
    if (key === undefined) fail(`A row has no ${system.key}. Export this field too.`);
    if (keys.has(key)) continue;
    keys.add(key);
    process.stdout.write(`${JSON.stringify(row)}\n`);
  }
  const covered = system.advance(page.rows);
  if (covered === 0) break;
  offset += covered;
}
if (keys.size !== total) {
  process.stderr.write(
    `Exported ${keys.size} of ${total} rows. The account may not read the others, or rows changed meanwhile. ` +
      'Check its permissions and export again.\n',
  );
  process.exitCode = 1;
}
