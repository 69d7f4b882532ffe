// Checks that a graceful shutdown completes requests and leaves no resources.
import { createHook } from 'node:async_hooks';
import { once } from 'node:events';
import { type RequestListener, createServer } from 'node:http';
import { type AddressInfo, type Socket, connect } from 'node:net';
import express from 'express';
import pino from 'pino';
import { createGracefulShutdown } from '../../../src/server/http/graceful-shutdown';
import { listen } from '../../../src/server/http/listener';

it('leaves no timer after the shutdown', async () => {
  const timers = new Set<number>();
  const hook = createHook({
    init: (id, type) => void (type === 'Timeout' && timers.add(id)),
    destroy: (id) => void timers.delete(id),
  }).enable();
  const server = createServer();
  const end = createGracefulShutdown(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const whileItListens = timers.size;
  await end.close(1000);
  await new Promise(setImmediate); // Node reports destroyed timers here
  await new Promise(setImmediate);
  hook.disable();
  expect([whileItListens, timers.size]).toEqual([1, 0]);
});

it('reports that it listens until it is closed', async () => {
  const listener = await listen(express(), { host: '127.0.0.1', port: 0, logger: pino({ level: 'silent' }) });
  expect(listener.isListening()).toBe(true);
  await listener.close(1000);
  expect(listener.isListening()).toBe(false);
});

describe('graceful shutdown', () => {
  const REQUEST = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';
  const open: Socket[] = [];
  afterEach(() => open.splice(0).forEach((socket) => socket.destroy()));

  async function startServer(answer: RequestListener) {
    const server = createServer(answer);
    const end = createGracefulShutdown(server);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return {
      end,
      /** Opens a connection on which nothing is read yet. */
      connect(): Socket {
        const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
        open.push(socket);
        return socket;
      },
    };
  }

  /** Waits for the response, so that the connection is idle. `closed` resolves when the server closes it. */
  async function becomeIdle(socket: Socket): Promise<{ closed: Promise<unknown> }> {
    socket.write(REQUEST);
    await once(socket, 'data');
    socket.resume();
    return { closed: once(socket, 'close') };
  }

  it('completes a response to a slow reader', async () => {
    const SIZE = 32 * 1024 * 1024; // more than the socket buffers of the system
    let responded = (): void => {};
    const slowResponded = new Promise<void>((resolve) => (responded = resolve));
    const server = await startServer((request, response) => {
      response.end(request.url === '/slow' ? Buffer.alloc(SIZE) : 'idle');
      if (request.url === '/slow') responded();
    });
    const slow = server.connect();
    slow.write(REQUEST.replace('/', '/slow'));
    await slowResponded;
    const { closed } = await becomeIdle(server.connect());
    const ended = server.end.close(5000);
    await closed;
    let bytes = 0;
    slow.on('data', (chunk) => (bytes += chunk.length));
    await once(slow, 'end');
    slow.end();
    expect(bytes).toBeGreaterThan(SIZE);
    await ended;
  });

  it('responds to a request that has arrived in part', async () => {
    const server = await startServer((_request, response) => response.end('whole'));
    const [partial, other] = [server.connect(), server.connect()];
    await becomeIdle(partial);
    partial.write(REQUEST.slice(0, 20));
    const { closed } = await becomeIdle(other); // so that the server has read the part, too
    const ended = server.end.close(5000);
    await closed;
    partial.write(REQUEST.slice(20));
    const [answer] = (await once(partial, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 200 [^]*Connection: close[^]*whole$/);
    partial.end();
    await ended;
  });

  it('closes a connection once the rest of a rejected request has arrived', async () => {
    const server = await startServer((_request, response) => response.end('early'));
    const [early, other] = [server.connect(), server.connect()];
    early.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\n');
    await once(early, 'data');
    early.write('later');
    early.resume();
    await becomeIdle(other); // so that the server has read the rest, too
    const closed = once(early, 'close');
    const ended = server.end.close(50_000);
    await closed;
    await ended;
  });
});
