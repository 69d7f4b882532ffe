// Activity entries about API keys. They contain neither the key nor its digest.
import type { FieldValues, RecordKind } from '../audit/compare-records';
import { type Activity, changesOf } from '../audit/entry';
import type { KeyRow } from './key-rules';

type Created = Pick<KeyRow, 'id' | 'label' | 'prefix' | 'access' | 'createdBy' | 'expiresAt' | 'replaces'>;
type WithEnd = { id: string; label: string; expires_at: string };

export const keyCreated = ({
  id,
  label,
  prefix,
  access,
  createdBy: created_by,
  expiresAt: expires_at,
  replaces,
}: Created): Activity => ({
  operation: 'created',
  resourceType: 'api-key',
  resourceId: id,
  description: `Created the ${access === 'read_only' ? 'read-only ' : ''}API key "${label}".`,
  changes: changesOf(
    ['label', 'prefix', 'access', 'created_by', 'expires_at', 'replaces'],
    {},
    { label, prefix, access, created_by, expires_at, replaces },
  ),
});

export const keyRevoked = (id: string, label: string, revoked_at: string): Activity => ({
  operation: 'revoked',
  resourceType: 'api-key',
  resourceId: id,
  description: `Revoked the API key "${label}".`,
  changes: changesOf(['revoked_at'], {}, { revoked_at }),
});

/** Records that a new key with the same label replaces this one. */
export const keyReplaced = ({ id, label, expires_at: before }: WithEnd, expires_at: string): Activity => ({
  operation: 'updated',
  resourceType: 'api-key',
  resourceId: id,
  description: `Replaced the API key "${label}": the old one expires at ${expires_at}.`,
  changes: changesOf(['expires_at'], { expires_at: before }, { expires_at }),
});

const KEY_FIELDS = ['label', 'prefix', 'access', 'created_by', 'expires_at', 'revoked_at', 'replaces'];

/** Keys of earlier versions could write. Their entries have no access. */
const withAccess = (logged: FieldValues): FieldValues =>
  'label' in logged ? { access: 'read_write', ...logged } : logged;

export const KEY_KIND: RecordKind = {
  resourceType: 'api-key',
  isElsewhereInSandbox: true,
  tables: ['api_keys'],
  fields: KEY_FIELDS,
  id: 'id',
  rows: (knex, organization) => knex('api_keys').where('organization_id', organization).select('*'), // an older backup lacks columns
  ofRow: (row) => ({ access: 'read_write', ...row }),
  derive: withAccess,
  isReset: false,
};
