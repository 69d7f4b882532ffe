// Changes that a trigger of the database undoes or ignores: the caller gets an error, never a success.
import { byOperator } from '../../src/server/audit/entry';
import { onPostgres } from '../support/database';
import { type TestInventory, openTestInventory } from '../support/inventory';
import { type TestUser, addUser, beginSession } from '../support/users';

let test_: TestInventory;
let user: TestUser;
let key: string;
let token: string;
let invitation: string;
beforeAll(async () => {
  test_ = await openTestInventory();
  const { users } = test_.inventory;
  await addUser(test_.inventory, organization(), 'admin@cedar.example');
  user = await addUser(test_.inventory, organization(), 'member@cedar.example');
  key = (await test_.inventory.keys.list(organization()))[0]!.id;
  token = await beginSession(test_.inventory, user);
  await users.recoveries.create(user.email, by);
  await users.identityProviders.set(organization(), PROVIDER, by);
  await users.identities.link({ provider: 'https://login.example', subject: 'x' }, user.id);
  const invited = await users.invitations.create(
    organization(),
    { email: 'new@cedar.example', role: 'member', invitedBy: 'test' },
    by,
  );
  invitation = invited === 'member' ? '' : invited.id;
});
afterAll(() => test_.close());

const PROVIDER = {
  issuer: 'https://login.example',
  clientId: 'inventory',
  clientSecretVariable: null,
  domains: ['cedar.example'],
};
const by = byOperator('test');
const organization = () => test_.cedar.organization.id;
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);

/** Makes the database ignore an event on a table without an error. Returns a function that ends it. */
async function ignore(table: string, event: string): Promise<() => Promise<void>> {
  const { knex } = test_.inventory.database;
  if (!onPostgres()) {
    await knex.raw(`create trigger ignores before ${event} on ${table} begin select raise(ignore); end`);
    return async () => void (await knex.raw('drop trigger ignores'));
  }
  await knex.raw(
    `create or replace function ignores() returns trigger language plpgsql as 'begin return null; end'`,
  );
  await knex.raw(
    `create trigger a_ignores before ${event} on ${table} for each row execute function ignores()`,
  );
  return async () => void (await knex.raw(`drop trigger a_ignores on ${table}`));
}

interface Ignored {
  change: string;
  table: string;
  event: string;
  make: () => Promise<unknown>;
}

const users = () => test_.inventory.users;
const within = (work: Parameters<typeof test_.inventory.database.write<unknown>>[1]) =>
  test_.inventory.database.write('operator', work);

test.each<Ignored>([
  {
    change: 'the revocation of key',
    table: 'api_keys',
    event: 'update',
    make: () => test_.inventory.keys.revoke(key),
  },
  {
    change: 'the expiry of key',
    table: 'api_keys',
    event: 'update',
    make: () =>
      test_.inventory.keys.rotate(
        organization(),
        key,
        { createdBy: 'test', expiresAt: inDays(9), environment: 'live', oldExpiresAt: new Date() },
        by,
      ),
  },
  {
    change: 'the new key',
    table: 'api_keys',
    event: 'insert',
    make: () =>
      test_.inventory.keys.create(organization(), {
        label: 'x',
        createdBy: 'test',
        expiresAt: inDays(1),
        environment: 'live',
      }),
  },
  {
    change: 'the organization birch',
    table: 'organizations',
    event: 'insert',
    make: () => test_.inventory.organizations.create('birch', 'Birch'),
  },
  {
    change: 'the role of',
    table: 'memberships',
    event: 'update',
    make: () => users().memberships.setRole(organization(), user.id, 'member', by),
  },
  {
    change: 'the removal of',
    table: 'memberships',
    event: 'delete',
    make: () => users().memberships.remove(organization(), user.id, by),
  },
  {
    change: 'the retirement of',
    table: 'users',
    event: 'update',
    make: () => users().memberships.remove(organization(), user.id, by),
  },
  {
    change: 'the password of',
    table: 'users',
    event: 'update',
    make: () => within((transaction) => users().accounts.setPassword(transaction, user.id, 'other')),
  },
  {
    change: 'the password of',
    table: 'users',
    event: 'update',
    make: () => within((transaction) => users().accounts.resetPassword(transaction, user.id, 'other')),
  },
  {
    change: 'the end of a session',
    table: 'sessions',
    event: 'delete',
    make: async () => users().sessions.end((await users().sessions.find(token))!),
  },
  {
    change: 'the end of the sessions of',
    table: 'sessions',
    event: 'delete',
    make: () => within((transaction) => users().sessions.endPasswordSessions(transaction, user)),
  },
  {
    change: 'the end of the recovery links of',
    table: 'recoveries',
    event: 'delete',
    make: () => users().recoveries.create(user.email, by),
  },
  {
    change: 'the removal of an identity of',
    table: 'identities',
    event: 'delete',
    make: () => users().identities.forget(user.email, by),
  },
  {
    change: 'the removal of the identity provider',
    table: 'identity_providers',
    event: 'delete',
    make: () => users().identityProviders.remove(organization(), by),
  },
  {
    change: 'the identity provider https://login.example',
    table: 'identity_providers',
    event: 'insert',
    make: () => users().identityProviders.set(organization(), PROVIDER, by),
  },
  {
    change: 'the withdrawal of invitation',
    table: 'invitations',
    event: 'update',
    make: () => users().invitations.withdraw(organization(), invitation, by),
  },
])('an ignored $event of $table is an error that names $change', async ({ change, table, event, make }) => {
  const heed = await ignore(table, event);
  await expect(make().finally(heed)).rejects.toThrow(`The database did not keep ${change}`);
});

test('a revocation that a trigger undoes is an error and leaves no entry in the log', async () => {
  const { knex } = test_.inventory.database;
  const undo = 'update api_keys set revoked_at = null where id = new.id';
  if (onPostgres())
    await knex.raw(`
      create function undo() returns trigger language plpgsql as 'begin ${undo}; return null; end';
      create constraint trigger undo after update of revoked_at on api_keys initially deferred
        for each row when (new.revoked_at is not null) execute function undo()`);
  else await knex.raw(`create trigger undo after update of revoked_at on api_keys begin ${undo}; end`);
  const { activity, keys } = test_.inventory;
  const before = await activity.head(organization());
  await expect(keys.revoke(key)).rejects.toThrow(`The database did not keep the revocation of key ${key}.`);
  expect(await activity.head(organization())).toEqual(before);
  await knex.raw(onPostgres() ? 'drop trigger undo on api_keys' : 'drop trigger undo');
  expect(await keys.revoke(key)).toBe('revoked');
});
