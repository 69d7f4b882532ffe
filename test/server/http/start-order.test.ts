// Tests that a client with many connections leaves turns of the event loop to others.
import { EventEmitter, once } from 'node:events';
import type { Server } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import { createTurns } from '../../../src/server/http/connections';
import { type TestServer, startTestServer } from '../../support/server';
import { FIRST } from '../../support/tls';

describe('requests', () => {
  const server = new EventEmitter();
  const turns = createTurns(server as Server);
  let started = 0;
  const startMany = (count: number) => {
    for (let index = 0; index < count; index++) turns.start(() => void (started += 1));
  };
  beforeEach(async () => {
    await nextTurn();
    await nextTurn();
    started = 0;
  });

  it('start at once, and at most 32 in a turn', async () => {
    startMany(100);
    expect(started).toBe(32);
    await nextTurn();
    startMany(1);
    expect(started).toBe(64);
    await nextTurn();
    await nextTurn();
    expect(started).toBe(101);
  });

  it('start two in a turn while clients connect', async () => {
    startMany(40);
    server.emit('connection');
    await nextTurn();
    expect(started).toBe(34);
    await nextTurn();
    expect(started).toBe(40);
  });
});

describe('TLS handshakes', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ tls: FIRST });
  });
  afterAll(() => server.close());

  it('are not repeated on a connection', async () => {
    const port = Number(new URL(server.url).port);
    const socket = connectTls({ host: '127.0.0.1', port, maxVersion: 'TLSv1.2', rejectUnauthorized: false });
    await once(socket, 'secureConnect');
    const [error] = await new Promise<unknown[]>((resolve) => {
      socket.once('error', (cause) => resolve([cause]));
      socket.renegotiate({ rejectUnauthorized: false }, (cause) => resolve([cause]));
    });
    expect(error).toBeInstanceOf(Error);
  });
});
