// The kinds of records that the log describes, and their tables in the database.
import type { ReadSource } from '../../database/database';
import type { Query } from '../../database/statement';
import { IMPORT_COLLECTIONS } from '../import/collections';
import { COLLECTIONS } from '../import/content';
import { nameKey } from '../resources/cyber-assets/asset-rules';
import type { Activity } from './entry';

/** Values of a record or row by field; null for an empty field. */
export type FieldValues = Record<string, string | null>;

export interface RecordKind {
  resourceType: Activity['resourceType'];
  /** The tables that `rows` reads. An older backup may lack them. */
  tables: readonly string[];
  /** The fields that both the log and the database have. */
  fields: readonly string[];
  /** The column that holds the record's id. */
  id: string;
  /** Selects `id` and the fields of an organization's rows. */
  rows: (knex: ReadSource['knex'], organization: string) => Query;
  /** Returns the fields as the log writes them. */
  ofRow?: (row: FieldValues) => FieldValues;
  /** Adds derived fields. */
  derive?: (logged: FieldValues) => FieldValues;
  /**
   * Whether a `reverted` entry of the organization removes all records
   * of the kind, as a reset of the sandbox does.
   */
  isReset: boolean;
  /** Whether the planned operations of a sandbox keep records of this kind in a table of their own. */
  isElsewhereInSandbox?: true;
}

/** Operations that end an invitation; the log has no field for its end. */
const INVITATION_ENDS: readonly string[] = ['revoked', 'accepted'] satisfies Activity['operation'][];
const ENDED = 'ended';

/** A record whose earlier entries are unknown may lack the name. */
const withNameKey = (logged: FieldValues): FieldValues =>
  'name' in logged ? { ...logged, name_key: nameKey(logged['name'] ?? '') } : logged;

const inventoryKinds = COLLECTIONS.map((name): RecordKind => {
  const { resourceType, columns } = IMPORT_COLLECTIONS[name];
  const isAsset = name === 'cyber_assets';
  const fields = isAsset ? [...columns, 'name_key'] : columns;
  return {
    resourceType,
    tables: [name],
    fields,
    id: `${name}.id`,
    rows: (knex, organization) =>
      knex(name)
        .where('organization_id', organization)
        .select('id', ...fields),
    ...(isAsset ? { derive: withNameKey } : {}),
    isReset: true,
  };
});

const KEY_FIELDS = ['label', 'prefix', 'access', 'created_by', 'expires_at', 'revoked_at', 'replaces'];

/** Keys of earlier versions could write. Their entries have no access. */
const withAccess = (logged: FieldValues): FieldValues =>
  'label' in logged ? { access: 'read_write', ...logged } : logged;
const PROVIDER_FIELDS = ['issuer', 'client_id', 'domains'];

export const RECORD_KINDS: readonly RecordKind[] = [
  {
    resourceType: 'organization',
    tables: ['organizations', 'identity_providers'],
    fields: ['slug', 'name', ...PROVIDER_FIELDS],
    id: 'o.id',
    rows: (knex, organization) =>
      knex({ o: 'organizations' })
        .leftJoin({ p: 'identity_providers' }, 'p.organization_id', 'o.id')
        .where('o.id', organization)
        .select('o.id', 'o.slug', 'o.name', ...PROVIDER_FIELDS.map((field) => `p.${field}`)),
    ofRow: (row) => ({ ...row, domains: listed(row['domains'] ?? null) }),
    isReset: false,
  },
  ...inventoryKinds,
  {
    resourceType: 'api-key',
    isElsewhereInSandbox: true,
    tables: ['api_keys'],
    fields: KEY_FIELDS,
    id: 'id',
    rows: (knex, organization) => knex('api_keys').where('organization_id', organization).select('*'), // an older backup lacks columns
    ofRow: (row) => ({ access: 'read_write', ...row }),
    derive: withAccess,
    isReset: false,
  },
  {
    resourceType: 'user',
    isElsewhereInSandbox: true,
    tables: ['memberships', 'users'],
    fields: ['email', 'role'],
    id: 'm.user_id',
    rows: (knex, organization) =>
      knex({ m: 'memberships' })
        .leftJoin({ u: 'users' }, 'u.id', 'm.user_id')
        .where('m.organization_id', organization)
        .select({ id: 'm.user_id', email: 'u.email', role: 'm.role' }),
    isReset: false,
  },
  {
    resourceType: 'invitation',
    isElsewhereInSandbox: true,
    tables: ['invitations'],
    fields: ['email', 'role', 'expires_at', 'ended_at'],
    id: 'id',
    rows: (knex, organization) =>
      knex('invitations')
        .where('organization_id', organization)
        .select('id', 'email', 'role', 'expires_at', 'ended_at'),
    ofRow: (row) => ({ ...row, ended_at: row['ended_at'] === null ? null : ENDED }),
    isReset: false,
  },
];

/** Returns the domains of an identity provider as the log writes them. */
function listed(domains: string | null): string | null {
  try {
    if (domains === null) return null;
    const list = JSON.parse(domains) as unknown[];
    const isPlain = list.every((domain) => typeof domain === 'string' && !domain.includes(','));
    return isPlain ? list.join(', ') : domains;
  } catch {
    return domains; // the server did not write this value, so the comparison reports it
  }
}

/** Returns the fields that an operation sets without listing them as changes. */
export const impliedBy = (resourceType: string, operation: string): FieldValues =>
  resourceType === 'invitation' && INVITATION_ENDS.includes(operation) ? { ended_at: ENDED } : {};
