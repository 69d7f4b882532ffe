// The tabs of an organization's pages, and the roles that may open each.
import type { Membership, Role } from '../users/user';

interface TabRule {
  label: string;
  roles: Role[];
}

const TABS = {
  keys: { label: 'API keys', roles: ['admin'] },
  inventory: { label: 'Inventory', roles: ['admin', 'member'] },
  activity: { label: 'Activity', roles: ['admin', 'member'] },
  people: { label: 'People', roles: ['admin'] },
} satisfies Record<string, TabRule>;

export type Tab = keyof typeof TABS;

const pathOf = ({ slug }: Pick<Membership, 'slug'>, tab: string): string => `/organizations/${slug}/${tab}`;

/** Returns the tabs that the role may open, in order. */
export const tabsOf = (here: Membership) =>
  Object.entries<TabRule>(TABS)
    .filter(([, { roles }]) => roles.includes(here.role))
    .map(([name, { label }]) => ({ name, label, path: pathOf(here, name) }));

/** Returns the page that opens first. For a Member this is not the inventory, which takes long to compute. */
export const homeOf = (here: Membership): string => pathOf(here, here.role === 'admin' ? 'keys' : 'activity');
