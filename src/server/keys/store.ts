// Stores API keys. The database contains digests, never keys.
import { typeid } from 'typeid-js';
import { type Log, recordBy } from '../audit/append';
import { type Activity, type Actor, toScope } from '../audit/entry';
import type { Database, Transaction } from '../../database/database';
import { requireKept, requireWritten } from '../../database/kept-change';
import { compileLookup } from '../../database/query-batcher';
import { once } from '../../database/statement';
import { sha256 } from '../../base/digest';
import { ApiError, conflict } from '../../base/errors';
import type { OrganizationId } from '../../base/organization';
import { requireAdmin } from '../users/admission';
import { type Environment, digestOfKey, generateKey, isUserId, getLastFour, getPrefix } from './format';
import {
  ENDED,
  EXPIRING_DAYS,
  type KeyAccess,
  type KeyListing,
  MAX_WORKING_KEYS,
  getState,
  keyCreated,
  keyReplaced,
  keyRevoked,
} from './key-rules';
import { createKeyUsageStore } from './usage';

/** A key as authentication reads it. */
export interface KeyRecord {
  id: string;
  organizationId: OrganizationId;
  slug: string;
  access: KeyAccess;
  /** Who created it; in a world of the sandbox, the id of the user for whom it acts. */
  createdBy: string;
  expiresAt: string;
  revokedAt: string | null;
}

export interface NewKey {
  label: string;
  /** `read_write` by default. */
  access?: KeyAccess;
  createdBy: string;
  expiresAt: Date;
  /** By default now. The sandbox gives the time of the world. */
  createdAt?: Date;
  environment: Environment;
  /**
   * The token of the submitted form. Each token creates one key:
   * a second submission throws an ApiError `conflict`.
   */
  submission?: string;
  /** The key itself, for the sandbox, whose key is constant. */
  secret?: string;
}

/** `oldExpiresAt`: when the old key expires at the latest. */
type Rotation = Omit<NewKey, 'label' | 'access' | 'secret'> & { oldExpiresAt: Date };

/** Returns the row of a new key. `replaces`: the id of the key that it rotates. */
const newRow = (
  organization: OrganizationId,
  { label, access = 'read_write', createdBy, expiresAt, createdAt = new Date(), submission }: NewKey,
  secret: string,
  replaces: string | null = null,
) => ({
  organization_id: organization,
  id: typeid('key').toString(),
  digest: digestOfKey(secret),
  prefix: getPrefix(secret),
  last_four: getLastFour(secret),
  label,
  access,
  created_by: createdBy,
  created_at: createdAt.toISOString(),
  expires_at: expiresAt.toISOString(),
  submission: submission === undefined ? null : sha256(submission),
  replaces,
});

const COLUMNS: readonly Exclude<keyof KeyListing, 'user_deleted'>[] = [
  'id',
  'label',
  'prefix',
  'last_four',
  'access',
  'created_by',
  'created_at',
  'expires_at',
  'revoked_at',
  'last_used_at',
  'replaces',
];

/** A form that is submitted again. */
export class AlreadyCreated extends ApiError {
  constructor(cause?: unknown) {
    super('conflict', 'This form has already created a key. Open the form again.', { cause });
  }
}

export type KeyStore = ReturnType<typeof createKeyStore>;

/** `operator`: the default actor of changes. */
export function createKeyStore(database: Database, log: Log, operator: Actor) {
  const { knex, dialect } = database;
  const selectKeys = (organization: OrganizationId) =>
    knex('api_keys').where('organization_id', organization);
  const listKeys = (organization: OrganizationId) => selectKeys(organization).select(COLUMNS);
  /** The previous schema lacks the records of users, and commands list its keys too. */
  const listWithUsers = (organization: OrganizationId) =>
    listKeys(organization).select(
      // Without the collection, which would lead PostgreSQL to an index without the id.
      knex({ r: 'records' })
        .where({ 'r.organization_id': organization, 'r.id': knex.ref('api_keys.created_by') })
        .max('r.deleted')
        .as('user_deleted'),
    );
  const one = (organization: OrganizationId, id: string) =>
    once<KeyListing>(listWithUsers(organization).where({ id }));
  const byDigest = compileLookup<{ digest: string }>(database, (value) =>
    knex({ k: 'api_keys' })
      .join({ o: 'organizations' }, 'o.id', 'k.organization_id')
      .where('k.digest', value('digest'))
      .select({
        value: dialect.jsonObject({
          id: 'k.id',
          organizationId: 'k.organization_id',
          slug: 'o.slug',
          access: 'k.access',
          createdBy: 'k.created_by',
          expiresAt: 'k.expires_at',
          revokedAt: 'k.revoked_at',
        }),
      }),
  );

  /** @throws ApiError `conflict` when the key is one too many. */
  async function insert(transaction: Transaction, row: ReturnType<typeof newRow>): Promise<void> {
    await transaction.run(once(knex('api_keys').insert(row)), {});
    const { organization_id, id, digest, access, expires_at } = row;
    const written = selectKeys(organization_id).where({ id, digest, access, expires_at });
    await requireWritten(database, transaction, `the new key ${id}`, written);
    // After the insertion, which finds a repeated submission.
    const working = selectKeys(organization_id)
      .whereNull('revoked_at')
      .where('expires_at', '>', new Date().toISOString())
      .count({ keys: '*' });
    const [count] = await transaction.all(once<{ keys: number | string }>(working), {});
    if (Number(count!.keys) > MAX_WORKING_KEYS)
      throw conflict(
        `The organization has ${MAX_WORKING_KEYS} working keys, the maximum. Revoke a key first.`,
      );
  }

  /**
   * Changes an organization's keys, and records the change.
   * @throws AdminRequiredError for a user who is not an admin.
   */
  async function change<Result>(
    organization: OrganizationId,
    by: Actor,
    work: (transaction: Transaction, record: (activities: Activity[]) => Promise<void>) => Promise<Result>,
  ): Promise<Result> {
    const record = recordBy(log, by);
    try {
      return await database.write(toScope(organization, by), async (transaction) => {
        await requireAdmin(database, transaction, organization, by);
        return work(transaction, (activities) => record(transaction, organization, activities));
      });
    } catch (error) {
      if (dialect.brokenConstraint(error, 'api_keys') === 'unique') throw new AlreadyCreated(error);
      throw error;
    }
  }

  /** Revokes one of the organization's keys. Leaves a revoked one unchanged. Returns false for another key. */
  const revokeKey = (organization: OrganizationId, id: string, by: Actor): Promise<boolean> =>
    change(organization, by, async (transaction, record) => {
      const [key] = await transaction.all(once<KeyListing>(listKeys(organization).where({ id })), {});
      const now = new Date().toISOString();
      const working = selectKeys(organization).where({ id }).whereNull('revoked_at');
      const count = await transaction.run(once(working.clone().update({ revoked_at: now })), {});
      await requireKept(database, transaction, `the revocation of key ${id}`, working);
      if (key && count > 0) await record([keyRevoked(id, key.label, now)]);
      return key !== undefined;
    });

  return {
    async findByDigest(digest: string): Promise<KeyRecord | undefined> {
      const record = await database.find({ keyDigest: digest }, byDigest, { digest });
      return record === undefined ? undefined : (JSON.parse(record) as KeyRecord);
    },

    /** Returns the key itself, which the store does not keep. `by`: the operator by default. */
    async create(organization: OrganizationId, key: NewKey, by = operator): Promise<string> {
      const secret = key.secret ?? generateKey(key.environment);
      const row = newRow(organization, key, secret);
      await change(organization, by, async (transaction, record) => {
        await insert(transaction, row);
        await record([keyCreated(row)]);
      });
      return secret;
    },

    /** `withUsers`: with `user_deleted`. */
    list(organization: OrganizationId, { withUsers = false } = {}): Promise<KeyListing[]> {
      const keys = (withUsers ? listWithUsers : listKeys)(organization).orderBy('id');
      return database.read({ organization }, once<KeyListing>(keys), {});
    },

    async find(organization: OrganizationId, id: string): Promise<KeyListing | undefined> {
      return (await database.read({ organization }, one(organization, id), {}))[0];
    },

    /** Counts the keys of all organizations that are due for a rotation and that no rotation has replaced. */
    async countExpiring(): Promise<number> {
      const now = Date.now();
      const until = new Date(now + EXPIRING_DAYS * 86_400_000).toISOString();
      const expiring = knex('unreplaced_keys')
        .where('expires_at', '>', new Date(now).toISOString())
        .where('expires_at', '<=', until)
        .count({ keys: '*' });
      const [row] = await database.read('operator', once<{ keys: number | string }>(expiring), {});
      return Number(row!.keys); // PostgreSQL returns a bigint as text
    },

    /**
     * Creates a key with the same label, access and user, and lets the old one expire earlier. Returns undefined for a key
     * that has ended, or that is not the organization's.
     */
    rotate(
      organization: OrganizationId,
      id: string,
      { oldExpiresAt, ...rotation }: Rotation,
      by: Actor,
    ): Promise<{ id: string; secret: string } | undefined> {
      return change(organization, by, async (transaction, record) => {
        if (rotation.submission !== undefined) {
          const same = selectKeys(organization).where('submission', sha256(rotation.submission)).select('id');
          // Also when the old key has ended since.
          if ((await transaction.all(once(same), {})).length > 0) throw new AlreadyCreated();
        }
        const [old] = await transaction.all(one(organization, id), {});
        if (!old || ENDED.includes(getState(old, Date.now()))) return undefined;
        const secret = generateKey(rotation.environment);
        const createdBy = isUserId(old.created_by) ? old.created_by : rotation.createdBy;
        const kept = { label: old.label, access: old.access, createdBy };
        const row = newRow(organization, { ...rotation, ...kept }, secret, id);
        const end = oldExpiresAt.toISOString() < old.expires_at ? oldExpiresAt.toISOString() : old.expires_at;
        await insert(transaction, row);
        const replaced = selectKeys(organization).where({ id });
        await transaction.run(once(replaced.clone().update({ expires_at: end })), {});
        const lost = replaced.whereNot('expires_at', end);
        await requireKept(database, transaction, `the expiry of key ${id}`, lost);
        await record([keyCreated(row), keyReplaced(old, end)]);
        return { id: row.id, secret };
      });
    },

    /** Revokes a key for an operator, without an organization. Leaves a revoked one unchanged. */
    async revoke(id: string): Promise<'revoked' | 'unknown'> {
      const organizations = knex('api_keys').where({ id }).select({ organization: 'organization_id' });
      const found = once<{ organization: OrganizationId }>(organizations);
      const [key] = await database.read('operator', found, {});
      return key !== undefined && (await revokeKey(key.organization, id, operator)) ? 'revoked' : 'unknown';
    },
    revokeKey,
    ...createKeyUsageStore(database),
  };
}
