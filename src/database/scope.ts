// The rows that a statement may see. The stores name an organization in each query. PostgreSQL checks the scope too;
// SQLite uses it only to share connections fairly.
import type { OrganizationId } from '../base/organization';

/**
 * - `{ organization }`: a request of the API; sees the organization's own rows.
 * - `{ keyDigest }`: a request before its key is known; sees the key with this digest, and its organization.
 * - `{ holder }`: the Settings pages before the organization is known; sees the rows of what the request
 *   holds: the digest of a session or link, a user's id or e-mail address, the domain of an address, or an organization's slug.
 * - `{ organization, by: 'settings', holder? }`: the Settings pages in an organization; sees keys and users
 *   too, and with `holder` that user's own rows.
 * - `{ organization, by: 'operator' }`: an operator's change; sees all rows, and takes turns with the
 *   organization's.
 * - `'operator'`: sees all rows.
 */
export type Scope =
  | { organization: OrganizationId; by?: 'operator' }
  | { organization: OrganizationId; by: 'settings'; holder?: string }
  | { keyDigest: string }
  | { holder: string }
  | 'operator';

/** Returns whether a scope is that of an API request in an organization. */
export const isOfRequest = (scope: Scope): scope is { organization: OrganizationId } =>
  typeof scope === 'object' && 'organization' in scope && scope.by === undefined;

/** Returns the organization of a scope that has one. */
export const organizationOf = (scope: Scope): OrganizationId | undefined =>
  typeof scope === 'object' && 'organization' in scope ? scope.organization : undefined;

/**
 * Returns the name under which a scope shares connections fairly
 * with others: its organization, where it has one.
 */
export const tenantOf = (scope: Scope): string => organizationOf(scope) ?? JSON.stringify(scope);

/** Returns a name that is the same for equal scopes. */
export const scopeName = (scope: Scope): string => JSON.stringify(scope);
