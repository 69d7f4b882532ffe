// Responses that are larger than the limit: of the client, of `sync`, and of conformance and replay.
import { once } from 'node:events';
import { type Server, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { type ClientOptions, createClient } from '../../src/client';
import { createSend } from '../../src/review/probe/send';
import { createRemote } from '../../src/sync/inventory/remote';

const MIB = 1024 * 1024;
/** About 65 kB that a client decompresses to 65 MiB. */
const SPACES = gzipSync(Buffer.alloc(65 * MIB, ' '), { level: 1 });

let respond: (response: ServerResponse) => void;
let requests = 0;
let server: Server;
let url: string;
beforeAll(async () => {
  server = createServer((_request, response) => {
    requests++;
    response.setHeader('Content-Type', 'application/json');
    respond(response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  requests = 0;
  respond = (response) => response.setHeader('Content-Encoding', 'gzip').end(SPACES);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const open = (options: Partial<ClientOptions> = {}) =>
  createClient({ baseUrl: url, apiKey: 'k', ...options });

test('the client stops after 64 MiB of decompressed content, and does not send the request again', async () => {
  const { error } = await open().GET('/cyber-assets');
  expect(error).toMatchObject({
    kind: 'connection',
    status: 200,
    attempts: 1,
    message: 'The response (200) has more than 67,108,864 bytes. Raise maxResponseBytes.',
  });
  expect(requests).toBe(1);
});

test('the change of a POST whose response is too large may have been made', async () => {
  const body = { name: 'RTU01', cyber_system_id: 'cs_1', asset_type: 'hardware' } as const;
  const { error } = await open({ maxResponseBytes: 1000 }).POST('/cyber-assets', { body });
  expect(error).toMatchObject({ kind: 'connection', maybeDone: true, attempts: 1 });
});

test('the client closes the connection of a response without end', async () => {
  let closed: Promise<unknown> | undefined;
  respond = (response) => {
    closed = once(response, 'close');
    const write = (): void => {
      while (!response.destroyed && response.write(' '.repeat(65_536)));
    };
    response.on('drain', write);
    write();
  };
  const { error } = await open({ maxResponseBytes: MIB }).GET('/cyber-assets');
  expect(error?.message).toMatch(/^The response \(200\) has more than 1,048,576 bytes\./);
  await closed;
});

test.each([
  [0, 'none'],
  [1, 'connection'],
])('a response of %d bytes over the limit has an error of the kind %s', async (over, kind) => {
  const text = JSON.stringify([{ name: 'Süd–RTU01 😀' }]);
  respond = (response) => void response.end(text);
  const { data, error } = await open({ maxResponseBytes: Buffer.byteLength(text) - over }).GET(
    '/cyber-assets',
  );
  expect([error?.kind ?? 'none', JSON.stringify(data)]).toEqual([kind, kind === 'none' ? text : undefined]);
});

test('an error response is limited too', async () => {
  respond = (response) => response.writeHead(500, { 'Content-Encoding': 'gzip' }).end(SPACES);
  const { error } = await open({ retries: 0 }).GET('/cyber-assets');
  expect(error).toMatchObject({ kind: 'connection', status: 500 });
});

test('sync names the response that is too large', async () => {
  await expect(createRemote(open()).assets()).rejects.toMatchObject({
    name: 'SyncError',
    message: expect.stringContaining('The response (200) has more than 67,108,864 bytes.'),
  });
});

test('conformance and replay count a response that is too large as no response', async () => {
  await expect(createSend(url, 'k')({ method: 'GET', path: '/cyber-assets' })).rejects.toMatchObject({
    message: 'The response (200) has more than 67,108,864 bytes.',
  });
});
