// Tests the export program against servers that page as the CMDBs do, and the maps against its output.
import { execFile } from 'node:child_process';
import type { IncomingMessage } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { checkSource } from '../../src/sync/check';
import { readSource } from '../../src/sync/source/source';
import { ROOT } from '../support/cli';
import { temporaryFolder } from '../support/folder';
import { FIRST } from '../support/tls';
import {
  type BeforePage,
  type Cmdb,
  type CmdbServer,
  device42,
  glpi,
  netBox,
  serveCmdb,
  serviceNow,
  snipeIt,
} from './cmdb-servers';

const MAPS = join(ROOT, 'src/sync/maps');
const COUNT = 2_500;
const folder = temporaryFolder();

interface Exported {
  status: number;
  stdout: string;
  stderr: string;
}

const run = (args: string[], env: Record<string, string>): Promise<Exported> =>
  new Promise((resolve) => {
    const options = { env: { PATH: process.env['PATH'], ...env }, maxBuffer: 10_000_000 };
    execFile(process.execPath, [join(MAPS, 'export.mjs'), ...args], options, (error, stdout, stderr) =>
      resolve({ status: Number(error?.code ?? 0), stdout, stderr }),
    );
  });

type Options = Parameters<typeof serveCmdb>[1] & { path?: string; args?: string[] };

async function exported(
  system: string,
  cmdb: Cmdb,
  { path = '/list?a=b', args = [], ...options }: Options = {},
): Promise<Exported & { requests: IncomingMessage[] }> {
  const server = await serveCmdb(cmdb, options);
  const result = await run([system, ...args], {
    CMDB_URL: server.url + path,
    CMDB_AUTHORIZATION: 'Token x',
  });
  await server.close();
  return { ...result, requests: server.requests };
}

const linesOf = ({ stdout }: Exported): string[] => stdout.trimEnd().split('\n');

test.each([
  ['servicenow', 'pages of the requested size', serviceNow(), 1_000, 4, '2,500 taken, 0 left out'],
  ['netbox', 'pages of at most MAX_PAGE_SIZE', netBox, 400, 8, '1,250 taken, 1,250 left out'],
  ['device42', 'enforced GET limits', device42, 500, 6, '2,499 taken, 1 left out'],
  ['device42', 'no limits, so offset is ignored', device42, Infinity, 1, '2,499 taken, 1 left out'],
  ['snipe-it', 'pages of at most MAX_RESULTS', snipeIt, 1_000, 6, '2,499 taken, 1 left out'],
  ['glpi', 'ranges', glpi, 1_000, 4, '2,498 taken, 2 left out'],
])(
  'export.mjs exports all rows of %s with %s, and the map reads them',
  async (system, _what, cmdb, maximum, requests, rows) => {
    const path = system === 'glpi' ? '/apirest.php/Computer?a=b' : undefined;
    const result = await exported(system, cmdb, { maximum, ...(path && { path }) });
    expect([result.status, result.stderr, result.requests.length]).toEqual([0, '', requests]);
    expect(result.requests[0]!.headers.authorization).toBe('Token x');
    expect(result.requests.at(-1)!.url).toContain('a=b');
    const file = join(folder, `${system}.ndjson`);
    writeFileSync(file, result.stdout);
    const { report, faults } = await checkSource(file, join(MAPS, `${system}.yaml`));
    expect(faults).toEqual([]);
    expect(report.summary.map(String).join(' ')).toContain(`2,500 read, ${rows}`);
  },
);

test('export.mjs orders a filtered ServiceNow list, reads past hidden rows and exits with 1 for them', async () => {
  const hidden = [7, ...Array.from({ length: 1_100 }, (_, index) => 1_000 + index)]; // a page without any row
  const result = await exported('servicenow', serviceNow(hidden), {
    path: '/api/now/table/cmdb_ci?sysparm_query=a=b^NQc=d^ORDERBYname',
  });
  expect([result.status, linesOf(result).length]).toEqual([1, COUNT - hidden.length]);
  expect(result.stderr).toContain('Exported 1399 of 2500 rows. The account may not read the others');
  const query = (index: number) => new URL(result.requests.at(index)!.url!, 'http://x').searchParams;
  expect(Object.fromEntries(query(0))).toMatchObject({
    sysparm_query: 'a=b^NQc=d^ORDERBYsys_id',
    sysparm_display_value: 'true',
    sysparm_exclude_reference_link: 'true',
  });
  expect(query(1).get('sysparm_query')).toMatch(/^a=b\^sys_id>(\d{32})\^NQc=d\^sys_id>\1\^ORDERBYsys_id$/);
});

const change =
  (what: (server: CmdbServer) => void, request = 1): BeforePage =>
  (server) => {
    if (server.requests.length === request + 1) what(server);
  };
const deleteFirst = change(({ rows }) => rows.splice(0, 1));
/** The number of rows stays equal, and the rows of later pages move. */
const replaceFirst = (cmdb: Cmdb) =>
  change(({ rows }) => rows.splice(0, 1) && void rows.push(cmdb.rowOf(COUNT + 1)));

test.each([
  ['servicenow', serviceNow()],
  ['netbox', netBox],
  ['device42', device42],
  ['snipe-it', snipeIt],
  ['glpi', glpi],
])('export.mjs of %s exits with 1 when a row is deleted while it pages', async (system, cmdb) => {
  const { status, stdout, stderr } = await exported(system, cmdb, {
    maximum: 500,
    before: deleteFirst,
    ...(system === 'glpi' && {
      path: '/apirest.php/Computer',
      before: change(({ rows }) => rows.splice(0, 1), 2),
    }),
  });
  expect(status).toBe(1);
  expect(stderr).toMatch(/^The CMDB changed during the export: .*\. Export again\.\n$/);
  expect(stdout).not.toContain('end_of_export');
});

test('export.mjs pages NetBox by key: a row replaced meanwhile hides no other row', async () => {
  const result = await exported('netbox', netBox, { before: replaceFirst(netBox) });
  const keys = linesOf(result).map((line) => (JSON.parse(line) as { id?: number }).id);
  expect(keys).toEqual(expect.arrayContaining(Array.from({ length: COUNT }, (_, index) => index + 1)));
});

test('export.mjs of a CMDB that pages by offset exits with 1 when rows move while their number stays', async () => {
  const { status, stderr } = await exported('device42', device42, {
    maximum: 500,
    before: replaceFirst(device42),
  });
  expect([status, stderr]).toEqual([
    1,
    'The CMDB changed during the export: a row moved to another page. Export again.\n',
  ]);
});

test.each([
  [1, 0],
  [3, 1],
])(
  'export.mjs --out begins again after a change, at most twice: %i changes, exit %i',
  async (times, status) => {
    let changes = 0;
    let pages = 0;
    const file = join(folder, `again-${times}.ndjson`);
    const result = await exported('device42', device42, {
      maximum: 500,
      args: ['--out', file],
      before: ({ requests, rows }) => {
        if (requests.length - pages === 2 && changes < times) {
          changes++;
          rows.splice(0, 1);
        }
        // Each export begins at offset 0.
        if (new URL(requests.at(-1)!.url!, 'http://x').searchParams.get('offset') === '0')
          pages = requests.length - 1;
      },
    });
    expect(result.status).toBe(status);
    expect(result.stderr).toContain('Export again. Export 2 of 3 begins.\n');
    expect(existsSync(file)).toBe(status === 0);
    if (status === 0)
      expect(readFileSync(file, 'utf8').trimEnd().split('\n').at(-1)).toBe(
        JSON.stringify({ end_of_export: { rows: COUNT - 1 } }),
      );
  },
);

test('export.mjs names the TLS error and NODE_EXTRA_CA_CERTS after one attempt, and trusts its certificate', async () => {
  let connections = 0;
  const server = createHttpsServer(
    { cert: readFileSync(FIRST.certificate), key: readFileSync(FIRST.key) },
    (_request, response) => response.end('{"count":0,"results":[]}'),
  ).on('connection', () => connections++);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const CMDB_URL = `https://localhost:${(server.address() as AddressInfo).port}/list`;
  const environment = { CMDB_URL, CMDB_AUTHORIZATION: 'Token x' };
  const untrusted = await run(['netbox'], environment);
  expect([untrusted.status, untrusted.stderr]).toEqual([
    1,
    `The connection to ${new URL(CMDB_URL).origin} failed (DEPTH_ZERO_SELF_SIGNED_CERT). For a private certificate authority, set NODE_EXTRA_CA_CERTS to the file of its certificate.\n`,
  ]);
  expect(connections).toBe(1);
  const trusted = await run(['netbox'], { ...environment, NODE_EXTRA_CA_CERTS: FIRST.certificate });
  expect([trusted.status, trusted.stdout]).toEqual([0, '{"end_of_export":{"rows":0}}\n']);
  server.close();
});

const failTimes =
  (times: number, fail: BeforePage): BeforePage =>
  (server, response) => {
    if (server.requests.length > times) return false;
    fail(server, response);
    return true;
  };
const answer =
  (status: number, headers = {}, body: string | Buffer = ''): BeforePage =>
  (_, response) =>
    void response.writeHead(status, headers).end(body);

test.each([
  ['a 429 with Retry-After', answer(429, { 'Retry-After': '0' })],
  ['a 500', answer(500)],
  ['a connection that is cut', (_: CmdbServer, response) => void response.destroy()],
  [
    'a response that is cut',
    (_: CmdbServer, response) => {
      response.writeHead(200, { 'content-length': 100 });
      response.write('{"count":', () => response.destroy());
    },
  ],
] satisfies [string, BeforePage][])('export.mjs repeats a request after %s', async (_what, fault) => {
  const { status, stderr, stdout } = await exported('netbox', netBox, {
    count: 3,
    before: failTimes(2, fault),
  });
  expect([status, stderr, stdout.split('\n').at(-2)]).toEqual([0, '', '{"end_of_export":{"rows":3}}']);
});

test.each([
  [
    'a wrong key',
    answer(401),
    'The CMDB returned 401. Check CMDB_AUTHORIZATION and the permissions of its account.',
  ],
  [
    'a page of HTML',
    answer(200, {}, '<html>'),
    'The response is not JSON: it begins with "<html>". Check CMDB_URL.',
  ],
  [
    'a redirect',
    answer(302, { Location: 'https://other.example/' }),
    'The CMDB returned 302. It redirects to https://other.example/. Set CMDB_URL to that address.',
  ],
  [
    'a wait of an hour',
    answer(429, { 'Retry-After': '3600' }),
    'The CMDB returned 429. Try again later. It asks to wait 3600 s.',
  ],
  [
    'another list',
    answer(200, {}, '{"total_count":1}'),
    'The response has no list with a total. Check CMDB_URL.',
  ],
  [
    'a small response that inflates without end',
    answer(200, { 'content-encoding': 'gzip' }, gzipSync(' '.repeat(70_000_000))),
    'The CMDB returned more than 67108864 bytes. Check CMDB_URL.',
  ],
  [
    'rows without a key',
    answer(200, {}, '{"count":1,"results":[{}]}'),
    'A row has no id. Export this field too.',
  ],
])('export.mjs describes %s in one line and leaves the file as it was', async (_what, fault, message) => {
  const file = join(folder, 'kept.ndjson');
  writeFileSync(file, 'earlier');
  const { status, stdout, stderr } = await exported('netbox', netBox, {
    before: failTimes(Infinity, fault),
    args: ['--out', file],
  });
  expect([status, stdout, stderr]).toEqual([1, '', `${message}\n`]);
  expect([readFileSync(file, 'utf8'), existsSync(`${file}.part`)]).toEqual(['earlier', false]);
});

test.each([
  [['cmdb'], {}, 'Name a system: servicenow, netbox, device42, snipe-it, glpi.'],
  [['netbox'], {}, 'Set CMDB_URL and CMDB_AUTHORIZATION.'],
  [['netbox', '--output', 'x'], {}, 'Unknown option --output. The only option is --out FILE.'],
  [
    ['netbox'],
    { CMDB_URL: 'netbox.example/api' },
    'CMDB_URL is "netbox.example/api". Set it to the http or https address of the list.',
  ],
  [
    ['netbox'],
    { CMDB_URL: 'http://name.invalid/' },
    'The connection to http://name.invalid failed (ENOTFOUND). Check the host name in CMDB_URL.',
  ],
  [
    ['netbox', '--out', '/missing/folder/x.ndjson'],
    { CMDB_URL: 'http://127.0.0.1:1/' },
    "ENOENT: no such file or directory, open '/missing/folder/x.ndjson.part'",
  ],
] satisfies [string[], Record<string, string>, string][])(
  'export.mjs %j with %j ends with one line',
  async (args, variables, message) => {
    const env = { ...('CMDB_URL' in variables && { CMDB_AUTHORIZATION: 'Token x' }), ...variables };
    expect(await run(args, env)).toEqual({ status: 1, stdout: '', stderr: `${message}\n` });
  },
);

test('export.mjs --out writes a file for its owner only that sync reads as complete, and rejects when it is cut', async () => {
  const file = join(folder, 'out.ndjson');
  const { status, stdout } = await exported('netbox', netBox, { count: 3, args: ['--out', file] });
  expect([status, stdout]).toEqual([0, '']);
  const read = await readSource(file);
  expect([read.rows.length, read.hasEndLine]).toEqual([3, true]);
  const lines = readFileSync(file, 'utf8').split('\n');
  writeFileSync(file, lines.slice(1).join('\n'));
  await expect(readSource(file)).rejects.toThrow('has 2 rows; its last line says 3. Export again');
  writeFileSync(file, lines.slice(0, 3).join('\n'));
  expect((await readSource(file)).hasEndLine).toBe(false);
});
