// Which records of an inventory a list shows. Pure.

const RATINGS = ['high', 'medium', 'low'] as const;
export type Rating = (typeof RATINGS)[number];

export const isRating = (text: string): text is Rating => (RATINGS as readonly string[]).includes(text);

export interface InventoryFilter {
  /** Only systems and assets of these ratings, and their sites. */
  ratings?: readonly Rating[] | undefined;
  /** Only this facility, by its name, with its systems and assets. */
  facility?: string | undefined;
}

/** Returns the values that were given, by their names in words. */
export const givenIn = ({ ratings, facility }: InventoryFilter) => ({
  'impact rating': ratings?.join(', '),
  facility,
});
