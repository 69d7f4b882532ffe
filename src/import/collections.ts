// What the importer knows about each collection. Everything that the contract says about fields is taken from there (see fields.ts).
import type { Activity } from '../audit/entry';
import type { CollectionName } from '../resources/collection';
import { nameKey } from '../resources/cyber-assets/rules';

export interface ImportCollection {
  name: CollectionName;
  /** What one of its records is called. */
  noun: string;
  /** What the activity log calls it. */
  resourceType: Activity['resourceType'];
  idPrefix: string;
  /** The fields that a row sets. */
  columns: readonly string[];
  /** Fields that hold the id of a record of another collection. */
  references: Readonly<Record<string, CollectionName>>;
  /** Fields of which each row has exactly one. */
  oneOf?: readonly string[];
  /** Names are the same when their keys are. */
  keyOf: (name: string) => string;
  /** Whether a name may be there only once; otherwise it is only a way to find a record. */
  uniqueNames: boolean;
}

const asGiven = (name: string): string => name;

export const IMPORT_COLLECTIONS: Readonly<Record<CollectionName, ImportCollection>> = {
  facilities: {
    name: 'facilities',
    noun: 'facility',
    resourceType: 'facility',
    idPrefix: 'fac',
    columns: ['name'],
    references: {},
    keyOf: asGiven,
    uniqueNames: false,
  },
  control_centers: {
    name: 'control_centers',
    noun: 'control center',
    resourceType: 'control-center',
    idPrefix: 'cc',
    columns: ['name'],
    references: {},
    keyOf: asGiven,
    uniqueNames: false,
  },
  cyber_systems: {
    name: 'cyber_systems',
    noun: 'cyber system',
    resourceType: 'cyber-system',
    idPrefix: 'cs',
    columns: ['name', 'impact_rating', 'facility_id', 'control_center_id'],
    references: { facility_id: 'facilities', control_center_id: 'control_centers' },
    oneOf: ['facility_id', 'control_center_id'],
    keyOf: asGiven,
    uniqueNames: false,
  },
  cyber_assets: {
    name: 'cyber_assets',
    noun: 'cyber asset',
    resourceType: 'cyber-asset',
    idPrefix: 'ca',
    columns: ['name', 'cyber_system_id', 'asset_type'],
    references: { cyber_system_id: 'cyber_systems' },
    keyOf: nameKey,
    uniqueNames: true,
  },
};
