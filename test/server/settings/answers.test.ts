// Responses of the Settings pages: headers, cookies, exports and logs.
import { Writable } from 'node:stream';
import { parse } from 'csv-parse/sync';
import pino from 'pino';
import { startSettings } from '../../../src/app/settings';
import { newAsset, QUOTED_CSV } from '../../support/assets';
import { CEDAR, type TestSettings, startTestSettings } from '../../support/settings';
import { PASSWORD, SECRET } from '../../support/users';
import { createVisitor, signedInVisitor } from '../../support/visitor';

let settings: TestSettings;
beforeAll(async () => void (settings = await startTestSettings()));
afterAll(() => settings.close());

test('the pages are not cached, cannot be framed, and load only their own files', async () => {
  const admin = await signedInVisitor(settings.pages, settings.admin);
  for (const path of [
    '/sign-in',
    `${CEDAR}/keys`,
    `${CEDAR}/keys/new`,
    `${CEDAR}/activity`,
    `${CEDAR}/inventory`,
    `${CEDAR}/inventory.csv`,
    `${CEDAR}/activity.csv`,
    '/nowhere',
    '/invitations/none',
  ]) {
    const { headers, text } = await admin.get(path);
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
    });
    const policy = headers.get('content-security-policy')!;
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe|\*|https?:/);
    expect(text).not.toMatch(/<script(?! src="\/assets\/)|<style| style=| on\w+=/);
  }
});

test('cookies are valid for this host over HTTPS only, and hidden from scripts', async () => {
  const { headers } = await createVisitor(settings.pages).get('/sign-in');
  expect(headers.getSetCookie()).toEqual([
    expect.stringMatching(/^__Host-form=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Strict$/),
  ]);
});

test('assets are cached forever under a path that contains their digest', async () => {
  const { text } = await createVisitor(settings.pages).get('/sign-in');
  const files = [...text.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, path]) => path!);
  expect(files.length).toBeGreaterThanOrEqual(3);
  for (const file of files) {
    const { status, headers } = await createVisitor(settings.pages).get(file);
    expect([status, headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable']);
  }
});

test('the CSV export quotes every cell, and escapes formulas', async () => {
  const name = "x;=cmd|' /C calc'!A0";
  const created = await settings.client('POST', '/cyber-assets', {
    body: newAsset({ name }),
    headers: { 'X-Request-Id': '-1' },
  });
  expect(created.status).toBe(201);
  const by = { actorType: 'operator', actorId: '=cmd', requestId: null } as const;
  await settings.inventory.users.invitations.create(
    settings.cedar.organization.id,
    { email: 'invited@cedar.example', role: 'member', invitedBy: 'operator' },
    by,
  );
  const { text } = await (
    await signedInVisitor(settings.pages, await settings.addAdmin('exporting@cedar.example'))
  ).get(`${CEDAR}/activity.csv`);
  const rows = parse<Record<string, string>>(text, { columns: true });
  expect(rows.map(({ requestId }) => requestId)).toContain("'-1");
  expect(rows.map(({ changes }) => changes).join()).toContain(name.replace('=', "'="));
  expect(text).toMatch(QUOTED_CSV);
  expect(rows.map(({ actorId }) => actorId)).toContain("'=cmd");
  expect(
    rows.flatMap((row) => Object.values(row)).filter((cell) => /(^|[,;\t\r\n])[=+\-@]/.test(cell)),
  ).toEqual([]);
});

test('an unknown address and a wrong password return the same response', async () => {
  const rejected = async (email: string, password: string) => {
    const visitor = createVisitor(settings.pages);
    await visitor.get('/sign-in');
    const { status, text } = await visitor.post('/sign-in', { email, password });
    return { status, text: text.replaceAll(email, '').replace(/name="form_token" value="[^"]+"/, '') };
  };
  expect(await rejected(settings.admin.email, 'wrong')).toEqual(
    await rejected('nobody@cedar.example', PASSWORD),
  );
});

test('returns 429 with Retry-After after too many attempts', async () => {
  const { email } = await settings.addAdmin('guessed@cedar.example');
  const visitor = createVisitor(settings.pages);
  await visitor.get('/sign-in');
  let last = await visitor.post('/sign-in', { email, password: 'x' });
  for (let attempt = 1; attempt <= 10; attempt++)
    last = await visitor.post('/sign-in', { email, password: 'x' });
  expect(last.status).toBe(429);
  expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(60);
  expect(last.text).toMatch(/Too many attempts. Try again in 1\d minutes\./);
});

test('limits the sign-ins that one client starts at identity providers', async () => {
  const visitor = createVisitor(settings.pages);
  await visitor.get('/sign-in/organization');
  const start = () => visitor.post('/sign-in/organization', { email: 'anybody@nowhere.example' });
  const statuses: number[] = [];
  for (let attempt = 0; attempt <= 100; attempt++) statuses.push((await start()).status);
  expect([statuses[0], statuses.at(-1)]).toEqual([404, 429]);
});

test('the access log contains the route of a request, but no token of a link', async () => {
  const lines: string[] = [];
  const sink = new Writable({
    write: (line: Buffer, _encoding, done) => (lines.push(line.toString()), done()),
  });
  const listener = await startSettings(settings.inventory, {
    config: { host: '127.0.0.1', port: 0, secret: SECRET },
    apiUrl: settings.url,
    logger: pino(sink),
  });
  await createVisitor(listener.url).get('/invitations/a-secret-of-somebody');
  await listener.close();
  expect(lines.join('')).toContain('"route":"/invitations/:token"');
  expect(lines.join('')).not.toContain('a-secret-of-somebody');
});
