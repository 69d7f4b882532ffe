// API keys in the database: digests, never keys.
import { typeid } from 'typeid-js';
import type { RecordActivity } from '../audit/append';
import type { Database } from '../database/database';
import { compileLookup } from '../database/lookup';
import { compile } from '../database/statement';
import type { OrganizationId } from '../organizations/organization';
import { keyCreated, keyRevoked } from './activity';
import { type Environment, digestOfKey, generateKey, prefixOf } from './format';

/** What authentication needs of a key. */
export interface KeyRecord {
  id: string;
  organizationId: OrganizationId;
  slug: string;
  expiresAt: string;
  revokedAt: string | null;
}

/** What people see of a key. */
export interface KeyListing {
  id: string;
  label: string;
  prefix: string;
  created_by: string;
  created_at: string;
  expires_at: string;
  revoked_at: string | null;
  last_used_at: string | null;
}

export interface NewKey {
  label: string;
  createdBy: string;
  expiresAt: Date;
  environment: Environment;
}

export interface KeyStore {
  findByDigest(digest: string): Promise<KeyRecord | undefined>;
  /** The key itself, shown this once. */
  create(organization: OrganizationId, key: NewKey, secret?: string): Promise<string>;
  list(organization: OrganizationId): Promise<KeyListing[]>;
  /** Whether there is such a key, in whatever organization: for operators. One that is revoked already stays as it is. */
  revoke(id: string): Promise<boolean>;
  recordUse(organization: OrganizationId, id: string, at: string): Promise<void>;
}

export function createKeyStore(database: Database, record: RecordActivity): KeyStore {
  const { knex, dialect } = database;
  const byDigest = compileLookup<{ digest: string }>(database, (value) =>
    knex({ k: 'api_keys' })
      .join({ o: 'organizations' }, 'o.id', 'k.organization_id')
      .where('k.digest', value('digest'))
      .select({ value: dialect.jsonObject({ id: 'k.id', organizationId: 'k.organization_id', slug: 'o.slug', expiresAt: 'k.expires_at', revokedAt: 'k.revoked_at' }) }),
  );
  type Insert = { organization: string; id: string; digest: string; prefix: string; label: string; createdBy: string; createdAt: string; expiresAt: string };
  const insert = compile<Insert, never>((param) =>
    knex('api_keys').insert({
      organization_id: param('organization'),
      id: param('id'),
      digest: param('digest'),
      prefix: param('prefix'),
      label: param('label'),
      created_by: param('createdBy'),
      created_at: param('createdAt'),
      expires_at: param('expiresAt'),
    }),
  );
  const listAll = compile<{ organization: string }, KeyListing>((param) =>
    knex('api_keys')
      .where('organization_id', param('organization'))
      .orderBy('id')
      .select('id', 'label', 'prefix', 'created_by', 'created_at', 'expires_at', 'revoked_at', 'last_used_at'),
  );
  const byId = compile<{ id: string }, { organization: OrganizationId; label: string }>((param) =>
    knex('api_keys').where('id', param('id')).select({ organization: 'organization_id', label: 'label' }),
  );
  const revoke = compile<{ organization: OrganizationId; id: string; now: string }, never>((param) =>
    knex('api_keys')
      .where({ organization_id: param('organization'), id: param('id') })
      .whereNull('revoked_at')
      .update({ revoked_at: param('now') }),
  );
  const use = compile<{ organization: string; id: string; at: string }, never>((param) =>
    knex('api_keys')
      .where({ organization_id: param('organization'), id: param('id') })
      .update({ last_used_at: param('at') }),
  );

  return {
    async findByDigest(digest) {
      const record = await database.find({ keyDigest: digest }, byDigest, { digest });
      return record === undefined ? undefined : (JSON.parse(record) as KeyRecord);
    },
    async create(organization, { label, createdBy, expiresAt, environment }, secret = generateKey(environment)) {
      const row: Insert = {
        organization,
        id: typeid('key').toString(),
        digest: digestOfKey(secret),
        prefix: prefixOf(secret),
        label,
        createdBy,
        createdAt: new Date().toISOString(),
        expiresAt: expiresAt.toISOString(),
      };
      await database.write({ organization, by: 'operator' }, async (transaction) => {
        await transaction.run(insert, row);
        await record(transaction, organization, [keyCreated(row)]);
      });
      return secret;
    },
    list: (organization) => database.read({ organization }, listAll, { organization }),
    async revoke(id) {
      const [key] = await database.read('operator', byId, { id });
      if (!key) return false;
      const { organization, label } = key;
      const now = new Date().toISOString();
      await database.write({ organization, by: 'operator' }, async (transaction) => {
        const revoked = await transaction.run(revoke, { organization, id, now });
        if (revoked > 0) await record(transaction, organization, [keyRevoked(id, label, now)]);
      });
      return true;
    },
    async recordUse(organization, id, at) {
      await database.write({ organization }, (transaction) => transaction.run(use, { organization, id, at }));
    },
  };
}
