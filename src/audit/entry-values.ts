// Reads names and ids from the changes of an entry. Pure.
import { type LoggedChange, changesIn } from './compare-records';

/** The fields that name a record. */
export const NAME_FIELDS = ['name', 'label', 'email', 'title'];

type Changes = Pick<LoggedChange, 'changes'>;

/** Returns the value after an entry, or the one before a deletion. */
export function valueIn({ changes }: Changes, ...fields: string[]): string | undefined {
  const change = changesIn(changes).find(({ field }) => fields.includes(field));
  const value: unknown = change?.after ?? change?.before;
  return typeof value === 'string' ? value : undefined;
}

export const nameIn = (entry: Changes): string | undefined => valueIn(entry, ...NAME_FIELDS);
