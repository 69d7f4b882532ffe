// Whose rows a statement may see. The stores name an organization in each query; this is told to the database besides, as a second lock.
import type { OrganizationId } from '../organizations/organization';

/**
 * A request's: an organization's own rows, or the one key with a digest and its organization. The Settings pages': an organization's rows, keys and users included;
 * and while the organization is not known yet, what belongs to something that the request holds, such as the digest of a session, the id or e-mail address of a
 * user, or an organization's slug; or both, to change what is the user's together with what is the organization's. An operator's: all rows; a change of an
 * operator also names its organization, whose transactions take turns.
 */
export type Scope = { organization: OrganizationId; by?: 'operator' } | { organization: OrganizationId; by: 'settings'; holder?: string } | { keyDigest: string } | { holder: string } | 'operator';
