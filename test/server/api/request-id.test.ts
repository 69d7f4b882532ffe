// X-Request-Id: the caller's own value or one made by the server; it goes into logs and exports.
import { rawRequest } from '../../support/raw';
import { type TestServer, startTestServer } from '../../support/server';

let test: TestServer;
beforeAll(async () => void (test = await startTestServer()));
afterAll(() => test.close());

async function idFor(...given: string[]): Promise<string> {
  const ids = given.map((id): [string, string] => ['X-Request-Id', id]);
  const reply = await rawRequest(test.url, 'GET', '/facilities', { headers: ids });
  return reply.headers['x-request-id'] as string;
}

it.each(['order-7', 'A.b_C-9', '-1', '7', 'x'.repeat(128)])('keeps %j', async (id) => {
  expect(await idFor(id)).toBe(id);
});

const REPLACED = [
  '',
  '=1+1',
  '+1',
  '@SUM(1)',
  'a b',
  'a;b',
  'a,b',
  'a"b',
  "a'b",
  'a|b',
  '$(id)',
  '<b>',
  'a/b',
];

it.each([...REPLACED, 'a%0Ab', '\xe9', 'x'.repeat(129)])('replaces %j by a generated id', async (id) => {
  expect(await idFor(id)).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
});

it('replaces a value that is sent twice', async () => {
  expect(await idFor('one', 'two')).toMatch(/^[0-9a-f-]{36}$/);
});
