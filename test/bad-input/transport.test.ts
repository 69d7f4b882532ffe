// Bad input, transport: bytes that are no request, or only half of one. Each available operation refuses them
// with the JSON body, closes the connection and changes no row.
import type { Socket } from 'node:net';
import {
  AVAILABLE,
  WITH_BODY,
  WITH_ID,
  type ReadyRequest,
  bytesOf,
  readyRequest,
} from '../support/available';
import { type Everything, everythingIn } from './everything';
import { answersIn, rawConversation } from '../support/raw';
import { type TestServer, startTestServer } from '../support/server';

let test: TestServer;
let before: Everything;
beforeAll(async () => {
  test = await startTestServer({ timeouts: { headers: 300, request: 600, idle: 30_000 } });
  before = await everythingIn(test.inventory);
});
afterEach(async () => {
  const [then, now] = [before, await everythingIn(test.inventory)];
  before = now;
  expect(now).toEqual(then);
});
afterAll(() => test.close());

interface Case {
  what: string;
  bytes: (request: ReadyRequest, key: string) => string;
  /** What is written after that. */
  more?: (socket: Socket) => void;
  status: number;
  error: string;
  /** Only those: others need no body, and answer before it is there. */
  operations?: typeof AVAILABLE;
}

const CHANGES = AVAILABLE.filter(({ method }) => method !== 'GET');
const JSON_BODY = 'Content-Type: application/json';
const framed = (framing: string[], body: string) => (request: ReadyRequest, key: string) =>
  bytesOf({ ...request, body }, [key], [JSON_BODY, ...framing]);
const withField = (field: string) => (request: ReadyRequest, key: string) => bytesOf(request, [key, field]);
const withMethod = (method: string) => (request: ReadyRequest, key: string) =>
  bytesOf({ ...request, method, body: '' }, [key]);

/** A byte now and then, until the server has had enough. */
const drip = (text: string) => (socket: Socket) => {
  const timer = setInterval(() => (socket.writable ? socket.write(text) : clearInterval(timer)), 20);
  socket.once('close', () => clearInterval(timer));
};

const CASES: Case[] = [
  {
    what: 'Content-Length with Transfer-Encoding',
    bytes: framed(['Content-Length: 2', 'Transfer-Encoding: chunked'], '0\r\n\r\n'),
    status: 400,
    error: 'bad_request',
  },
  {
    what: 'two different Content-Lengths',
    bytes: framed(['Content-Length: 2', 'Content-Length: 3'], '{}'),
    status: 400,
    error: 'bad_request',
  },
  {
    what: 'a Content-Length that is no number',
    bytes: framed(['Content-Length: two'], '{}'),
    status: 400,
    error: 'bad_request',
  },
  {
    what: 'a bad chunk size',
    bytes: framed(['Transfer-Encoding: chunked'], 'zz\r\n{}\r\n0\r\n\r\n'),
    status: 400,
    error: 'bad_request',
  },
  {
    what: 'a bad chunk size after a good chunk',
    bytes: framed(['Transfer-Encoding: chunked'], '2\r\n{}\r\nzz\r\n'),
    status: 400,
    error: 'bad_request',
  },
  {
    what: 'a transfer coding that is not known',
    bytes: framed(['Transfer-Encoding: gzip, chunked'], '0\r\n\r\n'),
    status: 400,
    error: 'bad_request',
  },
  {
    what: 'a chunked body that never ends',
    bytes: framed(['Transfer-Encoding: chunked'], '2\r\n{}\r\n'),
    status: 408,
    error: 'request_timeout',
    operations: CHANGES,
  },
  {
    what: 'a body shorter than declared',
    bytes: framed(['Content-Length: 100'], '{"name":'),
    status: 408,
    error: 'request_timeout',
    operations: CHANGES,
  },
  {
    what: 'a body a byte at a time',
    bytes: framed(['Content-Length: 10000'], ''),
    more: drip(' '),
    status: 408,
    error: 'request_timeout',
    operations: CHANGES,
  },
  {
    what: 'headers that never end',
    bytes: (request, key) => bytesOf(request, [key]).split('\r\n\r\n')[0]!,
    status: 408,
    error: 'request_timeout',
  },
  {
    what: 'headers a byte at a time',
    bytes: (request, key) => `${bytesOf(request, [key]).split('\r\n\r\n')[0]}\r\nX-Slow: `,
    more: drip('x'),
    status: 408,
    error: 'request_timeout',
  },
  { what: 'a folded header', bytes: withField('X-A: b\r\n c'), status: 400, error: 'bad_request' },
  { what: 'a NUL in a header', bytes: withField('X-A: b\0c'), status: 400, error: 'bad_request' },
  { what: 'a header without a colon', bytes: withField('X-A'), status: 400, error: 'bad_request' },
  { what: 'a space before the colon', bytes: withField('X-A : b'), status: 400, error: 'bad_request' },
  {
    what: 'no Host',
    bytes: (request, key) => bytesOf(request, [key]).replace('Host: a\r\n', ''),
    status: 400,
    error: 'bad_request',
  },
  { what: 'two Hosts', bytes: withField('Host: b'), status: 400, error: 'bad_request' },
  {
    what: 'a header over 16 KB',
    bytes: withField(`X-A: ${'a'.repeat(17_000)}`),
    status: 431,
    error: 'headers_too_large',
  },
  {
    what: 'many headers over 16 KB',
    bytes: withField(Array.from({ length: 3000 }, (_none, index) => `X-${index}: a`).join('\r\n')),
    status: 431,
    error: 'headers_too_large',
  },
  {
    what: 'a URL over 16 KB',
    bytes: (request, key) => bytesOf({ ...request, path: `${request.path}${'a'.repeat(17_000)}` }, [key]),
    status: 414,
    error: 'uri_too_long',
  },
  {
    what: 'Expect other than 100-continue',
    bytes: withField('Expect: a-miracle'),
    status: 417,
    error: 'expectation_failed',
  },
  { what: 'CONNECT', bytes: withMethod('CONNECT'), status: 405, error: 'method_not_allowed' },
  {
    what: 'CONNECT to a host',
    bytes: (request, key) => withMethod('CONNECT')({ ...request, path: 'example.com:443' }, key),
    status: 405,
    error: 'method_not_allowed',
  },
  { what: 'TRACE', bytes: withMethod('TRACE'), status: 405, error: 'method_not_allowed' },
  { what: 'a method that is none', bytes: withMethod('FETCH'), status: 400, error: 'bad_request' },
  {
    what: 'a version that is not known',
    bytes: (request, key) => bytesOf(request, [key]).replace('HTTP/1.1', 'HTTP/9.9'),
    status: 400,
    error: 'bad_request',
  },
];

const FIELDS = [
  /^Content-Type: application\/json; charset=utf-8$/im,
  /^X-Content-Type-Options: nosniff$/im,
  /^X-Request-Id: \S+$/im,
  /^Connection: close$/im,
];

describe('bad input, transport', () => {
  it.each(CASES)('$status for $what', async ({ bytes, more, status, error, operations = AVAILABLE }) => {
    const ask = async (operation: (typeof AVAILABLE)[number]) => {
      const answers = answersIn(
        await rawConversation(
          test.url,
          bytes(readyRequest(operation, 'cedar'), `X-API-Key: ${test.cedar.key}`),
          more,
        ),
      );
      return { operationId: operation.operationId, answers };
    };
    for (const { operationId, answers } of await Promise.all(operations.map(ask))) {
      const [{ head, text }] = answers as [(typeof answers)[number]];
      expect([operationId, answers.map((answer) => answer.status), JSON.parse(text)]).toEqual([
        operationId,
        [status],
        { error, message: expect.any(String) },
      ]);
      for (const field of FIELDS) expect(head).toMatch(field);
      if (status === 405) expect(head).toMatch(/^Allow: [A-Z, ]*GET/im);
    }
  });

  it('returns 200 for reads whose ignored body never ends', async () => {
    const reads = AVAILABLE.filter(({ method }) => method === 'GET');
    const half = (operation: (typeof AVAILABLE)[number]) =>
      framed(['Content-Length: 100'], '{')(readyRequest(operation, 'cedar'), `X-API-Key: ${test.cedar.key}`);
    const answers = await Promise.all(
      reads.map(async (operation) => answersIn(await rawConversation(test.url, half(operation)))[0]!.status),
    );
    expect(answers).toEqual(reads.map(() => 200));
  });

  it('three answers in order for three pipelined GETs, whichever three operations they are', async () => {
    const reads = AVAILABLE.filter(({ method }) => method === 'GET');
    const key = `X-API-Key: ${test.cedar.key}`;
    for (const [index, operation] of reads.entries()) {
      const last = WITH_ID[index % WITH_ID.length]!;
      const paths = [readyRequest(operation, 'cedar').path, '/nowhere', readyRequest(last, 'other').path];
      const pipelined = paths.map(
        (path, place) =>
          `GET ${path} HTTP/1.1\r\nHost: a\r\n${key}\r\nX-Request-Id: ${place}\r\n${place === 2 ? 'Connection: close\r\n' : ''}\r\n`,
      );
      const answers = answersIn(await rawConversation(test.url, pipelined.join('')));
      expect(answers.map(({ status, head }) => [status, /X-Request-Id: (\S+)/i.exec(head)![1]])).toEqual([
        [200, '0'],
        [404, '1'],
        [404, '2'],
      ]);
    }
  });

  it('the answer, and then 400, for a good request with nonsense behind it', async () => {
    const reads = AVAILABLE.filter(({ method }) => method === 'GET');
    for (const operation of reads) {
      const good = bytesOf(readyRequest(operation, 'cedar'), [`X-API-Key: ${test.cedar.key}`]).replace(
        'Connection: close\r\n',
        '',
      );
      expect(
        answersIn(await rawConversation(test.url, `${good}nonsense\r\n\r\n`)).map(({ status }) => status),
      ).toEqual([200, 400]);
    }
  });
});

describe('bad input, transport: HEAD', () => {
  it.each([
    [431, `X-A: ${'a'.repeat(17_000)}`],
    [400, 'X-A : b'],
    [417, 'Expect: a-miracle'],
  ])('returns %i without a body', async (status, field) => {
    const request = { ...readyRequest(AVAILABLE[0]!, 'cedar'), method: 'HEAD' };
    expect(
      answersIn(await rawConversation(test.url, bytesOf(request, [`X-API-Key: ${test.cedar.key}`, field]))),
    ).toEqual([{ status, head: expect.any(String), text: '' }]);
  });
});

describe('what is none', () => {
  it('100 Continue, and then the answer, for Expect: 100-continue', async () => {
    for (const operation of WITH_BODY) {
      const body = '{"name":""}';
      const head = bytesOf({ ...readyRequest(operation, 'cedar'), body: '' }, [
        `X-API-Key: ${test.cedar.key}`,
        JSON_BODY,
        `Content-Length: ${body.length}`,
        'Expect: 100-continue',
      ]);
      const conversation = await rawConversation(
        test.url,
        head,
        (socket) => void socket.once('data', () => socket.write(body)),
      );
      expect(conversation).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 400 /);
    }
  });
});
