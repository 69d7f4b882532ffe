// The short name of an organization, as the contract has it (OrganizationSlug). A test holds them together: commands check it before they load anything, and the contract is large.

export const SLUG = { pattern: '^[a-z0-9]+(-[a-z0-9]+)*$', maxLength: 63 };

export const isSlug = (text: string): boolean =>
  text.length <= SLUG.maxLength && new RegExp(SLUG.pattern).test(text);
