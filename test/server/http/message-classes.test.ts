import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import express from 'express';
import { messageClasses } from '../../../src/server/http/messages';

it('creates messages with the prototypes that Express sets', async () => {
  const app = express();
  app.use(
    (request, response) =>
      void response.json({ ip: request.ip, hasApp: request.app === app && response.app === app }),
  );
  const server = createServer(messageClasses(() => {}, app));
  let before: unknown[] = [];
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    before = [Object.getPrototypeOf(request), Object.getPrototypeOf(response)];
    app(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  expect(await response.json()).toEqual({ ip: '127.0.0.1', hasApp: true });
  expect(before[0]).toBe(app.request);
  expect(before[1]).toBe(app.response);
  server.close();
  await once(server, 'close');
});

it.each([
  [64, true],
  [500, true],
  [600, false],
])('a body in 1,500 chunks of %i bytes is suspicious: %s', async (bytes, isSuspicious) => {
  const suspect = jest.fn();
  const server = createServer(messageClasses(suspect));
  server.on('request', (request: IncomingMessage, response: ServerResponse) =>
    request.resume().once('end', () => response.end()),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const chunk = `${bytes.toString(16)}\r\n${' '.repeat(bytes)}\r\n`;
  socket.write('POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n');
  socket.write(`${chunk.repeat(1500)}0\r\n\r\n`);
  await once(socket.resume(), 'close');
  expect(suspect.mock.calls.length > 0).toBe(isSuspicious);
  server.close();
});
