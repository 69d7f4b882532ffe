// What never becomes a request, or only half of one, is refused with the same JSON body, and the connection
// is closed.
import { once } from 'node:events';
import { connect } from 'node:net';
import { createMetrics } from '../../src/monitoring/metrics';
import type { Metrics } from '../../src/monitoring/metrics';
import { newAsset } from '../support/assets';
import { valueOf } from '../support/metrics';
import { startSandbox } from '../support/sandbox';
import { type TestServer, startTestServer } from '../support/server';

let server: TestServer;
let metrics: Metrics;
beforeAll(async () => {
  metrics = createMetrics(undefined);
  server = await startTestServer({ metrics, timeouts: { headers: 200, request: 400, idle: 30_000 } });
});
afterAll(() => server.close());

/** Sends bytes and reads until the server closes. */
function exchange(bytes: string, more?: (write: (text: string) => void) => void): Promise<string> {
  const { hostname, port } = new URL(server.url);
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(Number(port), hostname, () => {
      socket.write(bytes);
      more?.((text) => socket.writable && socket.write(text));
    });
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
    socket.on('error', reject);
    socket.on('close', () => resolve(answer));
  });
}

interface Answer {
  status: number;
  head: string;
  body: { error: string; message: string };
}

/** All the answers of a connection, in order. */
function answersIn(text: string): Answer[] {
  return text.split(/(?=HTTP\/1\.1 \d{3} )/).map((one) => {
    const [head = '', body = ''] = one.split('\r\n\r\n');
    return { status: Number(head.slice(9, 12)), head, body: JSON.parse(body) as Answer['body'] };
  });
}

const key = () => `X-API-Key: ${server.cedar.key}\r\n`;
const get = (path: string, fields = '') => `GET ${path} HTTP/1.1\r\nHost: a\r\n${key()}${fields}\r\n`;
const post = (fields: string, body = '') =>
  `POST /cyber-assets HTTP/1.1\r\nHost: a\r\n${key()}Content-Type: application/json\r\n${fields}\r\n${body}`;

const CONNECT = 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n';

const CASES: [what: string, bytes: () => string, status: number, error: string][] = [
  ['bytes that are no HTTP', () => 'hello\r\n\r\n', 400, 'bad_request'],
  ['a version that is not known', () => 'GET / HTTP/9.9\r\nHost: a\r\n\r\n', 400, 'bad_request'],
  [
    'Content-Length with Transfer-Encoding',
    () => post('Content-Length: 2\r\nTransfer-Encoding: chunked\r\n', '0\r\n\r\n'),
    400,
    'bad_request',
  ],
  [
    'two different Content-Lengths',
    () => post('Content-Length: 2\r\nContent-Length: 3\r\n', '{}'),
    400,
    'bad_request',
  ],
  [
    'a bad chunk size',
    () => post('Transfer-Encoding: chunked\r\n', 'zz\r\n{}\r\n0\r\n\r\n'),
    400,
    'bad_request',
  ],
  ['a folded header', () => get('/facilities', 'X-A: b\r\n c\r\n'), 400, 'bad_request'],
  ['a NUL in a header', () => get('/facilities', 'X-A: b\0c\r\n'), 400, 'bad_request'],
  [
    'headers over 16 KB',
    () => get('/facilities', `X-A: ${'a'.repeat(17_000)}\r\n`),
    431,
    'headers_too_large',
  ],
  ['a URL over 16 KB', () => get(`/facilities/${'a'.repeat(17_000)}`), 414, 'uri_too_long'],
  ['a body shorter than declared', () => post('Content-Length: 100\r\n', '{"name":'), 408, 'request_timeout'],
  [
    'a chunked body that never ends',
    () => post('Transfer-Encoding: chunked\r\n', '2\r\n{}\r\n'),
    408,
    'request_timeout',
  ],
  ['headers that never end', () => 'GET /facilities HTTP/1.1\r\nHost: a\r\n', 408, 'request_timeout'],
];

test.each(CASES)('%s', async (_what, bytes, status, error) => {
  const [answer, ...more] = answersIn(await exchange(bytes()));
  expect([answer!.status, answer!.body, more]).toEqual([status, { error, message: expect.any(String) }, []]);
  for (const field of [
    /^Content-Type: application\/json; charset=utf-8$/im,
    /^X-Content-Type-Options: nosniff$/im,
    /^X-Request-Id: \S+$/im,
    /^Connection: close$/im,
  ])
    expect(answer!.head).toMatch(field);
});

test('returns 408 for headers that arrive one byte at a time, and serves other clients', async () => {
  const slow = exchange('GET /facilities HTTP/1.1\r\n', (write) => {
    setInterval(() => write('X'), 20).unref();
  });
  expect((await server.client('GET', '/facilities')).status).toBe(200);
  expect(answersIn(await slow)[0]!.status).toBe(408);
});

test('returns 408 to fifty slow clients, and serves all other requests', async () => {
  const slow = Array.from({ length: 50 }, () =>
    exchange('GET /facilities HTTP/1.1\r\n', (write) => {
      setInterval(() => write('X'), 20).unref();
    }),
  );
  let under = true;
  const refused = Promise.all(slow).finally(() => (under = false));
  const statuses = new Set<number>();
  while (under) statuses.add((await server.client('GET', '/facilities')).status);
  expect(statuses).toEqual(new Set([200]));
  expect(new Set((await refused).map((text) => answersIn(text)[0]!.status))).toEqual(new Set([408]));
});

const STANDING: [what: string, bytes: () => string, status: number, error: string][] = [
  [
    'Expect other than 100-continue',
    () => get('/facilities', 'Expect: a-miracle\r\nConnection: close\r\n'),
    417,
    'expectation_failed',
  ],
  [
    'Expect without a key',
    () => 'GET /facilities HTTP/1.1\r\nHost: a\r\nExpect: a-miracle\r\nConnection: close\r\n\r\n',
    401,
    'unauthorized',
  ],
  [
    'a transfer coding that is not known',
    () => post('Transfer-Encoding: gzip, chunked\r\n', '0\r\n\r\n'),
    400,
    'bad_request',
  ],
  ['no Host', () => `GET /facilities HTTP/1.1\r\n${key()}Connection: close\r\n\r\n`, 400, 'bad_request'],
  [
    'a Host that is none',
    () => `GET /facilities HTTP/1.1\r\nHost: a b/c?<>\r\n${key()}Connection: close\r\n\r\n`,
    400,
    'bad_request',
  ],
  [
    'two Hosts',
    () => `GET /facilities HTTP/1.1\r\nHost: a\r\nHost: b\r\n${key()}Connection: close\r\n\r\n`,
    400,
    'bad_request',
  ],
  [
    'CONNECT',
    () => `CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n${key()}\r\n`,
    405,
    'method_not_allowed',
  ],
  [
    'CONNECT without a key',
    () => 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n',
    401,
    'unauthorized',
  ],
  [
    'TRACE',
    () => `TRACE /facilities HTTP/1.1\r\nHost: a\r\n${key()}Connection: close\r\n\r\n`,
    405,
    'method_not_allowed',
  ],
];

test.each(STANDING)('%s', async (_what, bytes, status, error) => {
  const [answer] = answersIn(await exchange(bytes()));
  expect([answer!.status, answer!.body.error]).toEqual([status, error]);
  if (status === 405) expect(answer!.head).toMatch(/^Allow: GET/im);
});

test('survives CONNECT requests that are reset before the response', async () => {
  const { hostname, port } = new URL(server.url);
  const reset = () =>
    new Promise<void>((resolve) => {
      const socket = connect(Number(port), hostname, () =>
        socket.write(CONNECT, () => socket.resetAndDestroy()),
      );
      socket.on('close', () => resolve());
    });
  for (let turn = 0; turn < 30; turn++) await Promise.all(Array.from({ length: 10 }, reset));
  expect((await server.client('GET', '/facilities')).status).toBe(200);
});

test('closes a CONNECT connection after the response, also when the client keeps its side open', async () => {
  const { hostname, port } = new URL(server.url);
  const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true }, () =>
    socket.write(CONNECT),
  );
  await once(socket.resume(), 'end');
  const knocking = setInterval(() => socket.write('x'), 50);
  const [error] = (await once(socket, 'error')) as [NodeJS.ErrnoException];
  clearInterval(knocking);
  expect(['EPIPE', 'ECONNRESET']).toContain(error.code);
});

test.each([
  ['without a key', () => post('Expect: 100-continue\r\nContent-Length: 2\r\n').replace(key(), ''), 401],
  ['with a body that is too large', () => post('Expect: 100-continue\r\nContent-Length: 200000\r\n'), 413],
  ['with another expectation', () => post('Expect: 100-continue, a-miracle\r\nContent-Length: 2\r\n'), 417],
])(
  'Expect: 100-continue %s invites nobody to send, and ends the connection',
  async (_what, bytes, status) => {
    const answers = answersIn(await exchange(bytes()));
    expect(answers.map((answer) => answer.status)).toEqual([status]);
    expect(answers[0]!.head).toMatch(/^Connection: close$/im);
  },
);

test.each([
  ['a length over the limit', () => post('Content-Length: 10000000000\r\n', '{')],
  [
    'chunks over the limit that do not end',
    () => post('Transfer-Encoding: chunked\r\n', `30000\r\n${' '.repeat(0x30000)}\r\n`),
  ],
])('413 at once for %s, and no other answer when the rest does not come', async (_what, bytes) => {
  expect(answersIn(await exchange(bytes())).map(({ status, body }) => [status, body.error])).toEqual([
    [413, 'payload_too_large'],
  ]);
});

test('completes the first response when the second request is malformed', async () => {
  const answers = answersIn(
    await exchange(get('/facilities') + post('Transfer-Encoding: chunked\r\n', 'zz\r\n')),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 400]);
});

test('survives a CONNECT directly after an immediate response', async () => {
  const sandbox = await startSandbox();
  const { hostname, port } = new URL(sandbox.url);
  for (let turn = 0; turn < 20; turn++) {
    const socket = connect(Number(port), hostname, () =>
      socket.write(`GET /console/settings.json HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n${CONNECT}`),
    );
    await once(socket.resume(), 'close');
  }
  expect((await sandbox.client('GET', '/facilities')).status).toBe(200);
  await sandbox.close();
});

test('sends 100 Continue for Expect: 100-continue', async () => {
  const body = JSON.stringify(newAsset());
  const answer = await exchange(
    post(`Content-Length: ${body.length}\r\nExpect: 100-continue\r\nConnection: close\r\n`),
    (write) => write(body),
  );
  expect(answer).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 201 /);
});

test.each([
  ['http://a:99999/facilities', 200],
  ['http://[/facilities', 200],
  ['ftp://a/facilities', 200],
  ['http://a', 404],
  ['http://a?b', 404],
  ['*', 404],
])('the target %s is judged by its path, after its key', async (target, status) => {
  const bytes = (fields: string) =>
    `${target === '*' ? 'OPTIONS' : 'GET'} ${target} HTTP/1.1\r\nHost: a\r\n${fields}Connection: close\r\n\r\n`;
  const [[refused], [answer]] = [
    answersIn(await exchange(bytes(''))),
    answersIn(await exchange(bytes(key()))),
  ];
  expect([refused!.status, answer!.status]).toEqual([401, status]);
});

test.each(['a:3000', '[::1]:3000', '127.0.0.1', 'xn--grnau-kva.example', 'a_b', ''])(
  'a Host of %j is one',
  async (host) => {
    const [answer] = answersIn(
      await exchange(`GET /facilities HTTP/1.1\r\nHost: ${host}\r\n${key()}Connection: close\r\n\r\n`),
    );
    expect(answer!.status).toBe(200);
  },
);

test('responds to three pipelined GETs in order', async () => {
  const answers = answersIn(
    await exchange(
      get('/facilities') +
        get('/nowhere') +
        get('/cyber-assets/ca_missing', 'X-Request-Id: third\r\nConnection: close\r\n'),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 404, 404]);
  expect(answers[2]!.head).toMatch(/X-Request-Id: third/i);
});

test.each([
  ['DELETE', '', [204, 404]],
  ['PATCH', '{"asset_type":"software"}', [200, 200]],
])('a GET sent right behind a %s finds what it left', async (method, body, statuses) => {
  const { id } = (await server.client('POST', '/cyber-assets', { body: newAsset() })).body as { id: string };
  const change = `${method} /cyber-assets/${id} HTTP/1.1\r\nHost: a\r\n${key()}${body && `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`}\r\n${body}`;
  const answers = await exchange(change + get(`/cyber-assets/${id}`, 'Connection: close\r\n'));
  expect([...answers.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))).toEqual(statuses);
  expect(answers).not.toContain('"hardware"');
});

test('rejects a pipelined CONNECT after the previous response', async () => {
  expect(
    answersIn(await exchange(get('/facilities') + get('/facilities') + CONNECT)).map(({ status }) => status),
  ).toEqual([200, 200, 401]);
});

describe('a request with Upgrade', () => {
  const UPGRADE = 'Connection: Upgrade\r\nUpgrade: h2c\r\n';

  test.each([
    ['a GET', () => get('/facilities', UPGRADE), 200],
    ['a GET that waits for another', () => get('/facilities') + get('/facilities', UPGRADE), 200],
    ['one without a key', () => get('/facilities', UPGRADE).replace(key(), ''), 401],
    ['one with a body', () => post(`${UPGRADE}Content-Length: 2\r\n`, '{}'), 400],
    ['one that keeps its connection', () => get('/facilities', UPGRADE.replace(':', ': keep-alive,')), 200],
  ])('is answered in this one, and nothing behind it: %s', async (_what, bytes, status) => {
    const last = answersIn(await exchange(bytes() + get('/facilities', 'Connection: close\r\n'))).at(-1)!;
    expect(last.status).toBe(status);
    expect(last.head).toMatch(/^Connection: close$/im);
    expect(last.head).not.toMatch(/^Upgrade/im);
  });

  test('closes the connection, so that following bytes are not read as a request', async () => {
    const { hostname, port } = new URL(server.url);
    const cut = get('/facilities', UPGRADE) + get('/facilities', 'X-Foo: ').slice(0, -'\r\n'.length);
    const inside = get('/cyber-assets/ca_missing', 'X-Request-Id: smuggled\r\nConnection: close\r\n');
    let answer = '';
    const socket = connect(Number(port), hostname, () => socket.write(cut));
    socket.on('error', () => {}); // the server may have gone before it reads this
    socket
      .once('data', () => socket.write(inside))
      .on('data', (chunk: Buffer) => (answer += chunk.toString()));
    await once(socket, 'close');
    expect(answersIn(answer).map(({ status }) => status)).toEqual([200]);
    expect(server.logs.filter(({ requestId }) => requestId === 'smuggled')).toEqual([]);
  });
});

test('rejects malformed bytes after the response to a valid request', async () => {
  const answers = answersIn(await exchange(`${get('/facilities')}nonsense\r\n\r\n`));
  expect(answers.map(({ status }) => status)).toEqual([200, 400]);
});

test('logs each error once, with the request id of the response', async () => {
  const [answer] = answersIn(await exchange('hello\r\n\r\n'));
  const id = /X-Request-Id: (\S+)/i.exec(answer!.head)![1];
  expect(server.logs.filter(({ requestId }) => requestId === id)).toEqual([
    expect.objectContaining({ status: 400, error: 'bad_request' }),
  ]);
});

test('counts each error by its status', async () => {
  const count = async () =>
    valueOf(await metrics.registry.metrics(), 'http_requests_total', {
      operation_id: 'none',
      status: '431',
    }) ?? 0;
  const before = await count();
  await exchange(get('/facilities', `X-A: ${'a'.repeat(17_000)}\r\n`));
  expect(await count()).toBe(before + 1);
});
