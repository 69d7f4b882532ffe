// The collections of the inventory: their fields and references, for imports and for the activity log.
import type { FieldValues, RecordKind } from '../audit/compare-records';
import type { Activity } from '../audit/entry';
import type { CollectionName } from '../records/collection';
import { nameKey } from '../../base/text';

/** In the order of writing: referenced collections come first. */
export const COLLECTIONS = [
  'facilities',
  'control_centers',
  'cyber_systems',
  'cyber_assets',
] as const satisfies readonly CollectionName[];

export interface ImportCollection {
  name: CollectionName;
  /** The resource type in the activity log. */
  resourceType: Activity['resourceType'];
  idPrefix: string;
  /** The fields that a row sets. */
  columns: readonly string[];
  /** Fields that hold the id of a record of another collection. */
  references: Readonly<Record<string, CollectionName>>;
  /** Columns that only choose between records with one name, by the names of their sites. */
  narrowing?: Readonly<Record<string, CollectionName>>;
  /** Returns the key of a record without an id: records with equal keys are the same. */
  keyOf: (record: Named) => string;
  /** Whether names are unique. Names that are not unique only help to find records. */
  uniqueNames?: true;
}

type Named = Readonly<Record<string, string | null | undefined>>;

/** Returns `facility_name` for `facility_id`: in place of an id, a row may have the name. */
export const toNameField = (field: string): string => field.replace(/_id$/, '_name');

/** Of facilities and control centers. */
const SITE = { columns: ['name'], references: {}, keyOf: ({ name }: Named): string => name! };
/** Systems of different sites often have one name, for example `Protection`. */
const byNameAndSite = ({ name, facility_id, control_center_id }: Named): string =>
  [name, facility_id ?? '', control_center_id ?? ''].join('\n');

export const IMPORT_COLLECTIONS: Readonly<Record<CollectionName, ImportCollection>> = {
  facilities: { ...SITE, name: 'facilities', resourceType: 'facility', idPrefix: 'fac' },
  control_centers: { ...SITE, name: 'control_centers', resourceType: 'control-center', idPrefix: 'cc' },
  cyber_systems: {
    name: 'cyber_systems',
    resourceType: 'cyber-system',
    idPrefix: 'cs',
    columns: ['name', 'impact_rating', 'facility_id', 'control_center_id'],
    references: { facility_id: 'facilities', control_center_id: 'control_centers' },
    keyOf: byNameAndSite,
  },
  cyber_assets: {
    name: 'cyber_assets',
    resourceType: 'cyber-asset',
    idPrefix: 'ca',
    columns: ['name', 'cyber_system_id', 'asset_type'],
    references: { cyber_system_id: 'cyber_systems' },
    narrowing: { facility_name: 'facilities', control_center_name: 'control_centers' },
    keyOf: ({ name }) => nameKey(name!),
    uniqueNames: true,
  },
};

/** A record whose earlier entries are unknown may lack the name. */
const withNameKey = (logged: FieldValues): FieldValues =>
  'name' in logged ? { ...logged, name_key: nameKey(logged['name'] ?? '') } : logged;

/** The records of the inventory as the log describes them. */
export const INVENTORY_KINDS = COLLECTIONS.map((name): RecordKind => {
  const { resourceType, columns } = IMPORT_COLLECTIONS[name];
  const isAsset = name === 'cyber_assets';
  const fields = isAsset ? [...columns, 'name_key'] : columns;
  return {
    resourceType,
    tables: [name],
    fields,
    id: `${name}.id`,
    rows: (knex, organization) =>
      knex(name)
        .where('organization_id', organization)
        .select('id', ...fields),
    ...(isAsset ? { derive: withNameKey } : {}),
    isReset: true,
  };
});
