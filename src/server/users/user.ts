// Users of the Settings pages, their roles, their e-mail addresses, and the paths of their one-time links.
import type { OrganizationId } from '../../base/organization';
import { asciiDomain } from './identity-provider-rules';

declare const brand: unique symbol;
export type UserId = string & { readonly [brand]: 'UserId' };

export type Role = 'admin' | 'member';

/** Returns the role on the Settings pages of a user with a role of the contract, or with one of these pages in the log. */
export const settingsRole = (role: unknown): Role =>
  role === 'organization_admin' || role === 'admin' ? 'admin' : 'member';

export const roleName = (role: Role): string => (role === 'admin' ? 'Organization Admin' : 'Member');

export interface User {
  id: UserId;
  /** In lower case. */
  email: string;
}

/** A user as an organization sees it. */
export interface Member extends User {
  role: Role;
  created_at: string;
}

/** An organization as its member sees it. */
export interface Membership {
  organization: OrganizationId;
  slug: string;
  name: string;
  role: Role;
}

/** The client that sent a request to the Settings pages. */
export interface ClientInfo {
  /** The IP address of the client, not of a proxy. */
  address: string;
  requestId: string;
  userAgent?: string | undefined;
  /** The device cookie, as the browser sent it. */
  device?: string | undefined;
}

const MAX_CHARACTERS = 254;

const ADDRESS = /^[^\s@\p{C}<>"(),:;\\[\]]+@[^\s@.\p{C}<>"(),:;\\[\]]+(\.[^\s@.\p{C}<>"(),:;\\[\]]+)*$/u;

/**
 * Returns an e-mail address as the database stores and compares it, with an ASCII domain. Returns undefined
 * for text that is not an e-mail address.
 */
export function parseEmail(text: string): string | undefined {
  const given = text.trim().normalize('NFC').toLowerCase();
  if (!ADDRESS.test(given)) return undefined;
  const [name, domain] = given.split('@') as [string, string];
  const email = `${name}@${asciiDomain(domain)}`;
  return email.length <= MAX_CHARACTERS && ADDRESS.test(email) ? email : undefined;
}

export const invitationPath = (token: string): string => `/invitations/${token}`;

export const recoveryPath = (token: string): string => `/recoveries/${token}`;
