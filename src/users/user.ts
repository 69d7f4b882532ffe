// People who sign in to the Settings pages, and what they are in an organization.
import type { OrganizationId } from '../organizations/organization';
import { asciiDomain } from './identity-provider-rules';

declare const brand: unique symbol;
export type UserId = string & { readonly [brand]: 'UserId' };

export type Role = 'admin' | 'member';

const ROLE_NAMES: Record<Role, string> = { admin: 'Organization Admin', member: 'Member' };

/** As people read it. */
export const roleName = (role: Role): string => ROLE_NAMES[role];

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

/** Where a request of the Settings pages comes from. */
export interface From {
  /** The client's, not that of a proxy in front. */
  address: string;
  requestId: string;
  /** The device cookie, as the browser sent it. */
  device?: string | undefined;
}

const MAX_CHARACTERS = 254;

const ADDRESS = /^[^\s@\p{C}<>"(),:;\\[\]]+@[^\s@.\p{C}<>"(),:;\\[\]]+(\.[^\s@.\p{C}<>"(),:;\\[\]]+)*$/u;

/** As it is stored and compared; undefined for what is no e-mail address. The domain is as the network knows it, and as some browsers send it. */
export function emailOf(text: string): string | undefined {
  const given = text.trim().normalize('NFC').toLowerCase();
  if (!ADDRESS.test(given)) return undefined;
  const [name, domain] = given.split('@') as [string, string];
  const email = `${name}@${asciiDomain(domain)}`;
  return email.length <= MAX_CHARACTERS && ADDRESS.test(email) ? email : undefined;
}
