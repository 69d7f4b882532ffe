// Whose rows a statement may see. The stores name an organization in each query; this is told to the database besides, as a second lock.
import type { OrganizationId } from '../organizations/organization';

/** An organization's own rows; the one key with a digest, and its organization; or all rows, for operators' commands. */
export type Scope = { organization: OrganizationId } | { keyDigest: string } | 'operator';
