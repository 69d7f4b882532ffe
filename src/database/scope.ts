// Whose rows a statement may see. The stores name an organization in each query; this is told to the database besides, as a second lock.
import type { OrganizationId } from '../organizations/organization';

/**
 * - `{ organization }`: a request of the API, which sees the organization's own rows.
 * - `{ keyDigest }`: a request whose key is not looked up yet: the key with this digest, and its organization.
 * - `{ holder }`: the Settings pages before the organization is known: what belongs to something that the request holds (the digest of a session or link, a user's id or e-mail address, an organization's slug).
 * - `{ organization, by: 'settings', holder? }`: the Settings pages in an organization, keys and users included; with `holder` that user's own rows too.
 * - `{ organization, by: 'operator' }`: a change by an operator, who sees all rows; the organization is named so that its transactions take turns.
 * - `'operator'`: all rows.
 */
export type Scope =
  | { organization: OrganizationId; by?: 'operator' }
  | { organization: OrganizationId; by: 'settings'; holder?: string }
  | { keyDigest: string }
  | { holder: string }
  | 'operator';

/** Returns the name under which a scope shares connections fairly with others: its organization, where it has one. */
export const tenantOf = (scope: Scope): string =>
  typeof scope === 'object' && 'organization' in scope ? scope.organization : JSON.stringify(scope);
