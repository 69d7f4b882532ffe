// SQL statements on the table of API keys.
import type { Database } from '../../database/database';
import { compile } from '../../database/statement';
import type { OrganizationId } from '../../base/organization';
import type { Principal } from '../../contract/handler';

/** A new key. */
export interface KeyRow {
  organization: OrganizationId;
  id: string;
  digest: string;
  prefix: string;
  lastFour: string;
  label: string;
  access: Principal['access'];
  createdBy: string;
  createdAt: string;
  expiresAt: string;
  /** The digest of the form's token; null for a key from the command line. */
  submission: string | null;
  /** The id of the key that this one rotates. */
  replaces: string | null;
}

/** A key as lists show it. */
export interface KeyListing {
  id: string;
  label: string;
  prefix: string;
  /** The last characters; null for keys of earlier versions. */
  last_four: string | null;
  access: Principal['access'];
  created_by: string;
  created_at: string;
  expires_at: string;
  revoked_at: string | null;
  last_used_at: string | null;
  /** The id of the key that this one rotates. */
  replaces: string | null;
}

const LISTED: readonly (keyof KeyListing)[] = [
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

interface One {
  organization: OrganizationId;
  id: string;
}

export function compileStatements({ knex }: Pick<Database, 'knex'>) {
  return {
    insert: compile<KeyRow, never>((param) =>
      knex('api_keys').insert({
        organization_id: param('organization'),
        id: param('id'),
        digest: param('digest'),
        prefix: param('prefix'),
        last_four: param('lastFour'),
        label: param('label'),
        access: param('access'),
        created_by: param('createdBy'),
        created_at: param('createdAt'),
        expires_at: param('expiresAt'),
        submission: param('submission'),
        replaces: param('replaces'),
      }),
    ),
    list: compile<{ organization: OrganizationId }, KeyListing>((param) =>
      knex('api_keys').where('organization_id', param('organization')).orderBy('id').select(LISTED),
    ),
    one: compile<One, KeyListing>((param) =>
      knex('api_keys')
        .where({ organization_id: param('organization'), id: param('id') })
        .select(LISTED),
    ),
    bySubmission: compile<{ organization: OrganizationId; submission: string }, { id: string }>((param) =>
      knex('api_keys')
        .where({ organization_id: param('organization'), submission: param('submission') })
        .select('id'),
    ),
    organizationsOf: compile<{ id: string }, { organization: OrganizationId }>((param) =>
      knex('api_keys').where('id', param('id')).select({ organization: 'organization_id' }),
    ),
    countExpiring: compile<{ from: string; until: string }, { keys: number | string }>((param) =>
      knex('unreplaced_keys')
        .where('expires_at', '>', param('from'))
        .where('expires_at', '<=', param('until'))
        .count({ keys: '*' }),
    ),
    revoke: compile<One & { now: string }, never>((param) =>
      knex('api_keys')
        .where({ organization_id: param('organization'), id: param('id') })
        .whereNull('revoked_at')
        .update({ revoked_at: param('now') }),
    ),
    expire: compile<One & { at: string }, never>((param) =>
      knex('api_keys')
        .where({ organization_id: param('organization'), id: param('id') })
        .update({ expires_at: param('at') }),
    ),
  };
}
