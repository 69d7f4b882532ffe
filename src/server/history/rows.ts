// The lines of an inventory of a day: each record with its rating, its place and its last change. Pure.
import type { FieldValues } from '../audit/compare-records';
import { COLLECTIONS } from '../import/collections';
import type { Month } from '../../base/day';
import { forEachInSlices, mapInSlices } from '../../base/scheduling/time-slices';
import { type CollectionName, NOUNS } from '../records/collection';
import type { LastChange, PastInventory } from './past-inventory';

export interface PastRecord {
  collection: CollectionName;
  id: string;
}

export interface InventoryRow extends PastRecord {
  /** `facility`, `control center`, `cyber system` or `cyber asset`. */
  kind: string;
  fields: FieldValues;
  /** Of a system or an asset. */
  rating: string | null;
  /** The name of an asset's system. */
  system: string | null;
  facility: string | null;
  controlCenter: string | null;
  /** The last entry about the record up to the day. */
  last: LastChange | undefined;
  /**
   * Absent when the log has the creation of the record. Otherwise the time of the first entry about it, before which
   * nothing is known; null without an entry.
   */
  unknownBefore?: string | null;
  /** The last archived month, which may have the creation. Only with `unknownBefore`. */
  archived?: Month | undefined;
}

/** The records around a record: its system, and the site of that system. */
function findPlace({ records }: PastInventory, { collection, id }: PastRecord) {
  const record = records[collection].get(id);
  const system =
    collection === 'cyber_assets' ? records.cyber_systems.get(record!['cyber_system_id']!) : record;
  if (collection === 'facilities') return { facility: record };
  if (collection === 'control_centers') return { controlCenter: record };
  return {
    system,
    facility: records.facilities.get(system?.['facility_id'] ?? ''),
    controlCenter: records.control_centers.get(system?.['control_center_id'] ?? ''),
  };
}

/** Returns the line of a record of the day. */
export function toRow(past: PastInventory, record: PastRecord): InventoryRow {
  const { collection, id } = record;
  const { system, facility, controlCenter } = findPlace(past, record);
  return {
    collection,
    id,
    kind: NOUNS[collection],
    fields: past.records[collection].get(id)!,
    rating: system?.['impact_rating'] ?? null,
    system: collection === 'cyber_assets' ? (system?.['name'] ?? null) : null,
    facility: facility?.['name'] ?? null,
    controlCenter: controlCenter?.['name'] ?? null,
    last: past.last.get(id),
    ...(past.known.has(id) ? {} : { unknownBefore: past.first.get(id) ?? null, archived: past.archived }),
  };
}

/** Chooses records of the day in the order of an import: sites, systems, assets, each by id. Other requests run meanwhile. */
export async function chooseRecords(
  past: PastInventory,
  { ratings, facility }: InventoryFilter = {},
): Promise<PastRecord[]> {
  const isRated = (rating: string | null | undefined) => ratings?.includes(rating as Rating) ?? true;
  const rated = [...past.records.cyber_systems.values()].filter((system) => isRated(system['impact_rating']));
  const sites = new Set(rated.flatMap((system) => [system['facility_id'], system['control_center_id']]));
  const isChosen = (record: PastRecord): boolean => {
    const place = findPlace(past, record);
    if (facility !== undefined && place.facility?.['name'] !== facility) return false;
    return (
      ratings === undefined || (place.system ? isRated(place.system['impact_rating']) : sites.has(record.id))
    );
  };
  const hasFilter = ratings !== undefined || facility !== undefined;
  const chosen: PastRecord[] = [];
  for (const collection of COLLECTIONS)
    await forEachInSlices([...past.records[collection].keys()].sort(), (id) => {
      const record = { collection, id };
      if (!hasFilter || isChosen(record)) chosen.push(record);
    });
  return chosen;
}

export const inventoryRows = async (past: PastInventory, filter?: InventoryFilter): Promise<InventoryRow[]> =>
  mapInSlices(await chooseRecords(past, filter), (record) => toRow(past, record));

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
