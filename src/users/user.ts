// People who sign in to the Settings pages, and what they are in an organization.
import type { OrganizationId } from '../organizations/organization';

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
}

const MOST_CHARACTERS = 254;

/** As it is stored and compared; undefined for what is no e-mail address. */
export function emailOf(text: string): string | undefined {
  const email = text.trim().normalize('NFC').toLowerCase();
  return email.length <= MOST_CHARACTERS && /^[^\s@\p{C}<>"(),:;\\[\]]+@[^\s@.\p{C}<>"(),:;\\[\]]+(\.[^\s@.\p{C}<>"(),:;\\[\]]+)*$/u.test(email) ? email : undefined;
}
