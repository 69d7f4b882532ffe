// Tests the fields of the access log about the caller: address, user agent and trace.
import { type LogLine, accessLine, type TestServer, startTestServer } from '../../support/server';
import { rawRequest } from '../../support/raw';

const HTTPS: [string, string] = ['X-Forwarded-Proto', 'https'];

let direct: TestServer;
let proxied: TestServer;
beforeAll(async () => {
  direct = await startTestServer();
  proxied = await startTestServer({ trustProxy: ['loopback', '10.0.0.0/8'] });
});
afterAll(() => Promise.all([direct, proxied].map((test) => test.close())));

async function lineOf(test: TestServer, ...headers: [string, string][]): Promise<LogLine> {
  const reply = await rawRequest(test.url, 'GET', '/facilities', { headers });
  return accessLine(test, reply.headers['x-request-id'] as string);
}

describe('clientAddress', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['198.51.100.1, 203.0.113.9', '203.0.113.9'],
    ['203.0.113.9, 10.1.2.3', '203.0.113.9'],
    ['2001:db8::7', '2001:db8::7'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
  ])('behind TRUST_PROXY, for X-Forwarded-For: %s is %s', async (forwarded, address) => {
    const line = await lineOf(proxied, HTTPS, ['X-Forwarded-For', forwarded]);
    expect(line).toMatchObject({ status: 401, clientAddress: address });
  });

  it.each(['unknown', '"}{', '203.0.113.9:443', ''])(
    'is that of the connection when the proxy reports "%s"',
    async (forwarded) => {
      const line = await lineOf(proxied, HTTPS, ['X-Forwarded-For', forwarded]);
      expect(line).toMatchObject({ clientAddress: '127.0.0.1' });
    },
  );

  it('is that of the connection without TRUST_PROXY, whatever the caller writes', async () => {
    const line = await lineOf(direct, ['X-Forwarded-For', '203.0.113.9'], ['Forwarded', 'for=203.0.113.9']);
    expect(line).toMatchObject({ clientAddress: '127.0.0.1' });
  });
});

describe('userAgent', () => {
  it.each([
    ['curl/8.5.0', 'curl/8.5.0'],
    ['a "quoted" {name}', 'a "quoted" {name}'],
    ['tab\tand \u009b31m', 'tab%09and %C2%9B31m'],
    ['x'.repeat(5000), 'x'.repeat(256)],
  ])('of %j is written as %j', async (given, userAgent) => {
    expect(await lineOf(direct, ['User-Agent', given])).toMatchObject({ userAgent });
  });

  it('contains no key', async () => {
    const line = await lineOf(direct, ['User-Agent', `agent ${direct.cedar.key}`]);
    expect(line).toMatchObject({ userAgent: 'agent cik_****' });
  });

  it('contains no token and no user info of a URL', async () => {
    const line = await lineOf(direct, ['User-Agent', 'bot (+https://me:pw@cmdb.example/?token=abc)']);
    expect(line).toMatchObject({ userAgent: 'bot (+https://****@cmdb.example/?token=****' });
  });

  it('is missing when the caller sends none', async () => {
    expect(await lineOf(direct)).not.toHaveProperty('userAgent');
  });
});

describe('traceparent', () => {
  const [TRACE, PARENT] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7'];

  it.each([`00-${TRACE}-${PARENT}-01`, `00-${TRACE}-${PARENT}-ff`, `01-${TRACE}-${PARENT}-01-more`])(
    'is logged as traceId and parentId for %s',
    async (given) => {
      const line = await lineOf(direct, ['traceparent', given]);
      expect(line).toMatchObject({ traceId: TRACE, parentId: PARENT });
    },
  );

  it.each([
    '',
    'x',
    `ff-${TRACE}-${PARENT}-01`,
    `00-${TRACE}-${PARENT}`,
    `00-${TRACE}-${PARENT}-01-more`,
    `01-${TRACE}-${PARENT}-01more`,
    `00-${TRACE.toUpperCase()}-${PARENT}-01`,
    `00-${'0'.repeat(32)}-${PARENT}-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `00-${TRACE}0-${PARENT}-01`,
    `00-${TRACE}-${PARENT}-01, 00-${TRACE}-${PARENT}-01`,
  ])('is ignored when malformed: "%s"', async (given) => {
    const line = await lineOf(direct, ['traceparent', given]);
    expect(line).toMatchObject({ status: 401 });
    expect(line).not.toHaveProperty('traceId');
    expect(line).not.toHaveProperty('parentId');
  });

  it('is ignored when it is sent twice', async () => {
    const field: [string, string] = ['traceparent', `00-${TRACE}-${PARENT}-01`];
    expect(await lineOf(direct, field, field)).not.toHaveProperty('traceId');
  });
});
