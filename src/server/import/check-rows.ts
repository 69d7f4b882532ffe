// Checks the rows of an import with schemas that come from the contract.
import { isObject } from '../../base/values';
import { mapInSlices } from '../../base/scheduling/time-slices';
import { contractDocument, type Schema } from '../../contract/document';
import { createRecordModel } from '../../contract/record-model';
import { compileSchemas } from '../../contract/schemas';
import { validationError } from '../../contract/validation/validation-error';
import type { CollectionName } from '../records/collection';
import { IMPORT_COLLECTIONS, toNameField } from './collections';
import { joinWithOr } from '../../base/text';
import { type Problems, UnreadableRow } from './content';

/** The text fields of a row. Invalid rows have them too, because other rows may refer to them. */
export type Fields = Readonly<Record<string, string | undefined>>;

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

const model = createRecordModel(contractDocument);
const authored = (name: string) => model.shapeOf({ $ref: `#/components/schemas/${name}` });

/**
 * Accepts read-only fields, for example created_at,
 * so that responses of the API can be imported. They are ignored.
 */
export function rowSchema(name: CollectionName): Schema & { properties: object; required: string[] } {
  const [record, request] = [authored(SCHEMAS[name].record), authored(SCHEMAS[name].request)];
  const { references, narrowing = {} } = IMPORT_COLLECTIONS[name];
  const names = [...Object.keys(references).map(toNameField), ...Object.keys(narrowing)];
  const readOnly = Object.keys(record.properties).filter(
    (field) => field !== 'id' && !(field in request.properties),
  );
  return {
    type: 'object',
    additionalProperties: false,
    required: [...request.required].filter((field) => !(field in references)),
    properties: {
      id: record.properties['id']!,
      ...request.properties,
      ...Object.fromEntries(names.map((field) => [field, { type: 'string', minLength: 1 }])),
      ...Object.fromEntries(readOnly.map((field) => [field, {}])),
    },
  };
}

const onlyText = (row: Record<string, unknown>): Fields =>
  Object.values(row).every((value) => typeof value === 'string')
    ? (row as Fields)
    : (Object.fromEntries(Object.entries(row).filter(([, value]) => typeof value === 'string')) as Fields);

/** Checks each row of a collection and returns its text fields. */
export function checkFields(
  name: CollectionName,
  rows: readonly unknown[],
  problems: Problems,
): Promise<Fields[]> {
  const validate = compileSchemas(contractDocument).of(rowSchema(name));
  const references = Object.keys(IMPORT_COLLECTIONS[name].references);
  const fields = references.flatMap((field) => [field, toNameField(field)]);
  return mapInSlices(rows, (given, index) => {
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
    if (fields.length > 0 && fields.filter((field) => row[field] !== undefined).length !== 1)
      problems.add(name, index, `must have exactly one of ${joinWithOr(fields)}`);
    return onlyText(row);
  });
}
