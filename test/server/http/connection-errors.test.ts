// Checks that malformed and incomplete requests get the JSON error format, and that the server closes the
// connection.
import { once } from 'node:events';
import { connect } from 'node:net';
import { createMetrics, type Metrics } from '../../../src/server/monitoring/metrics';
import { type Response, contractDocument } from '../../../src/contract/document';
import { newAsset } from '../../support/assets';
import { valueOf } from '../../support/metrics';
import { startSandbox } from '../../support/sandbox';
import { type TestServer, startTestServer } from '../../support/server';
import { repeatDuring } from '../../support/until';

let server: TestServer;
let metrics: Metrics;
beforeAll(async () => {
  metrics = createMetrics(undefined);
  server = await startTestServer({ metrics, timeouts: { headers: 200, request: 400, idle: 30_000 } });
});
afterAll(() => server.close());

/** Sends bytes and reads until the server closes the connection. */
function exchange(bytes: string, more?: (write: (text: string) => void) => void): Promise<string> {
  const { hostname, port } = new URL(server.url);
  return new Promise((resolve, reject) => {
    let response = '';
    const socket = connect(Number(port), hostname, () => {
      socket.write(bytes);
      more?.((text) => socket.writable && socket.write(text));
    });
    socket.on('data', (chunk: Buffer) => (response += chunk.toString()));
    socket.on('error', reject);
    socket.on('close', () => resolve(response));
  });
}

interface ParsedResponse {
  status: number;
  head: string;
  body: { error: string; message: string };
}

/** Returns all responses of a connection, in order. */
function responsesIn(text: string): ParsedResponse[] {
  return text.split(/(?=HTTP\/1\.1 \d{3} )/).map((one) => {
    const [head = '', body = ''] = one.split('\r\n\r\n');
    return { status: Number(head.slice(9, 12)), head, body: JSON.parse(body) as ParsedResponse['body'] };
  });
}

const key = () => `X-API-Key: ${server.cedar.key}\r\n`;
const get = (path: string, fields = '') => `GET ${path} HTTP/1.1\r\nHost: a\r\n${key()}${fields}\r\n`;
const post = (fields: string, body = '') =>
  `POST /cyber-assets HTTP/1.1\r\nHost: a\r\n${key()}Content-Type: application/json\r\n${fields}\r\n${body}`;

const CONNECT = 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n';

const CASES: [what: string, bytes: () => string, status: number, error: string][] = [
  ['bytes that are not HTTP', () => 'hello\r\n\r\n', 400, 'bad_request'],
  ['an unknown version', () => 'GET / HTTP/9.9\r\nHost: a\r\n\r\n', 400, 'bad_request'],
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

test.each(CASES)('returns an error and closes the connection for %s', async (_what, bytes, status, error) => {
  const [response, ...more] = responsesIn(await exchange(bytes()));
  expect([response!.status, response!.body, more]).toEqual([
    status,
    { error, message: expect.any(String) },
    [],
  ]);
  for (const field of [
    /^Content-Type: application\/json; charset=utf-8$/im,
    /^X-Content-Type-Options: nosniff$/im,
    /^X-Request-Id: \S+$/im,
    /^Connection: close$/im,
  ])
    expect(response!.head).toMatch(field);
});

test('the messages of 408, 414, 417 and 431 are those of the examples in the contract', async () => {
  const { content } = contractDocument.components.responses!['TransportError'] as Response;
  const documented = Object.values(content!['application/json']!.examples!).map(({ value }) => value);
  const requests = {
    request_timeout: 'GET /facilities HTTP/1.1\r\nHost: a\r\n',
    uri_too_long: get(`/facilities/${'a'.repeat(17_000)}`),
    expectation_failed: get('/facilities', 'Expect: a-miracle\r\nConnection: close\r\n'),
    headers_too_large: get('/facilities', `X-A: ${'a'.repeat(17_000)}\r\n`),
  };
  for (const [error, bytes] of Object.entries(requests)) {
    const [response] = responsesIn(await exchange(bytes));
    expect(documented).toContainEqual({ error, message: response!.body.message });
  }
});

test('returns 408 for headers that arrive one byte at a time, and serves other clients', async () => {
  const slow = exchange('GET /facilities HTTP/1.1\r\n', (write) => {
    setInterval(() => write('X'), 20).unref();
  });
  expect((await server.client('GET', '/facilities')).status).toBe(200);
  expect(responsesIn(await slow)[0]!.status).toBe(408);
});

test('returns 408 to fifty slow clients, and serves all other requests', async () => {
  const slow = Array.from({ length: 50 }, () =>
    exchange('GET /facilities HTTP/1.1\r\n', (write) => {
      setInterval(() => write('X'), 20).unref();
    }),
  );
  const statuses = new Set<number>();
  const rejected = await repeatDuring(Promise.all(slow), async () =>
    statuses.add((await server.client('GET', '/facilities')).status),
  );
  expect(statuses).toEqual(new Set([200]));
  expect(new Set(rejected.map((text) => responsesIn(text)[0]!.status))).toEqual(new Set([408]));
});

const REJECTED: [what: string, bytes: () => string, status: number, error: string][] = [
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
    'an unknown transfer coding',
    () => post('Transfer-Encoding: gzip, chunked\r\n', '0\r\n\r\n'),
    400,
    'bad_request',
  ],
  ['no Host', () => `GET /facilities HTTP/1.1\r\n${key()}Connection: close\r\n\r\n`, 400, 'bad_request'],
  [
    'an invalid Host',
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

test.each(REJECTED)('rejects %s', async (_what, bytes, status, error) => {
  const [response] = responsesIn(await exchange(bytes()));
  expect([response!.status, response!.body.error]).toEqual([status, error]);
  if (status === 405) expect(response!.head).toMatch(/^Allow: GET/im);
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
  for (let round = 0; round < 30; round++) await Promise.all(Array.from({ length: 10 }, reset));
  expect((await server.client('GET', '/facilities')).status).toBe(200);
});

test('closes a CONNECT connection after the response, also when the client keeps its side open', async () => {
  const { hostname, port } = new URL(server.url);
  const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true }, () =>
    socket.write(CONNECT),
  );
  await once(socket.resume(), 'end');
  const writing = setInterval(() => socket.write('x'), 50);
  const [error] = (await once(socket, 'error')) as [NodeJS.ErrnoException];
  clearInterval(writing);
  expect(['EPIPE', 'ECONNRESET']).toContain(error.code);
});

test.each([
  ['without a key', () => post('Expect: 100-continue\r\nContent-Length: 2\r\n').replace(key(), ''), 401],
  ['with a body that is too large', () => post('Expect: 100-continue\r\nContent-Length: 200000\r\n'), 413],
  ['with another expectation', () => post('Expect: 100-continue, a-miracle\r\nContent-Length: 2\r\n'), 417],
])(
  'Expect: 100-continue %s gets no 100 Continue, and the connection closes',
  async (_what, bytes, status) => {
    const responses = responsesIn(await exchange(bytes()));
    expect(responses.map((response) => response.status)).toEqual([status]);
    expect(responses[0]!.head).toMatch(/^Connection: close$/im);
  },
);

test.each([
  ['a length over the limit', () => post('Content-Length: 10000000000\r\n', '{')],
  [
    'endless chunks over the limit',
    () => post('Transfer-Encoding: chunked\r\n', `30000\r\n${' '.repeat(0x30000)}\r\n`),
  ],
])(
  'returns 413 immediately for %s, and no second response when the rest does not arrive',
  async (_what, bytes) => {
    expect(responsesIn(await exchange(bytes())).map(({ status, body }) => [status, body.error])).toEqual([
      [413, 'payload_too_large'],
    ]);
  },
);

test('completes the first response when the second request is malformed', async () => {
  const responses = responsesIn(
    await exchange(get('/facilities') + post('Transfer-Encoding: chunked\r\n', 'zz\r\n')),
  );
  expect(responses.map(({ status }) => status)).toEqual([200, 400]);
});

test('survives a CONNECT directly after an immediate response', async () => {
  const sandbox = await startSandbox();
  const { hostname, port } = new URL(sandbox.url);
  for (let round = 0; round < 20; round++) {
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
  const response = await exchange(
    post(`Content-Length: ${body.length}\r\nExpect: 100-continue\r\nConnection: close\r\n`),
    (write) => write(body),
  );
  expect(response).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 201 /);
});

test.each([
  ['http://a:99999/facilities', 200],
  ['http://[/facilities', 200],
  ['ftp://a/facilities', 200],
  ['http://a', 404],
  ['http://a?b', 404],
  ['*', 404],
])('the target %s is routed by its path, after the check of the key', async (target, status) => {
  const bytes = (fields: string) =>
    `${target === '*' ? 'OPTIONS' : 'GET'} ${target} HTTP/1.1\r\nHost: a\r\n${fields}Connection: close\r\n\r\n`;
  const [[rejected], [response]] = [
    responsesIn(await exchange(bytes(''))),
    responsesIn(await exchange(bytes(key()))),
  ];
  expect([rejected!.status, response!.status]).toEqual([401, status]);
});

test.each(['a:3000', '[::1]:3000', '127.0.0.1', 'xn--grnau-kva.example', 'a_b', ''])(
  'accepts the Host %j',
  async (host) => {
    const [response] = responsesIn(
      await exchange(`GET /facilities HTTP/1.1\r\nHost: ${host}\r\n${key()}Connection: close\r\n\r\n`),
    );
    expect(response!.status).toBe(200);
  },
);

test('responds to three pipelined GETs in order', async () => {
  const responses = responsesIn(
    await exchange(
      get('/facilities') +
        get('/nowhere') +
        get('/cyber-assets/ca_missing', 'X-Request-Id: third\r\nConnection: close\r\n'),
    ),
  );
  expect(responses.map(({ status }) => status)).toEqual([200, 404, 404]);
  expect(responses[2]!.head).toMatch(/X-Request-Id: third/i);
});

test.each([
  ['DELETE', '', [204, 404]],
  ['PATCH', '{"asset_type":"software"}', [200, 200]],
])('a GET that is pipelined after a %s sees its result', async (method, body, statuses) => {
  const { id } = (await server.client('POST', '/cyber-assets', { body: newAsset() })).body as { id: string };
  const change = `${method} /cyber-assets/${id} HTTP/1.1\r\nHost: a\r\n${key()}${body && `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`}\r\n${body}`;
  const responses = await exchange(change + get(`/cyber-assets/${id}`, 'Connection: close\r\n'));
  expect([...responses.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))).toEqual(
    statuses,
  );
  expect(responses).not.toContain('"hardware"');
});

test('rejects a pipelined CONNECT after the previous response', async () => {
  expect(
    responsesIn(await exchange(get('/facilities') + get('/facilities') + CONNECT)).map(
      ({ status }) => status,
    ),
  ).toEqual([200, 200, 401]);
});

describe('a request with Upgrade', () => {
  const UPGRADE = 'Connection: Upgrade\r\nUpgrade: h2c\r\n';

  test.each([
    ['a GET', () => get('/facilities', UPGRADE), 200],
    ['a pipelined GET', () => get('/facilities') + get('/facilities', UPGRADE), 200],
    ['a request without a key', () => get('/facilities', UPGRADE).replace(key(), ''), 401],
    ['a request with a body', () => post(`${UPGRADE}Content-Length: 2\r\n`, '{}'), 400],
    ['a keep-alive request', () => get('/facilities', UPGRADE.replace(':', ': keep-alive,')), 200],
  ])('gets an HTTP/1.1 response, and nothing after it: %s', async (_what, bytes, status) => {
    const last = responsesIn(await exchange(bytes() + get('/facilities', 'Connection: close\r\n'))).at(-1)!;
    expect(last.status).toBe(status);
    expect(last.head).toMatch(/^Connection: close$/im);
    expect(last.head).not.toMatch(/^Upgrade/im);
  });

  test('closes the connection, so that following bytes are not read as a request', async () => {
    const { hostname, port } = new URL(server.url);
    const prefix = get('/facilities', UPGRADE) + get('/facilities', 'X-Foo: ').slice(0, -'\r\n'.length);
    const inside = get('/cyber-assets/ca_missing', 'X-Request-Id: smuggled\r\nConnection: close\r\n');
    let response = '';
    const socket = connect(Number(port), hostname, () => socket.write(prefix));
    socket.on('error', () => {}); // the server may close the connection before it reads this
    socket
      .once('data', () => socket.write(inside))
      .on('data', (chunk: Buffer) => (response += chunk.toString()));
    await once(socket, 'close');
    expect(responsesIn(response).map(({ status }) => status)).toEqual([200]);
    expect(server.logs.filter(({ requestId }) => requestId === 'smuggled')).toEqual([]);
  });
});

test('rejects malformed bytes after the response to a valid request', async () => {
  const responses = responsesIn(await exchange(`${get('/facilities')}nonsense\r\n\r\n`));
  expect(responses.map(({ status }) => status)).toEqual([200, 400]);
});

test('logs each error once, with the request id of the response', async () => {
  const [response] = responsesIn(await exchange('hello\r\n\r\n'));
  const id = /X-Request-Id: (\S+)/i.exec(response!.head)![1];
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
