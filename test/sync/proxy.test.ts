// Tests that HTTPS_PROXY changes nothing for the programs of a nightly sync, unless Node itself reads it.
import { readFileSync, writeFileSync } from 'node:fs';
import { type Server, createServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { ROOT, ended, start } from '../support/cli';
import { temporaryFolder } from '../support/folder';
import { FIRST } from '../support/tls';

jest.setTimeout(30_000);

const folder = temporaryFolder();
const source = join(folder, 'cmdb.csv');
/** The addresses to which the proxy opened a tunnel. */
const tunnels: string[] = [];
let proxy: Server;
let server: ReturnType<typeof createHttpsServer>;

const portOf = (listening: Server): number => (listening.address() as AddressInfo).port;
const listen = (listening: Server): Promise<void> =>
  new Promise((resolve) => void listening.listen(0, '127.0.0.1', resolve));

beforeAll(async () => {
  const certificate = { cert: readFileSync(FIRST.certificate), key: readFileSync(FIRST.key) };
  server = createHttpsServer(certificate, ({ url }, response) => {
    response.setHeader('Content-Type', 'application/json');
    response.end(url!.startsWith('/list') ? '{"count":0,"results":[]}' : '[]');
  });
  proxy = createServer().on('connect', ({ url }, socket) => {
    tunnels.push(url!);
    const tunnel = connect(portOf(server), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      tunnel.pipe(socket).pipe(tunnel);
    }).on('error', () => socket.destroy());
    socket.on('error', () => tunnel.destroy());
  });
  await Promise.all([listen(server), listen(proxy)]);
  writeFileSync(
    source,
    'sys_id,name,sys_class_name,install_status,u_bes_cyber_system,location\n1,RTU1,x,Installed,SCADA,Millbrook\n',
  );
});
afterAll(() => {
  server.close();
  proxy.close();
});

/** Node 24 has NODE_USE_ENV_PROXY. */
const readsProxy = Number(process.versions.node.split('.')[0]) >= 24;

const environment = () => ({
  NODE_EXTRA_CA_CERTS: FIRST.certificate,
  HTTPS_PROXY: `http://127.0.0.1:${portOf(proxy)}`,
  CMDB_URL: `https://localhost:${portOf(server)}/list`,
  CMDB_AUTHORIZATION: 'Token x',
  SYNC_URL: `https://localhost:${portOf(server)}`,
  API_KEY: 'cik_test_CedarValleyPowerAndLightDemo010TfbS6',
});

const MAPS = join(ROOT, 'src/sync/maps');

test.each([
  ['export.mjs', 0, [join(MAPS, 'export.mjs'), 'netbox'], [process.execPath]],
  // The server has no cyber system for the row, so that no row is in scope.
  ['sync', 4, ['sync', 'plan', '--source', source, '--map', join(MAPS, 'servicenow.yaml')], undefined],
])(
  '%s ignores HTTPS_PROXY, unless NODE_USE_ENV_PROXY lets Node.js 24 read it',
  async (_name, status, args, command) => {
    const run = (more = {}) => ended(start(args, { ...environment(), ...more }, command));
    expect(await run()).toMatchObject({ status });
    expect(tunnels).toEqual([]);
    expect(await run({ NODE_USE_ENV_PROXY: '1' })).toMatchObject({ status });
    expect(tunnels.splice(0).length > 0).toBe(readsProxy);
  },
);
