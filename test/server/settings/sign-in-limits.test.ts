// Tests the limits of sign-in: wrong passwords from one network never block a user in another network.
import pino from 'pino';
import { startSettings } from '../../../src/app/settings';
import type { Listener } from '../../../src/server/http/listener';
import { activityOf } from '../../support/activity';
import { type TestInventory, openTestInventory } from '../../support/inventory';
import { PASSWORD, SECRET, type TestUser, addUser, codeOf } from '../../support/users';
import { type Visitor, createVisitor } from '../../support/visitor';

const URL = 'https://settings.example';
let test_: TestInventory;
let listener: Listener;
let users = 0;

beforeAll(async () => void (test_ = await openTestInventory()));
const config = { host: '127.0.0.1', port: 0, secret: SECRET, url: URL, trustProxy: ['loopback'] };
const start = (): Promise<Listener> =>
  startSettings(test_.inventory, { config, apiUrl: URL, logger: pino({ level: 'silent' }) });

// Each test starts with no counted attempts.
beforeEach(async () => void (listener = await start()));
afterEach(() => listener.close(0));
afterAll(() => test_.close());

const newUser = (): Promise<TestUser> =>
  addUser(test_.inventory, test_.cedar.organization.id, `user${++users}@cedar.example`);

/** Simulates a browser behind a proxy that reports this address. */
function browserAt(address: string, browser = createVisitor(listener.url)): Visitor {
  const headers = { 'x-forwarded-for': address, 'x-forwarded-proto': 'https', origin: URL };
  return {
    cookies: browser.cookies,
    get: (path) => browser.get(path, headers),
    post: (path, fields) => browser.post(path, fields, headers),
  };
}

async function password(browser: Visitor, email: string, given: string) {
  await browser.get('/sign-in');
  return browser.post('/sign-in', { email, password: given });
}

async function wrongPasswords(browser: Visitor, email: string, count: number): Promise<number[]> {
  const statuses: number[] = [];
  for (let attempt = 0; attempt < count; attempt++)
    statuses.push((await password(browser, email, 'wrong')).status);
  return statuses;
}

async function code(browser: Visitor, given: string) {
  await browser.get('/sign-in/code');
  return browser.post('/sign-in/code', { code: given });
}

/** Signs in with password and code, and out again. */
async function useOnce(browser: Visitor, { email, secret }: TestUser): Promise<void> {
  expect((await password(browser, email, PASSWORD)).status).toBe(303);
  expect((await code(browser, codeOf(secret))).status).toBe(303);
  await browser.get('/account');
  expect((await browser.post('/sign-out')).status).toBe(303);
}

test('returns 429 after ten wrong passwords from an address, and accepts the password from others', async () => {
  const { email } = await newUser();
  const stranger = browserAt('198.51.100.7');
  expect(await wrongPasswords(stranger, email, 10)).toEqual(Array(10).fill(403));
  const limited = await password(stranger, email, PASSWORD);
  expect([limited.status, Number(limited.headers.get('retry-after')) > 14 * 60]).toEqual([429, true]);
  expect((await password(browserAt('203.0.113.9'), email, PASSWORD)).status).toBe(303);
  expect((await password(browserAt('2001:db8::1'), email, PASSWORD)).status).toBe(303);
});

test('a known browser can sign in from a limited address, even after sign-out', async () => {
  const user = await newUser();
  const known = createVisitor(listener.url);
  await useOnce(browserAt('203.0.113.9', known), user);
  expect((await wrongPasswords(browserAt('198.51.100.7'), user.email, 11)).at(-1)).toBe(429);
  const moved = browserAt('198.51.100.7', known);
  expect((await password(moved, user.email, PASSWORD)).status).toBe(303);
  expect((await code(moved, codeOf(user.secret, 1))).headers.get('location')).toBe('/');
});

test('the device cookie lasts 180 days, is valid for this host over HTTPS, and gives no access', async () => {
  const user = await newUser();
  const browser = browserAt('203.0.113.9');
  await password(browser, user.email, PASSWORD);
  const cookies = (await code(browser, codeOf(user.secret))).headers.getSetCookie();
  expect(cookies).toContainEqual(
    expect.stringMatching(
      /^__Host-device=\d{10}\.[\w-]{43}; Max-Age=15552000; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    ),
  );
  browser.cookies.delete('__Host-session');
  expect((await browser.get('/account')).headers.get('location')).toMatch(/^\/sign-in/);
});

test('a sign-in to another account does not reset the count of a device cookie', async () => {
  const [user, other] = [await newUser(), await newUser()];
  const thief = createVisitor(listener.url);
  await useOnce(browserAt('203.0.113.9', thief), user);
  const stolen = thief.cookies.get('__Host-device')!;
  expect(await wrongPasswords(browserAt('198.51.100.1', thief), user.email, 10)).toEqual(Array(10).fill(403));
  await useOnce(browserAt('198.51.100.2', thief), other);
  thief.cookies.set('__Host-device', stolen);
  const statuses = await wrongPasswords(browserAt('198.51.100.3', thief), user.email, 11);
  expect(statuses.at(-1)).toBe(429); // only the ten attempts of this network remain
});

test('a device cookie is invalid after 180 days, even if the browser still sends it', async () => {
  const user = await newUser();
  const known = createVisitor(listener.url);
  await useOnce(browserAt('203.0.113.9', known), user);
  const device = known.cookies.get('__Host-device')!;
  const [issued, token] = device.split('.') as [string, string];
  const now = Date.now();
  const clock = jest.spyOn(Date, 'now').mockImplementation(() => now + 180 * 86_400_000);
  try {
    await wrongPasswords(browserAt('198.51.100.7'), user.email, 10); // the counts use the same clock
    expect((await password(browserAt('198.51.100.7', known), user.email, PASSWORD)).status).toBe(429);
  } finally {
    clock.mockRestore();
  }
  await wrongPasswords(browserAt('198.51.100.7'), user.email, 10);
  known.cookies.set('__Host-device', `${Number(issued) + 86_400}.${token}`);
  expect((await password(browserAt('198.51.100.7', known), user.email, PASSWORD)).status).toBe(429);
  known.cookies.set('__Host-device', device);
  expect((await password(browserAt('198.51.100.7', known), user.email, PASSWORD)).status).toBe(303);
});

test('a new password invalidates earlier device cookies', async () => {
  const user = await newUser();
  const known = createVisitor(listener.url);
  await useOnce(browserAt('203.0.113.9', known), user);
  const browser = browserAt('203.0.113.10');
  await password(browser, user.email, PASSWORD);
  await code(browser, codeOf(user.secret, 1));
  await browser.get('/account');
  const chosen = 'granite walnut lantern spiral';
  await browser.post('/account/password', { old: PASSWORD, password: chosen });
  await wrongPasswords(browserAt('198.51.100.7'), user.email, 10);
  expect((await password(browserAt('198.51.100.7', known), user.email, chosen)).status).toBe(429);
});

test('a browser with an invalid device cookie, or with one of another account, is unknown', async () => {
  const [user, other] = [await newUser(), await newUser()];
  const browser = createVisitor(listener.url);
  await useOnce(browserAt('203.0.113.9', browser), other);
  await wrongPasswords(browserAt('198.51.100.7'), user.email, 10);
  expect((await password(browserAt('198.51.100.7', browser), user.email, PASSWORD)).status).toBe(429);
  browser.cookies.set('__Host-device', 'A'.repeat(43));
  expect((await password(browserAt('198.51.100.7', browser), user.email, PASSWORD)).status).toBe(429);
});

test('a stolen device cookie allows ten more passwords, and limits no other address', async () => {
  const user = await newUser();
  const known = createVisitor(listener.url);
  await useOnce(browserAt('203.0.113.9', known), user);
  const thief = browserAt('198.51.100.7', known);
  const statuses = await wrongPasswords(thief, user.email, 21);
  expect([statuses.filter((status) => status === 403).length, statuses.at(-1)]).toEqual([20, 429]);
  expect((await password(browserAt('203.0.113.10'), user.email, PASSWORD)).status).toBe(303);
});

test('all unknown browsers share one limit of codes, and a known browser has its own count', async () => {
  const user = await newUser();
  const known = createVisitor(listener.url);
  await useOnce(browserAt('203.0.113.9', known), user);
  const statuses: number[] = [];
  for (let half = 0; half < 3; half++) {
    const guesser = browserAt(`198.51.100.${half}`);
    await password(guesser, user.email, PASSWORD);
    for (let attempt = 0; attempt < 4; attempt++) statuses.push((await code(guesser, 'wrong')).status);
  }
  expect(statuses).toEqual([...Array<number>(10).fill(403), 429, 429]);
  const owner = browserAt('203.0.113.9', known);
  await password(owner, user.email, PASSWORD);
  expect((await code(owner, codeOf(user.secret, 1))).headers.get('location')).toBe('/');
});

test('the current password on the account page has its own count', async () => {
  const user = await newUser();
  const browser = browserAt('198.51.100.7');
  await password(browser, user.email, PASSWORD);
  await code(browser, codeOf(user.secret));
  await wrongPasswords(browserAt('198.51.100.7'), user.email, 11);
  await browser.get('/account');
  const change = (old: string) =>
    browser.post('/account/password', { old, password: 'granite walnut lantern spiral' });
  for (let attempt = 0; attempt < 9; attempt++) expect((await change('wrong')).status).toBe(403);
  expect((await change(PASSWORD)).headers.get('location')).toBe('/account?done=password-changed');
});

test('wrong passwords from many networks leave at most eleven entries in the activity', async () => {
  const user = await newUser();
  for (let network = 1; network <= 5; network++)
    await wrongPasswords(browserAt(`198.51.100.${network}`), user.email, 4);
  await listener.close(0); // waits for the entries
  listener = await start();
  const descriptions = (await activityOf(test_, test_.cedar)).filter(
    ({ actorId, operation }) => actorId === user.id && operation === 'sign_in_refused',
  );
  // Entries are appended after their responses, so the one about the limit need not be the last.
  const limited = descriptions.filter(({ description }) => description.includes('too many'));
  expect([descriptions.length, limited.length]).toEqual([11, 1]);
});
