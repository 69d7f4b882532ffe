// The list of keys: what each key can do, the keys that expire soon, and pairs after a rotation.
import { CEDAR, type TestSettings, startTestSettings } from '../../support/settings';
import { type Visitor, signedInVisitor } from '../../support/visitor';

const DAY = 86_400_000;

let settings: TestSettings;
let admin: Visitor;
beforeAll(async () => {
  settings = await startTestSettings();
  await settings.inventory.database.knex('api_keys').delete(); // the key of the organization expires tomorrow
  admin = await signedInVisitor(settings.pages, settings.admin);
});
afterAll(() => settings.close());

const textOf = async (path = `${CEDAR}/keys`): Promise<string> =>
  (await admin.get(path)).text.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');

async function create(label: string, fields: Record<string, string> = {}): Promise<string> {
  await admin.get(`${CEDAR}/keys/new`);
  const form = { label, access: 'read_write', expiry: '90', ...fields };
  expect((await admin.post(`${CEDAR}/keys`, form)).status).toBe(200);
  const keys = await settings.inventory.keys.list(settings.cedar.organization.id);
  return keys.find((key) => key.label === label)!.id;
}

test('the form suggests 90 days and a key that changes assets', async () => {
  const { text } = await admin.get(`${CEDAR}/keys/new`);
  expect(text).toMatch(/<option value="90" selected>/);
  expect(text).toMatch(/<option value="read_write" selected>Read and change assets</);
  expect(text).toMatch(/<option value="read_only">Read</);
});

test('the list says in words what each key can do', async () => {
  await create('CMDB sync');
  await create('Dashboard', { access: 'read_only' });
  const text = await textOf();
  expect(text).toMatch(
    /CMDB sync\W+cik_live_\S+ Reads facilities, control centers and systems; reads and changes assets\./,
  );
  expect(text).toMatch(/Dashboard\W+cik_live_\S+ Reads facilities, control centers, systems and assets\./);
});

test('a key that expires within 14 days is marked and counted until it is rotated', async () => {
  const id = await create('Expiring', { expiry: '7' });
  expect(await textOf()).toContain('One key expires within 14 days. Rotate it before then');
  expect(await textOf()).toContain('Expiring Expires in 6 days');
  await admin.get(`${CEDAR}/keys/${id}/rotate`);
  expect((await admin.post(`${CEDAR}/keys/${id}/rotate`, { overlap: '1d', expiry: '90' })).status).toBe(200);
  expect(await textOf()).not.toContain('within 14 days');
});

test('after a rotation, the old key stands below its replacement, which it names', async () => {
  const { id: organization } = settings.cedar.organization;
  const id = await create('Rotated');
  await admin.get(`${CEDAR}/keys/${id}/rotate`);
  await admin.post(`${CEDAR}/keys/${id}/rotate`, { overlap: '7d', expiry: '90' });
  const made = (await settings.inventory.keys.list(organization)).find((key) => key.replaces === id)!;
  const { text } = await admin.get(`${CEDAR}/keys`);
  const items = text.split('<li class="key ').slice(1);
  const place = items.findIndex((item) => item.includes(`${made.id}/rotate`));
  const old = items[place + 1]!;
  expect(old).toContain(`${id}/revoke`);
  expect(old).not.toContain(`${id}/rotate`);
  expect(old).toContain('Replaced, works for 6 days');
  expect(old).toContain(`Replaced by <span class="mono">${made.prefix}…${made.last_four}</span>`);
  expect(Date.parse(made.expires_at) - Date.now()).toBeGreaterThan(89 * DAY);
});
