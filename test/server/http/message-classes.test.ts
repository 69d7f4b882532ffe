import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { messageClasses } from '../../../src/server/http/messages';

it('creates messages with the prototypes that Express sets', async () => {
  const app = express();
  app.use(
    (request, response) =>
      void response.json({ ip: request.ip, hasApp: request.app === app && response.app === app }),
  );
  const server = createServer(messageClasses({ app, onFragmented: () => {} }));
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
