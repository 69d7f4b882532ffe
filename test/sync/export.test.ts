// Tests the export program against servers that page as the CMDBs do, and the maps against its output.
import { execFile } from 'node:child_process';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkSource } from '../../src/sync/check';
import { ROOT } from '../support/cli';
import { temporaryFolder } from '../support/folder';

const MAPS = join(ROOT, 'src/sync/maps');
const COUNT = 2_500;
const folder = temporaryFolder();

const numbers = Array.from({ length: COUNT }, (_, index) => index + 1);
const pageOf = (query: URLSearchParams, prefix: string, maximum: number): number[] => {
  const [limit, offset] = [Number(query.get(`${prefix}limit`)), Number(query.get(`${prefix}offset`))];
  return numbers.slice(offset, offset + Math.min(limit, maximum));
};

const ci = (number: number) => ({
  sys_id: `s${number}`,
  name: `RTU${number}`,
  sys_class_name: 'IP Device',
  install_status: 'Installed',
  location: 'Millbrook',
  u_bes_cyber_system: 'Protection',
});
const netBoxDevice = (number: number) => ({
  id: number,
  name: `RTU${number}`,
  status: { value: 'active' },
  site: { name: 'Millbrook' },
  custom_fields: { bes_cyber_system: number % 2 ? 'Protection' : null },
});
const device42Device = (number: number) => ({
  device_id: number,
  name: `RTU${number}`,
  type: number === 1 ? 'cluster' : 'physical',
  in_service: true,
  building: 'Millbrook',
  custom_fields: [{ key: 'BES Cyber System', value: 'Protection', notes: null }],
});

type Response = { body: object; headers?: Record<string, string> };
type Server = (query: URLSearchParams) => Response;

/** `hidden`: rows that the account may not read. ServiceNow removes them from pages and counts them. */
const serviceNow =
  (hidden: number[] = []): Server =>
  (query) => ({
    headers: { 'X-Total-Count': String(COUNT) },
    body: {
      result: pageOf(query, 'sysparm_', Infinity)
        .filter((number) => !hidden.includes(number))
        .map(ci),
    },
  });
const netBox =
  (maximum: number): Server =>
  (query) => ({
    body: { count: COUNT, next: 'x', results: pageOf(query, '', maximum).map(netBoxDevice) },
  });
const device42 =
  (maximum: number | undefined, list = 'Devices'): Server =>
  (query) => ({
    body: {
      total_count: COUNT,
      [list]: (maximum === undefined ? numbers : pageOf(query, '', maximum)).map(device42Device),
    },
  });

interface Exported {
  status: number;
  stdout: string;
  stderr: string;
  requests: IncomingMessage[];
}

async function exported(system: string, respond: Server, path = '/list?a=b'): Promise<Exported> {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    const { body, headers = {} } = respond(new URL(request.url!, 'http://x').searchParams);
    response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
  const env = { ...process.env, CMDB_URL: url, CMDB_AUTHORIZATION: 'Token x' };
  const result = await new Promise<Omit<Exported, 'requests'>>((resolve) => {
    const options = { env, maxBuffer: 10_000_000 };
    execFile(process.execPath, [join(MAPS, 'export.mjs'), system], options, (error, stdout, stderr) =>
      resolve({ status: Number(error?.code ?? 0), stdout, stderr }),
    );
  });
  await new Promise((resolve) => server.close(resolve));
  return { ...result, requests };
}

test.each([
  ['servicenow', 'pages of the requested size', serviceNow(), 3, `${COUNT} read, 2,500 taken, 0 left out`],
  ['netbox', 'pages of at most MAX_PAGE_SIZE', netBox(400), 7, '2,500 read, 1,250 taken, 1,250 left out'],
  ['device42', 'enforced GET limits', device42(500), 5, '2,500 read, 2,499 taken, 1 left out'],
  ['device42', 'no limits, so offset is ignored', device42(undefined, 'devices'), 1, '2,499 taken'],
] as const)(
  'export.mjs exports all rows of %s with %s, and the map reads them',
  async (system, _what, respond, requests, rows) => {
    const result = await exported(system, respond);
    expect([result.status, result.stderr, result.requests.length]).toEqual([0, '', requests]);
    expect(result.requests[0]!.headers.authorization).toBe('Token x');
    expect(result.requests[0]!.url).toContain('a=b');
    const file = join(folder, `${system}.ndjson`);
    writeFileSync(file, result.stdout);
    const { report, faults } = await checkSource(file, join(MAPS, `${system}.yaml`));
    expect(faults).toEqual([]);
    expect(report.summary.map(String).join(' ')).toContain(rows.replace(`${COUNT} `, '2,500 '));
  },
);

test('export.mjs orders a filtered ServiceNow list, reads past hidden rows and exits with 1 for them', async () => {
  const hidden = [7, ...numbers.slice(1000, 2000)]; // a page without any row
  const result = await exported('servicenow', serviceNow(hidden), '/api/now/table/cmdb_ci?sysparm_query=a=b');
  expect([result.status, result.stdout.trim().split('\n').length]).toEqual([1, COUNT - hidden.length]);
  expect(result.stderr).toContain('Exported 1499 of 2500 rows. The account may not read the others');
  const query = new URL(result.requests[0]!.url!, 'http://x').searchParams;
  expect(Object.fromEntries(query)).toMatchObject({
    sysparm_query: 'a=b^ORDERBYsys_id',
    sysparm_display_value: 'true',
    sysparm_exclude_reference_link: 'true',
  });
});

test.each([
  ['an unknown system', 'cmdb', serviceNow(), 'Name a system: servicenow, netbox, device42.\n'],
  [
    'a response without a list',
    'netbox',
    device42(500),
    'The response has no list with a total. Check CMDB_URL.\n',
  ],
  [
    'rows without a key',
    'netbox',
    () => ({ body: { count: 2, results: [{ name: 'A' }, { name: 'B' }] } }),
    'A row has no id. Export this field too.\n',
  ],
])('export.mjs exits with 1 for %s', async (_what, system, respond, stderr) => {
  expect(await exported(system, respond)).toMatchObject({ status: 1, stdout: '', stderr });
});
