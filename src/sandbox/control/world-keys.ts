// The keys of a world, and the users for whom they act. Keys expire by the clock of the world.
import type { Clock } from '../../base/day';
import { conflict, invalid, invalidReference, notFound, unavailable } from '../../base/errors';
import type { OrganizationId } from '../../base/organization';
import { type Schema, contractDocument } from '../../contract/document';
import { idFault } from '../../contract/validation/text-messages';
import type { Database } from '../../database/database';
import { compile } from '../../database/statement';
import type { AcceptedKeys } from '../../server/api/authentication';
import { byOperator } from '../../server/audit/entry';
import { digestOfKey, isUserId } from '../../server/keys/format';
import type { KeyAccess, KeyListing } from '../../server/keys/key-rules';
import type { KeyRecord, KeyStore } from '../../server/keys/store';
import { findPerson } from '../../server/operations/permission';
import type { Principal } from '../../contract/handler';
import { RECORD_TABLE } from '../../server/records/table';
import type { OpenWorlds } from '../../server/records/open-worlds';
import type { World } from '../../server/records/world';
import { timeAfter } from './duration';

/** A key as the control interface shows it. */
export interface KeyView {
  id: string;
  /** The user for whom the key acts. */
  userId: string;
  access: 'full' | 'read_only';
  /** By the clock of the world; null for a key that does not expire. */
  expiresAt: string | null;
  createdAt: string;
}

export interface NewWorldKey {
  userId: string;
  /** `full` by default. */
  access?: KeyView['access'] | undefined;
  /** A duration of ISO 8601 in the time of the world. By default, the key does not expire. */
  expiresIn?: string | undefined;
}

const OPERATOR = byOperator('sandbox');
const NEVER = new Date('9999-12-31T23:59:59.999Z');

/** `createdBy`: the id of the user for whom the key acts. The first key acts for the world's `CurrentUser`. */
export const keyOfWorld = (createdBy = 'sandbox', expiresAt = NEVER) => ({
  label: 'Sandbox',
  createdBy,
  environment: 'test' as const,
  expiresAt,
});

const ACCESS: Record<KeyView['access'], KeyAccess> = { full: 'read_write', read_only: 'read_only' };

/** Returns the id of the user for whom a key acts. The first key of a world acts for its `CurrentUser`. */
export const findUserId = async (world: World, createdBy: string): Promise<string | undefined> =>
  isUserId(createdBy) ? createdBy : (await world.find('CurrentUser', 'me'))?.profile.id;

/** `whenReady`: waits for a reset of a world. */
export function createWorldKeys(
  { database, keys, clock }: { database: Database; keys: KeyStore; clock: Clock },
  worlds: OpenWorlds,
  recordSignIn: NonNullable<AcceptedKeys['onSignIn']>,
  whenReady: (world: OrganizationId) => Promise<unknown> | undefined,
) {
  const findUser = compile<{ world: OrganizationId; id: string }, { deleted: 0 | 1 }>((param) =>
    database
      .knex(RECORD_TABLE)
      .where({ organization_id: param('world'), collection: 'User', id: param('id') })
      .select('deleted'),
  );

  /** @throws ApiError `invalid_reference` for an unknown user, `conflict` for a deleted one. */
  async function requireUser(world: OrganizationId, id: string): Promise<void> {
    const [user] = await database.read('operator', findUser, { world, id });
    if (!user)
      throw invalidReference(
        'userId',
        'user',
        idFault(contractDocument.components['schemas']!['UserId'] as Schema, id),
      );
    if (user.deleted) throw conflict(`The user ${id} was deleted. Create a key for another user.`);
  }

  /** Returns the keys that were not deleted, the first key of the world first. */
  const listed = async (world: OrganizationId): Promise<KeyListing[]> =>
    (await keys.list(world)).filter(({ revoked_at }) => revoked_at === null);

  async function toView(world: OrganizationId, key: KeyListing): Promise<KeyView> {
    const userId = await findUserId(worlds.outside({ id: world, slug: '' }), key.created_by);
    return {
      id: key.id,
      userId: userId!,
      access: key.access === 'read_only' ? 'read_only' : 'full',
      expiresAt: key.expires_at === NEVER.toISOString() ? null : key.expires_at,
      createdAt: key.created_at,
    };
  }

  return {
    /** Returns the user for whom a key acts; null when the user does not exist, undefined without people. */
    async userOf({ organizationId: id, slug, createdBy }: KeyRecord): Promise<Principal['user'] | null> {
      await whenReady(id);
      const world = worlds.outside({ id, slug });
      const userId = await findUserId(world, createdBy);
      return userId === undefined ? undefined : findPerson(world, userId);
    },

    /** The log of a new world is that of its start, without a sign-in of its first key. */
    onSignIn: ((key, origin, rejection) =>
      rejection || isUserId(key.createdBy)
        ? recordSignIn(key, origin, rejection)
        : undefined) satisfies AcceptedKeys['onSignIn'],

    /** @throws ApiError `invalid_reference`, `conflict`, `validation_error` for a duration that is none. */
    async create(
      world: OrganizationId,
      { userId, access = 'full', expiresIn }: NewWorldKey,
    ): Promise<KeyView & { key: string }> {
      await requireUser(world, userId);
      const now = clock.now(world);
      const expiresAt = expiresIn === undefined ? NEVER : timeAfter(now, expiresIn);
      if (!expiresAt)
        throw invalid(
          'expiresIn',
          'must be a duration of ISO 8601 that ends before the year 10000, for example P90D',
        );
      const created = { ...keyOfWorld(userId, expiresAt), access: ACCESS[access], createdAt: now };
      const key = await keys.create(world, created);
      const { id } = (await keys.findByDigest(digestOfKey(key))) ?? {};
      const listing = id === undefined ? undefined : await keys.find(world, id);
      if (!listing) throw unavailable(); // the world was deleted meanwhile
      const { id: keyId, ...view } = await toView(world, listing);
      return { id: keyId, key, ...view };
    },

    async list(world: OrganizationId): Promise<KeyView[]> {
      return Promise.all((await listed(world)).map((key) => toView(world, key)));
    },

    /** @throws ApiError `not_found`, `conflict` for the first key of the world. */
    async delete(world: OrganizationId, id: string): Promise<void> {
      const all = await listed(world);
      if (!all.some((key) => key.id === id)) throw notFound();
      if (all[0]!.id === id)
        throw conflict('The first key of a world cannot be deleted. Delete the world instead.');
      await keys.revokeKey(world, id, OPERATOR);
    },
  };
}

export type WorldKeys = ReturnType<typeof createWorldKeys>;
