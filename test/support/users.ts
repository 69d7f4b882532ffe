// Users for tests, without what costs a second: their passwords are digested cheaply. And an authenticator app.
import { generateSync } from 'otplib';
import { byOperator } from '../../src/audit/actors';
import { recordBy } from '../../src/audit/append';
import type { Inventory } from '../../src/app/inventory';
import type { OrganizationId } from '../../src/organizations/organization';
import { joined } from '../../src/users/activity';
import { digestPassword } from '../../src/users/passwords';
import { digestOfRecoveryCode, newRecoveryCodes, newSharedSecret } from '../../src/users/second-factor';
import { createSecretBox } from '../../src/users/secret-box';
import { newUserId } from '../../src/users/store';
import type { From, Role, User } from '../../src/users/user';

export const SECRET = 'a secret of the settings, for tests';
export const PASSWORD = 'turbine ledger quietly orchard';
export const FROM: From = { address: '192.0.2.7', requestId: 'req-users' };

const CHEAP = { logN: 4, r: 1, p: 1 };
const NO_STEP = 0;

export interface TestUser extends User {
  secret: string;
  recoveryCodes: string[];
}

export interface UserOptions {
  role?: Role;
  /** False for who has chosen a password alone. */
  enrolled?: boolean;
}

const now = (): string => new Date().toISOString();

/** Without an entry in the log, the check of the records would find a member that somebody added directly. */
export async function addMembership(
  { database, log }: Inventory,
  organization: OrganizationId,
  user: User,
  role: Role = 'admin',
): Promise<void> {
  await database
    .knex('memberships')
    .insert({ organization_id: organization, user_id: user.id, role, created_at: now() });
  const record = recordBy(log, byOperator('test'));
  await database.write({ organization, by: 'operator' }, (transaction) =>
    record(transaction, organization, [joined(user, role)]),
  );
}

/** A user with PASSWORD and a second factor. */
export async function addUser(
  inventory: Inventory,
  organization: OrganizationId,
  email: string,
  { role = 'admin', enrolled = true }: UserOptions = {},
): Promise<TestUser> {
  const user = { id: newUserId(), email, secret: newSharedSecret(), recoveryCodes: newRecoveryCodes() };
  await inventory.database.knex('users').insert({
    id: user.id,
    email,
    password: await digestPassword(PASSWORD, 'known', CHEAP),
    second_factor: enrolled ? createSecretBox(SECRET).seal(user.secret, user.id) : null,
    second_factor_step: NO_STEP,
    recovery_codes: JSON.stringify(enrolled ? user.recoveryCodes.map(digestOfRecoveryCode) : []),
    created_at: now(),
  });
  await addMembership(inventory, organization, user, role);
  return user;
}

/** What the app shows; `steps` of 30 seconds from now. */
export const codeOf = (secret: string, steps = 0): string =>
  generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + 30 * steps });
