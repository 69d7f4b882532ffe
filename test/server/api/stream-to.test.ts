// A body that is streamed: a client that has had enough is no fault of the server's.
import { once } from 'node:events';
import { type IncomingMessage, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { writeSiteResponse } from '../../../src/server/settings/settings-app';

async function* endless(): AsyncGenerator<string> {
  for (;;) yield await new Promise<string>((resolve) => setImmediate(() => resolve('x'.repeat(1000))));
}

it('ends without an error, and closes its source, when the client disconnects', async () => {
  const ended = new Promise<void>((resolve, reject) => {
    const server = express()
      .get(
        '/',
        (_request, response) =>
          void writeSiteResponse(response, { status: 200, body: endless() }).then(resolve, reject),
      )
      .listen(0, '127.0.0.1', () => {
        const call = get(
          { port: (server.address() as AddressInfo).port },
          (response: IncomingMessage) => void once(response, 'data').then(() => call.destroy()),
        );
        call.on('error', () => undefined); // it is its own doing
        call.on('close', () => server.close());
      });
  });
  const warned = jest.fn();
  process.on('warning', warned);
  await expect(ended).resolves.toBeUndefined();
  process.off('warning', warned);
  expect(warned).not.toHaveBeenCalled();
});
