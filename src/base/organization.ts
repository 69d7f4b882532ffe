// Organizations are the tenants. Store methods require an OrganizationId, so no query can omit it.

declare const brand: unique symbol;
export type OrganizationId = string & { readonly [brand]: 'OrganizationId' };

export interface Organization {
  id: OrganizationId;
  slug: string;
}

/** A copy of the contract's OrganizationSlug, because commands check a slug without loading the contract. */
export const SLUG = { pattern: '^[a-z0-9]+(-[a-z0-9]+)*$', maxLength: 63 };

export const isSlug = (text: string): boolean =>
  text.length <= SLUG.maxLength && new RegExp(SLUG.pattern).test(text);
