// The tenant: every store call names one, so that no query can be written without it.

declare const brand: unique symbol;
export type OrganizationId = string & { readonly [brand]: 'OrganizationId' };

export interface Organization {
  id: OrganizationId;
  slug: string;
}
