// Tests what one client may cost: chunks of bodies, requests sent ahead, and connections, on each listener.
import { once } from 'node:events';
import { type Socket, connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { createMetrics } from '../../../src/server/monitoring/metrics';
import { newAsset } from '../../support/assets';
import { valueOf } from '../../support/metrics';
import { type RawAnswer, answersIn } from '../../support/raw';
import { type Sandbox, startSandbox } from '../../support/sandbox';
import {
  type MonitoredServer,
  type TestServer,
  startMonitoredServer,
  startTestServer,
} from '../../support/server';
import { type TestSettings, startTestSettings } from '../../support/settings';

let test_: MonitoredServer;
let settings: TestSettings;
let sandbox: Sandbox;
beforeAll(async () => {
  test_ = await startMonitoredServer();
  settings = await startTestSettings();
  sandbox = await startSandbox();
});
afterAll(() => Promise.all([test_.close(), settings.close(), sandbox.close()]));

const head = (method: string, path: string, ...fields: string[]) =>
  `${[`${method} ${path} HTTP/1.1`, 'Host: 127.0.0.1', ...fields].join('\r\n')}\r\n\r\n`;
const CHUNKED = 'Transfer-Encoding: chunked';
const JSON_TYPE = 'Content-Type: application/json';
const chunks = (body: Buffer | string, bytes = 1, extension = '') =>
  `${Array.from({ length: Math.ceil(body.length / bytes) }, (_, index) => {
    const part = Buffer.from(body).subarray(index * bytes, (index + 1) * bytes);
    return `${part.length.toString(16)}${extension}\r\n${part.toString('latin1')}\r\n`;
  }).join('')}0\r\n\r\n`;
const bytesOf = (text: string) => Buffer.from(text, 'latin1');

/** Sends bytes and returns the responses until the connection is closed, also by a reset. */
async function converse(url: string, text: string, more?: (socket: Socket) => void): Promise<RawAnswer[]> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  let received = '';
  socket.on('error', () => {});
  socket.on('data', (bytes: Buffer) => (received += bytes.toString()));
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.write(bytesOf(text));
  more?.(socket);
  await closed;
  return answersIn(received).filter(({ status }) => status >= 200);
}

/** Expects one response that closes the connection. */
const expectClosed = (answers: RawAnswer[], status: number) => {
  expect(answers.map((answer) => answer.status)).toEqual([status]);
  expect(answers[0]!.head).toMatch(/^Connection: close$/im);
};

describe('a body in small chunks', () => {
  const json = () => JSON.stringify(newAsset()).padEnd(3000);
  const post = (...fields: string[]) =>
    head('POST', '/cyber-assets', `X-API-Key: ${test_.cedar.key}`, JSON_TYPE, ...fields);

  it.each<[string, () => string]>([
    ['one byte', () => post(CHUNKED) + chunks(json())],
    [
      'one byte of gzip',
      () => post(CHUNKED, 'Content-Encoding: gzip') + chunks(Buffer.alloc(3000, gzipSync('x'))),
    ],
    ['one byte with an extension', () => post(CHUNKED) + chunks(json(), 1, ';a=b')],
    ['63 bytes', () => post(CHUNKED) + chunks(json().padEnd(90_000), 63)],
  ])('returns 400 for more than 1,000 chunks of %s, and closes the connection', async (_what, bytes) => {
    expectClosed(await converse(test_.url, bytes()), 400);
  });

  it('returns 400 after 100 Continue', async () => {
    const body = chunks(json());
    const answers = await converse(test_.url, post(CHUNKED, 'Expect: 100-continue'), (socket) =>
      socket.once('data', () => socket.write(body)),
    );
    expectClosed(answers, 400);
  });

  it('returns 400 for more than 1,000 segments of one byte with a Content-Length', async () => {
    let socket!: Socket;
    const closed = converse(test_.url, post('Content-Length: 3000'), (opened) => (socket = opened));
    for (let sent = 0; sent < 3000 && !socket.destroyed && socket.writable; sent++) {
      await new Promise<void>((resolve) => socket.write(' ', () => resolve()));
      await new Promise(setImmediate);
    }
    const answers = await closed;
    expect(answers.map(({ status }) => status)).toEqual([400]);
  });

  it('returns 201 for 1,000 chunks, for chunks of 64 bytes, and with trailers', async () => {
    const close = 'Connection: close';
    const small = JSON.stringify(newAsset()).padEnd(1000);
    const large = JSON.stringify(newAsset()).padEnd(90_000);
    const trailers = chunks(JSON.stringify(newAsset())).replace(/\r\n$/, 'X-Trailer: a\r\n\r\n');
    for (const body of [chunks(small), chunks(large, 64), trailers])
      expect((await converse(test_.url, post(CHUNKED, close) + body)).map(({ status }) => status)).toEqual([
        201,
      ]);
  });

  it('parses what the network sends after chunks of 64 bytes in slices', async () => {
    const flooded = await startTestServer();
    const { hostname, port } = new URL(flooded.url);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    const large = chunks(JSON.stringify(newAsset()).padEnd(90_000), 64);
    const key = `X-API-Key: ${flooded.cedar.key}`;
    socket.write(head('POST', '/cyber-assets', key, JSON_TYPE, CHUNKED) + large);
    const [first] = (await once(socket, 'data')) as [Buffer];
    expect(first.toString('latin1')).toMatch(/^HTTP\/1\.1 201 /);
    // The same connection, in one packet: more requests than a slice has start in later turns, in order.
    socket.write(head('GET', '/cyber-assets', key).repeat(20) + head('GET', '/x', key, 'Connection: close'));
    let received = '';
    for await (const bytes of socket) received += String(bytes);
    expect(answersIn(received).map(({ status }) => status)).toEqual([...Array(20).fill(200), 404]);
    await flooded.close();
  });

  it('keeps its order when small chunks are mixed with large ones', async () => {
    const name = Array.from({ length: 30 }, (_, index) => `part ${index}`).join(' ');
    const body = JSON.stringify(newAsset({ name }));
    const parts = [body.slice(0, 30), ...body.slice(30, 200), ' '.repeat(2000)];
    const text = [...parts, body.slice(200)]
      .map((part) => `${part.length.toString(16)}\r\n${part}\r\n`)
      .join('')
      .replace(`7d0\r\n${' '.repeat(2000)}\r\n`, '');
    const [answer] = await converse(test_.url, `${post(CHUNKED, 'Connection: close')}${text}0\r\n\r\n`);
    expect(answer!.text).toContain(JSON.stringify(name));
  });

  it.each<[string, () => [url: string, head: string]]>([
    ['an upload', () => [sandbox.url, uploadHead()]],
    ['the control interface', () => [sandbox.url, head('POST', '/sandbox/worlds', JSON_TYPE, CHUNKED)]],
    [
      'a sign-in form',
      () => [
        settings.pages,
        head('POST', '/sign-in', 'Content-Type: application/x-www-form-urlencoded', CHUNKED),
      ],
    ],
  ])('returns 400 for %s', async (_what, request) => {
    const [url, text] = request();
    expectClosed(await converse(url, text + chunks('--b\r\n'.padEnd(5000, 'x'))), 400);
  });

  const uploadHead = () =>
    head(
      'POST',
      '/policy-documents/upload',
      `X-API-Key: ${sandbox.key}`,
      'Content-Type: multipart/form-data; boundary=b',
      CHUNKED,
    );
});

describe('a response before the body has arrived', () => {
  it.each<[string, () => [url: string, head: string, status: number]]>([
    [
      'without a key',
      () => [test_.url, head('POST', '/cyber-assets', JSON_TYPE, 'Content-Length: 100000'), 401],
    ],
    [
      'to a GET with a body',
      () => [test_.url, head('GET', '/facilities', `X-API-Key: ${test_.cedar.key}`, CHUNKED), 200],
    ],
    ['of the Settings pages', () => [settings.pages, head('GET', '/sign-in', 'Content-Length: 1000'), 200]],
    ['of the operations listener', () => [test_.operations.url!, head('POST', '/metrics', CHUNKED), 405]],
    [
      'of the sandbox console',
      () => [sandbox.url, head('GET', '/console/settings.json', 'Content-Length: 1000'), 200],
    ],
  ])('closes the connection after the response: %s', async (_what, request) => {
    const [url, text, status] = request();
    expectClosed(await converse(url, text), status);
  });

  it('reaches a client that sends the whole body before it reads', async () => {
    const body = 'x'.repeat(4_000_000);
    const text = head('POST', '/cyber-assets', JSON_TYPE, `Content-Length: ${body.length}`);
    expectClosed(await converse(test_.url, text + body), 401);
  });
});

describe('requests sent ahead on one connection', () => {
  const get = (path: string, ...fields: string[]) => head('GET', path, ...fields);
  const POST = `${head('POST', '/cyber-assets', JSON_TYPE, 'Content-Length: 2')}{}`;

  it.each<[string, () => [url: string, request: string]]>([
    ['of the API', () => [test_.url, get('/facilities')]],
    ['of the API, with bodies', () => [test_.url, POST]],
    ['of the Settings pages', () => [settings.pages, get('/sign-in')]],
    ['of the operations listener', () => [test_.operations.url!, get('/health/live')]],
  ])('are at most 64, or the connection is closed: %s', async (_what, listener) => {
    const [url, request] = listener();
    const end = request.replace('\r\n', '\r\nConnection: close\r\n');
    expect(await converse(url, request.repeat(64) + end)).toHaveLength(65);
    expect((await converse(url, request.repeat(2000))).length).toBeLessThan(65);
    expect(await converse(url, request.repeat(64) + end)).toHaveLength(65);
  });

  it('are counted in the metrics', async () => {
    const closed = valueOf(
      await (await fetch(`${test_.operations.url}/metrics`)).text(),
      'http_connections_dropped_total',
      { reason: 'pipelined' },
    );
    expect(closed).toBeGreaterThan(0);
  });

  it('are parsed in slices once a connection of the network was closed for this', async () => {
    const { hostname, port } = new URL(test_.url);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    const closed = new Promise((resolve) => socket.once('close', resolve));
    await converse(test_.url, get('/x').repeat(2000));
    socket.on('error', () => {}).resume();
    socket.write(get('/x').repeat(2000));
    await closed;
    expect((await converse(test_.url, get('/x', 'Connection: close')))[0]!.status).toBe(401);
  });
});

describe('connections', () => {
  const MAX = 100;
  const PER_NETWORK = MAX / 10;
  let server: TestServer;
  const metrics = createMetrics(undefined);
  const dropped = async (reason: string) =>
    valueOf(await metrics.registry.metrics(), 'http_connections_dropped_total', { reason });
  const opened: Socket[] = [];
  beforeAll(async () => {
    server = await startTestServer({ metrics, maxConnections: MAX });
  });
  afterEach(() => opened.splice(0).forEach((socket) => socket.destroy()));
  afterAll(() => server.close());

  async function open(localAddress: string, text?: string): Promise<Socket> {
    const socket = connect({ host: '127.0.0.1', port: Number(new URL(server.url).port), localAddress });
    socket.on('error', () => {});
    opened.push(socket);
    await once(socket, 'connect');
    if (text !== undefined) {
      socket.write(text);
      await new Promise((resolve) => socket.once('data', resolve).once('close', resolve));
    }
    return socket;
  }
  const openMany = (localAddress: string, count: number, text?: string) =>
    Promise.all(Array.from({ length: count }, () => open(localAddress, text)));
  const isServed = async (localAddress: string) => {
    const socket = await open(localAddress);
    socket.write(head('GET', '/facilities', `X-API-Key: ${server.cedar.key}`));
    const [bytes] = (await once(socket, 'data')) as [Buffer];
    return bytes.toString().startsWith('HTTP/1.1 ');
  };

  it.each<[string, string | undefined]>([
    ['silent', undefined],
    ['idle', head('GET', '/facilities')],
  ])('a network with a tenth of all closes its oldest %s one for a new one', async (_what, text) => {
    const [oldest] = await openMany('127.0.0.9', 1, text);
    const closed = once(oldest!, 'close');
    await openMany('127.0.0.9', PER_NETWORK, text);
    await closed;
    expect(await isServed('127.0.0.9')).toBe(true);
    expect(await isServed('127.0.0.10')).toBe(true);
    expect(await dropped('idle')).toBeGreaterThan(0);
  });

  it('a network whose requests all run gets no more, and another network does', async () => {
    const running = head(
      'POST',
      '/cyber-assets',
      `X-API-Key: ${server.cedar.key}`,
      JSON_TYPE,
      'Expect: 100-continue',
      'Content-Length: 9',
    );
    await openMany('127.0.0.11', PER_NETWORK, running);
    await open('127.0.0.11', '');
    expect(await dropped('network')).toBe(1);
    expect(await isServed('127.0.0.12')).toBe(true);
    expect(server.logs.filter(({ msg }) => msg === 'connections are dropped')).toHaveLength(1);
  });

  it('a trusted proxy holds more than a tenth', async () => {
    const direct = server;
    server = await startTestServer({ maxConnections: MAX, trustProxy: ['127.0.0.9'] });
    const sockets = await openMany('127.0.0.9', 5 * PER_NETWORK);
    expect(await isServed('127.0.0.9')).toBe(true);
    expect(sockets.filter(({ readyState }) => readyState === 'open')).toHaveLength(5 * PER_NETWORK);
    opened.splice(0).forEach((socket) => socket.destroy());
    await server.close();
    server = direct;
  });

  it('when all are in use, the oldest without a request is closed for a new one', async () => {
    const before = (await dropped('idle'))!;
    for (let network = 1; network <= MAX / PER_NETWORK; network++)
      await openMany(`127.0.1.${network}`, PER_NETWORK);
    expect(await isServed('127.0.0.13')).toBe(true);
    expect(await dropped('idle')).toBeGreaterThan(before);
    expect(await dropped('full')).toBe(0);
  });

  it('are counted while they are open', async () => {
    await openMany('127.0.0.14', 3);
    const text = await metrics.registry.metrics();
    expect(valueOf(text, 'http_connections')).toBeGreaterThanOrEqual(3);
    expect(valueOf(text, 'http_connections_max')).toBe(MAX);
  });
});
