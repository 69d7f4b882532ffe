// What the importer knows about each collection. Everything that the contract says about fields is taken from there (see fields.ts).
// The form of rows, by the contract's own schemas: a row has the fields of the record, under the rules of the request that creates one.
import type { Activity } from '../audit/entry';
import type { CollectionName } from '../resources/collection';
import { nameKey } from '../resources/cyber-assets/rules';
import { contractDocument, type Schema } from '../contract/document';
import { schemasOf } from '../contract/schemas';
import { validationError } from '../contract/validation-error';
import { COLLECTIONS, type Problems, UnreadableRow } from './content';

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

/** A row once its form is known. Also of a bad row, as far as it goes: other rows may refer to it. */
export type Fields = Readonly<Record<string, string | undefined>>;

interface Authored {
  properties: Record<string, Schema>;
  required: string[];
}

/** The record of each collection, and the request with its rules. Nothing creates a control center: its name follows the rule of a facility's. */
const SCHEMAS: Record<CollectionName, { record: string; request: string }> = {
  facilities: { record: 'Facility', request: 'CreateFacilityRequest' },
  control_centers: { record: 'ControlCenter', request: 'CreateFacilityRequest' },
  cyber_systems: { record: 'CyberSystem', request: 'CreateCyberSystemRequest' },
  cyber_assets: { record: 'CyberAsset', request: 'CreateCyberAssetRequest' },
};

const authored = (name: string) => contractDocument.components['schemas']![name] as Authored;

/** Fields that are there to be read only, such as created_at, may be given, so that what the API answers can be imported; they are not looked at. */
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

/** The fields that rows may have, and those that they must have. */
export const fieldsOf = (name: CollectionName): { known: string[]; required: string[] } => {
  const { properties, required } = rowSchema(name);
  return { known: Object.keys(properties), required };
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const onlyText = (row: Record<string, unknown>): Fields =>
  Object.values(row).every((value) => typeof value === 'string')
    ? (row as Fields)
    : (Object.fromEntries(Object.entries(row).filter(([, value]) => typeof value === 'string')) as Fields);

/** Checks the rows of a collection, each by itself. */
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
