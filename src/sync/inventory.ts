// The inventory as a sync knows it: records of the API, and what can be asked and told of assets.

export const RATINGS = ['high', 'medium', 'low'] as const;
export type Rating = (typeof RATINGS)[number];

export interface AssetFields {
  name: string;
  cyber_system_id: string;
  asset_type: string;
}

export const ASSET_FIELDS = [
  'name',
  'cyber_system_id',
  'asset_type',
] as const satisfies readonly (keyof AssetFields)[];

export interface Asset extends AssetFields {
  id: string;
  impact_rating: Rating;
  created_at: string;
  updated_at: string;
  organization_slug?: string;
}

export interface Named {
  id: string;
  name: string;
  organization_slug?: string;
}

export interface System extends Named {
  impact_rating: Rating;
  facility_id?: string;
  control_center_id?: string;
}

/** One look at everything: four requests. */
export interface Snapshot {
  /** The slug, where the server tells it. */
  organization: string | undefined;
  assets: Asset[];
  systems: System[];
  facilities: Named[];
  controlCenters: Named[];
}

export const fieldsOf = ({ name, cyber_system_id, asset_type }: AssetFields): AssetFields => ({
  name,
  cyber_system_id,
  asset_type,
});

export const sameFields = (one: AssetFields, other: AssetFields): boolean =>
  ASSET_FIELDS.every((field) => one[field] === other[field]);
