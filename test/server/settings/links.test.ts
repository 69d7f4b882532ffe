// One-time links that are opened again, and a new key that is shown once.
import { byOperator } from '../../../src/server/audit/entry';
import type { Invited } from '../../../src/server/users/invitations';
import { CEDAR, type TestSettings, startTestSettings } from '../../support/settings';
import { PASSWORD } from '../../support/users';
import { createVisitor, signedInVisitor } from '../../support/visitor';

let settings: TestSettings;
beforeAll(async () => void (settings = await startTestSettings()));
afterAll(() => settings.close());

const plain = (html: string): string =>
  html
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&quot;', '"')
    .replace(/\s+/g, ' ');

async function invite(): Promise<Invited> {
  const { invitations } = settings.inventory.users;
  const organization = settings.cedar.organization.id;
  const invitation = { email: 'new@cedar.example', role: 'member', invitedBy: 'operator' } as const;
  return (await invitations.create(organization, invitation, byOperator('operator'))) as Invited;
}

test.each([
  [
    'a used invitation',
    async () => {
      const path = `/invitations/${(await invite()).token}`;
      const visitor = createVisitor(settings.pages);
      await visitor.get(path);
      expect((await visitor.post(path, { password: PASSWORD })).status).toBe(303);
      await settings.inventory.database.knex('invitations').update({ ended_at: new Date().toISOString() });
      return path;
    },
    'ask an Organization Admin of your organization for a new invitation',
  ],
  [
    'an unknown recovery',
    () => Promise.resolve('/recoveries/used'),
    'ask the operator of this server for a new recovery link',
  ],
])('%s says what to do next', async (_what, open, advice) => {
  const { status, text } = await createVisitor(settings.pages).get(await open());
  expect(status).toBe(404);
  expect(plain(text)).toContain('sign in with that password');
  expect(plain(text)).toContain(advice);
  expect(text).toContain('href="/sign-in"');
});

test('a first request reads the new key from a variable, and a second submission says what to do', async () => {
  const admin = await signedInVisitor(settings.pages, settings.admin);
  const form = /name="form_token" value="([^"]+)"/.exec((await admin.get(`${CEDAR}/keys/new`)).text)![1]!;
  const fields = { label: 'CMDB sync', access: 'read_write', expiry: '90', form_token: form };
  const text = plain((await admin.post(`${CEDAR}/keys`, fields)).text);
  expect(text).toMatch(/export API_KEY='cik_live_\w{36}'/);
  expect(text).toContain(`curl -H "X-API-Key: $API_KEY" ${settings.url}/facilities`);
  const again = await admin.post(`${CEDAR}/keys`, fields);
  expect(again.status).toBe(409);
  expect(plain(again.text)).toContain('revoke it in the list of keys. Then create another key.');
  expect(again.text).toContain(`href="${CEDAR}/keys/new"`);
});
