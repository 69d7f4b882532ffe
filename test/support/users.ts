// Adds users with cheap password digests to test inventories, and simulates an authenticator app.
import { generateSync } from 'otplib';
import { byOperator } from '../../src/server/audit/entry';
import { recordBy } from '../../src/server/audit/append';
import type { Inventory } from '../../src/app/inventory';
import type { OrganizationId } from '../../src/base/organization';
import { digestPassword } from '../../src/server/users/passwords';
import {
  digestOfRecoveryCode,
  newRecoveryCodes,
  newSharedSecret,
} from '../../src/server/users/second-factor';
import { createSecretBox } from '../../src/server/users/secrets';
import { newUserId } from '../../src/server/users/accounts';
import type { Stage } from '../../src/server/users/sessions';
import type { ClientInfo, Role, User } from '../../src/server/users/user';

export const SECRET = 'a secret of the settings, for tests';
export const PASSWORD = 'turbine ledger quietly orchard';
export const FROM: ClientInfo = { address: '192.0.2.7', requestId: 'req-users' };

const CHEAP = { logN: 4, r: 1, p: 1 };
const NO_STEP = 0;

export interface TestUser extends User {
  secret: string;
  recoveryCodes: string[];
}

export interface UserOptions {
  role?: Role;
  /** Whether the user has a second factor. */
  enrolled?: boolean;
}

const now = (): string => new Date().toISOString();

/** Admits a user as the link of an invitation does, with the entry in the log. */
export async function addMembership(
  { database, log, users }: Inventory,
  organization: OrganizationId,
  user: User,
  role: Role = 'admin',
): Promise<void> {
  const by = byOperator('test');
  const admission = { organization, user, role, issuer: null, invitation: undefined, by };
  await database.write({ organization, by: 'operator' }, async (transaction) =>
    recordBy(log, by)(transaction, organization, (await users.admit(transaction, admission))!),
  );
}

/** Adds a user with PASSWORD and, by default, a second factor. */
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

/** Starts a session without a sign-in, and returns its token. */
export const beginSession = (
  { database, users }: Inventory,
  user: User,
  stage: Stage = 'signed in',
): Promise<string> =>
  database.write({ holder: user.id }, (transaction) =>
    users.sessions.begin(transaction, { user, stage, provider: null }),
  );

/** Returns the code of the app. `steps`: time steps of 30 seconds from now. */
export const codeOf = (secret: string, steps = 0): string =>
  generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + 30 * steps });
