// An inventory of a day, as every format shows it.
import type { ActorNames } from '../audit/actor-names';
import type { ExportedList } from '../audit/exports';
import { type InventoryFilter, givenIn } from './filter';
import type { InventoryRow } from './rows';

export interface InventoryReport {
  organization: { name: string; slug: string };
  day: string;
  filter: InventoryFilter;
  /** The hash and sequence of the last entry when the list was made; undefined for an empty log. */
  head: { sequence: number; hash: string } | undefined;
  /** Who made the list. */
  exporter: string;
  rows: readonly InventoryRow[];
  names: ActorNames;
}

/** Returns what the log says of an export. */
export const exportedAs = (format: string, day: string, filter: InventoryFilter = {}): ExportedList => ({
  list: `the inventory of ${day}`,
  format,
  filter: givenIn(filter),
});
