// Tests all forms of request targets, and cookies of other applications on the same host.
import { rawExchange } from '../../support/raw';
import { type TestSettings, startTestSettings } from '../../support/settings';
import { createVisitor, signedInVisitor } from '../../support/visitor';

let settings: TestSettings;
beforeAll(async () => void (settings = await startTestSettings()));
afterAll(() => settings.close());

test.each(['', 'http://settings.example', 'HTTP://[::1]:3001', 'http://a:99999'])(
  'returns the same page for a target that begins with "%s"',
  async (origin) => {
    const response = await rawExchange(
      settings.pages,
      `GET ${origin}/sign-in?next=%2Faccount HTTP/1.1\r\nHost: settings.example\r\n\r\n`,
      '</html>',
    );
    expect(response).toMatch(/^HTTP\/1\.1 200 /);
    expect(response).toContain('action="/sign-in?next=%2Faccount"');
    const redirect = await rawExchange(
      settings.pages,
      `GET ${origin}/account?x=1 HTTP/1.1\r\nHost: settings.example\r\n\r\n`,
    );
    expect(redirect).toContain('Location: /sign-in?next=%2Faccount%3Fx%3D1\r\n');
  },
);

test('ignores a session cookie without the prefix __Host-', async () => {
  const token = (await signedInVisitor(settings.pages, settings.admin)).cookies.get('__Host-session')!;
  const statusWith = async (name: string) =>
    (await createVisitor(settings.pages).get('/account', { cookie: `${name}=${token}` })).status;
  expect(await statusWith('__Host-session')).toBe(200);
  for (const name of ['session', 'xxxxxxxsession', '__host-session', '__Secure-session'])
    expect([name, await statusWith(name)]).toEqual([name, 303]);
});
