import { readFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { newAsset } from '../../support/assets';
import { ROOT } from '../../support/cli';
import { type CallOptions } from '../../support/client';
import {
  type LogLine,
  accessLine,
  accessLines,
  type TestServer,
  startTestServer,
} from '../../support/server';

let test: TestServer;
beforeAll(async () => void (test = await startTestServer()));
afterAll(() => test.close());

async function lineOf(method: string, path: string, options: CallOptions = {}): Promise<LogLine> {
  const { headers } = await test.client(method, path, options);
  return accessLine(test, headers.get('x-request-id')!);
}

const TRACEPARENT = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';

describe('the access log', () => {
  it('records operation, organization, key, status and duration of a request', async () => {
    const [key] = await test.inventory.keys.list(test.cedar.organization.id);
    const line = await lineOf('GET', '/facilities/fac_cedar_sun');
    expect(line).toMatchObject({
      method: 'GET',
      path: '/facilities/fac_cedar_sun',
      status: 200,
      operationId: 'getFacility',
      organization: 'cedar-power',
      keyId: key!.id,
      requestId: expect.any(String),
      milliseconds: expect.any(Number),
    });
    expect(line).not.toHaveProperty('aborted');
  });

  it.each<[string, string, CallOptions, LogLine]>([
    ['POST', '/cyber-assets', { body: newAsset() }, { status: 201, operationId: 'createCyberAsset' }],
    ['POST', '/cyber-assets', { body: {} }, { status: 400, operationId: 'createCyberAsset' }],
    [
      'GET',
      '/facilities',
      { headers: { 'If-None-Match': '*' } },
      { status: 304, operationId: 'getFacilities' },
    ],
    ['HEAD', '/facilities', {}, { status: 200, method: 'HEAD', operationId: 'getFacilities' }],
    ['GET', '/tasks', {}, { status: 501, operationId: 'getTasks' }],
    ['GET', '/nowhere', {}, { status: 404, organization: 'cedar-power' }],
    ['PUT', '/facilities', {}, { status: 405, organization: 'cedar-power' }],
    ['OPTIONS', '/facilities', {}, { status: 204, organization: 'cedar-power' }],
    ['GET', '/facilities', { key: null }, { status: 401 }],
  ])('has one line for %s %s with %j', async (method, path, options, expected) => {
    const line = await lineOf(method, path, options);
    expect(line).toMatchObject({ method, path, ...expected });
    expect(accessLines(test, line['requestId'] as string)).toHaveLength(1);
  });

  it.each([
    ['/facilities', { key: null }, 'unauthorized'],
    ['/facilities/fac_missing', {}, 'not_found'],
    ['/tasks', {}, 'not_implemented'],
  ])('has the error code of the response to GET %s with %j', async (path, options, error) => {
    expect(await lineOf('GET', path, options)).toMatchObject({ error });
    expect(await lineOf('GET', '/facilities')).not.toHaveProperty('error');
  });

  it('has a name as level', async () => {
    expect(await lineOf('GET', '/facilities')).toMatchObject({ level: 'info' });
  });

  it('omits organization and key for a request without a valid key', async () => {
    const line = await lineOf('GET', '/facilities', { key: null });
    expect(line['organization']).toBeUndefined();
    expect(line['keyId']).toBeUndefined();
  });

  it('contains no query, body, key or header field', async () => {
    const before = test.logs.length;
    const marks = { query: 'mark-of-the-query', body: 'mark of the body', header: 'mark-of-a-header' };
    await lineOf('GET', `/facilities?${marks.query}=${marks.query}`);
    await lineOf('POST', '/cyber-assets', {
      body: newAsset({ name: marks.body }),
      headers: { 'X-Other': marks.header, Cookie: marks.header },
    });
    const written = JSON.stringify(test.logs.slice(before));
    for (const mark of [...Object.values(marks), test.cedar.key]) expect(written).not.toContain(mark);
  });

  it('writes a path with line breaks as one line of JSON', async () => {
    const line = await lineOf('GET', '/facilities/%0a%7B%22level%22:60%7D');
    expect(line).toMatchObject({ status: 404, level: 'info' });
  });

  it('has every field in the table of the guide', async () => {
    const page = readFileSync(join(ROOT, 'spec/guide/monitoring.md'), 'utf8');
    const line = await lineOf('GET', '/facilities', { key: null, headers: { traceparent: TRACEPARENT } });
    expect(Object.keys(line)).toEqual(expect.arrayContaining(['clientAddress', 'userAgent', 'traceId']));
    for (const field of Object.keys(line)) expect(page).toContain(`| \`${field}\` |`);
  });

  it('marks a request whose client has disconnected', async () => {
    const { hostname, port } = new URL(test.url);
    const head = [
      'POST /cyber-assets HTTP/1.1',
      'Host: x',
      `X-API-Key: ${test.cedar.key}`,
      'X-Request-Id: gone',
      'Content-Type: application/json',
      'Content-Length: 100',
    ];
    const authenticated = new Promise<void>((resolve) => {
      const read = jest.spyOn(test.inventory.database, 'find');
      read.mockImplementationOnce((...query) => {
        read.mockRestore();
        return test.inventory.database.find(...query).finally(() => resolve());
      });
    });
    const socket = createConnection(Number(port), hostname, () =>
      socket.write(`${head.join('\r\n')}\r\n\r\n{`),
    );
    await authenticated;
    socket.destroy();
    expect(await accessLine(test, 'gone')).toMatchObject({
      method: 'POST',
      path: '/cyber-assets',
      aborted: true,
    });
  });
});
