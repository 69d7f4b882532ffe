// Tests HTTPS with a certificate: HSTS, rejected TLS versions, and reload of a renewed certificate.
import { copyFileSync, writeFileSync } from 'node:fs';
import { Agent } from 'node:https';
import { connect as connectPlain } from 'node:net';
import { join } from 'node:path';
import { type ConnectionOptions, type TLSSocket, connect } from 'node:tls';
import { temporaryFolder } from '../../support/folder';
import { createMetrics, type Metrics } from '../../../src/server/monitoring/metrics';
import { valueOf } from '../../support/metrics';
import { rawExchange, rawRequest } from '../../support/raw';
import { type TestServer, startTestServer } from '../../support/server';
import { AUTHORITIES, EXPIRED, FIRST, FUTURE, RENEWED } from '../../support/tls';
import { until } from '../../support/until';

const folder = temporaryFolder();
const files = { certificate: join(folder, 'cert.pem'), key: join(folder, 'key.pem') };
const install = (from: typeof files): void => {
  copyFileSync(from.certificate, files.certificate);
  copyFileSync(from.key, files.key);
};

let test: TestServer;
let metrics: Metrics;
beforeAll(async () => {
  install(FIRST);
  metrics = createMetrics(undefined);
  test = await startTestServer({ tls: files, metrics });
});
afterAll(() => test.close());

const call = (headers: [string, string][], path = '/facilities', agent?: Agent) =>
  rawRequest(test.url, 'GET', path, { headers, ...(agent ? { agent } : {}) });
const port = () => Number(new URL(test.url).port);

/** Opens a TLS connection. Rejects with the connection error. */
function connectTls(options: ConnectionOptions): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port: port(), host: '127.0.0.1', ca: AUTHORITIES, ...options }, () =>
      resolve(socket),
    );
    socket.once('error', reject);
  });
}

async function served(): Promise<string> {
  const socket = await connectTls({});
  const { subject } = socket.getPeerCertificate();
  socket.destroy();
  return subject.O as string;
}

/** Waits for a log line after the first `from` lines. */
const logged = (message: RegExp, from: number): Promise<Record<string, unknown>> =>
  until(() => test.logs.slice(from).find(({ msg }) => message.test(String(msg))));

it('sends HSTS with every response over HTTPS, also below Express', async () => {
  const key: [string, string] = ['X-API-Key', test.cedar.key];
  const answers = await Promise.all([
    call([key]),
    call([]),
    call([key], '/nowhere'),
    call([key, ['Content-Encoding', 'x'], ['Expect', 'a-miracle']]),
  ]);
  expect(test.url).toMatch(/^https:/);
  expect(answers.map(({ status }) => status)).toEqual([200, 401, 404, 417]);
  for (const { headers } of answers)
    expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
  const below = await rawExchange(test.url, 'hello\r\n\r\n', '}');
  expect(below).toMatch(
    /^HTTP\/1\.1 400 [^]*Strict-Transport-Security: max-age=31536000[^]*\{"error":"bad_request"/,
  );
});

const expectWeakRejected = () =>
  expect(connectTls({ maxVersion: 'TLSv1.2', ciphers: 'ECDHE-ECDSA-AES128-SHA' })).rejects.toThrow(
    /handshake failure/,
  );

it('accepts TLS 1.2 and 1.3, and rejects older versions and weak ciphers', async () => {
  for (const version of ['TLSv1.2', 'TLSv1.3'] as const) {
    const socket = await connectTls({ minVersion: version, maxVersion: version });
    expect([socket.getProtocol(), socket.authorized]).toEqual([version, true]);
    socket.destroy();
  }
  await expect(
    connectTls({ minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' }),
  ).rejects.toThrow(/protocol version|alert/);
  await expectWeakRejected();
});

it('returns 403 for plain HTTP on the HTTPS port, and does not check the key', async () => {
  const answer = await rawExchange(
    test.url.replace('https', 'http'),
    `GET /facilities HTTP/1.1\r\nHost: a\r\nX-API-Key: ${test.cedar.key}\r\n\r\n`,
    '}',
  );
  expect(answer).toMatch(
    /^HTTP\/1\.1 403 Forbidden\r\n[^]*Connection: close[^]*\r\n\r\n\{"error":"https_required","message":"This server requires HTTPS\./,
  );
  expect(answer).not.toMatch(/Strict-Transport-Security/i);
});

it.each([
  ['bytes that are not a handshake', '\x16\x03\x01\x00\x05nonsense'],
  ['a plain HTTP request', 'DELETE / HTTP/1.1\r\n\r\n'],
  ['an empty connection', ''],
])('%s closes only its own connection', async (_what, bytes) => {
  await new Promise<void>((resolve) => {
    const socket = connectPlain(port(), '127.0.0.1', () => socket.end(bytes));
    socket.on('error', () => {});
    socket.on('close', () => resolve());
    socket.resume();
  });
  expect((await call([['X-API-Key', test.cedar.key]])).status).toBe(200);
});

it('reloads a renewed certificate, keeps open connections, and ignores an unusable certificate', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const key: [string, string] = ['X-API-Key', test.cedar.key];
  await call([key], '/facilities', agent);
  expect(await served()).toBe('Test only, first');

  const before = test.logs.length;
  writeFileSync(files.key, 'not a key');
  expect(await logged(/new certificate rejected/, before)).toMatchObject({
    level: 'error',
    err: { message: expect.stringMatching(/^TLS_KEY_FILE must be an unencrypted private key/) },
  });
  expect(await served()).toBe('Test only, first');

  install(RENEWED);
  expect(await logged(/certificate reloaded/, before)).toMatchObject({ expires: '2120-01-01T00:00:00.000Z' });
  expect(await served()).toBe('Test only, renewed');
  await expectWeakRejected();
  expect(await call([key], '/facilities', agent)).toMatchObject({ status: 200, reusedSocket: true });
  agent.destroy();
});

const expiry = async () =>
  valueOf(await metrics.registry.metrics(), 'tls_certificate_expiry_timestamp_seconds');

it.each([
  [
    'that has expired',
    EXPIRED,
    'The certificate in TLS_CERT_FILE expired at 2021-01-01T00:00:00.000Z. Renew it.',
  ],
  [
    'that is not valid yet',
    FUTURE,
    'The certificate in TLS_CERT_FILE is not valid before 2099-01-01T00:00:00.000Z. Use one that is valid now.',
  ],
  [
    'with the key of another one',
    { certificate: FIRST.certificate, key: EXPIRED.key },
    expect.stringMatching(/^TLS_KEY_FILE must be the key of the certificate in TLS_CERT_FILE/),
  ],
])(
  'keeps a valid certificate when the new files hold one %s, and logs an error',
  async (_what, from, message) => {
    install(RENEWED);
    const before = test.logs.length;
    install(from);
    expect(await logged(/new certificate rejected/, before)).toMatchObject({
      level: 'error',
      err: { message },
    });
    expect(await served()).toBe('Test only, renewed');
    expect(await expiry()).toBe(Date.UTC(2120, 0, 1) / 1000);
    const restored = test.logs.length;
    install(RENEWED);
    await logged(/certificate reloaded/, restored);
  },
);

it('serves an expired certificate at startup, with an error in the log and its expiry in the metrics', async () => {
  const { database } = test.inventory;
  const own = createMetrics(database);
  const expired = await startTestServer({ tls: EXPIRED, metrics: own });
  const text = await own.registry.metrics();
  await expired.close();
  expect(expired.logs).toContainEqual(
    expect.objectContaining({
      level: 'error',
      msg: expect.stringContaining('expired at 2021-01-01T00:00:00.000Z'),
    }),
  );
  expect(valueOf(text, 'tls_certificate_expiry_timestamp_seconds')).toBe(Date.UTC(2021, 0, 1) / 1000);
});

it('has no certificate metric without HTTPS', async () => {
  const own = createMetrics(undefined);
  expect(await own.registry.metrics()).not.toContain('tls_certificate');
});
