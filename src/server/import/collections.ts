// The collections of an import, and the schemas of their rows, which come from the contract.
import type { Activity } from '../audit/entry';
import type { CollectionName } from '../resources/collection';
import { nameKey } from '../resources/cyber-assets/asset-rules';
import { contractDocument, type Schema } from '../../contract/document';
import { schemasOf } from '../../contract/schemas';
import { validationError } from '../../contract/validation-error';
import { COLLECTIONS, type Problems, UnreadableRow } from './content';
import { isObject } from '../../base/json';

export interface ImportCollection {
  name: CollectionName;
  /** The name of one record in messages. */
  noun: string;
  /** The resource type in the activity log. */
  resourceType: Activity['resourceType'];
  idPrefix: string;
  /** The fields that a row sets. */
  columns: readonly string[];
  /** Fields that hold the id of a record of another collection. */
  references: Readonly<Record<string, CollectionName>>;
  /** Each row has exactly one of these fields. */
  oneOf?: readonly string[];
  /** Returns the key of a name: names with equal keys are the same. */
  keyOf: (name: string) => string;
  /** Whether names are unique. Names that are not unique only help to find records. */
  uniqueNames: boolean;
}

const unchanged = (name: string): string => name;

export const IMPORT_COLLECTIONS: Readonly<Record<CollectionName, ImportCollection>> = {
  facilities: {
    name: 'facilities',
    noun: 'facility',
    resourceType: 'facility',
    idPrefix: 'fac',
    columns: ['name'],
    references: {},
    keyOf: unchanged,
    uniqueNames: false,
  },
  control_centers: {
    name: 'control_centers',
    noun: 'control center',
    resourceType: 'control-center',
    idPrefix: 'cc',
    columns: ['name'],
    references: {},
    keyOf: unchanged,
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
    keyOf: unchanged,
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

/** The text fields of a row. Invalid rows have them too, because other rows may refer to them. */
export type Fields = Readonly<Record<string, string | undefined>>;

interface Authored {
  properties: Record<string, Schema>;
  required: string[];
}

/**
 * The schemas of each collection. No operation creates control centers: they follow the rules of
 * facilities.
 */
const SCHEMAS: Record<CollectionName, { record: string; request: string }> = {
  facilities: { record: 'Facility', request: 'CreateFacilityRequest' },
  control_centers: { record: 'ControlCenter', request: 'CreateFacilityRequest' },
  cyber_systems: { record: 'CyberSystem', request: 'CreateCyberSystemRequest' },
  cyber_assets: { record: 'CyberAsset', request: 'CreateCyberAssetRequest' },
};

const authored = (name: string) => contractDocument.components['schemas']![name] as Authored;

/**
 * Accepts read-only fields, for example created_at,
 * so that responses of the API can be imported. They are ignored.
 */
function rowSchema(name: CollectionName): Authored & Schema {
  const [record, request] = [authored(SCHEMAS[name].record), authored(SCHEMAS[name].request)];
  const readOnly = Object.keys(record.properties).filter(
    (field) => field !== 'id' && !(field in request.properties),
  );
  return {
    type: 'object',
    additionalProperties: false,
    required: request.required,
    properties: {
      id: record.properties['id']!,
      ...request.properties,
      ...Object.fromEntries(readOnly.map((field) => [field, {}])),
    },
  };
}

/** Returns the allowed and the required fields of rows. */
export const fieldsOf = (name: CollectionName): { known: string[]; required: string[] } => {
  const { properties, required } = rowSchema(name);
  return { known: Object.keys(properties), required };
};

const onlyText = (row: Record<string, unknown>): Fields =>
  Object.values(row).every((value) => typeof value === 'string')
    ? (row as Fields)
    : (Object.fromEntries(Object.entries(row).filter(([, value]) => typeof value === 'string')) as Fields);

/** Checks each row of a collection and returns its text fields. */
export type CheckFields = (name: CollectionName, rows: readonly unknown[], problems: Problems) => Fields[];

export function createCheckFields(): CheckFields {
  const schemas = schemasOf(contractDocument);
  const validators = new Map(COLLECTIONS.map((name) => [name, schemas.of(rowSchema(name))]));

  return (name, rows, problems) => {
    const validate = validators.get(name)!;
    const { oneOf } = IMPORT_COLLECTIONS[name];
    return rows.map((given, index) => {
      const row = given instanceof UnreadableRow ? given.fields : given;
      if (given instanceof UnreadableRow) problems.add(name, index, given.reason);
      if (!isObject(row)) {
        problems.add(name, index, 'must be an object with fields');
        return {};
      }
      if (!(given instanceof UnreadableRow) && !validate(row)) {
        for (const { field, message } of validationError(validate.errors!).details!)
          problems.add(name, index, `${field} ${message}`);
      }
      if (oneOf && oneOf.filter((field) => row[field] !== undefined).length !== 1)
        problems.add(name, index, `must have exactly one of ${oneOf.join(' and ')}`);
      return onlyText(row);
    });
  };
}
