// Checks a snapshot that a caller sends: a world must not get records that its operations cannot return.
import { isObject, parseJson } from '../../base/values';
import { invalid } from '../../base/errors';
import { contractDocument } from '../../contract/document';
import { type Fields, createRecordModel } from '../../contract/record-model';
import { compileSchemas } from '../../contract/schemas';
import { validationError } from '../../contract/validation/validation-error';
import { type ActivityRow, toEntry } from '../../server/audit/chain';
import { nameKey } from '../../base/text';
import type { RecordRow } from '../../server/records/table';
import { TABLES } from '../../server/records/tables';
import { withComputed } from '../../server/records/views';
import type { Snapshot } from './snapshots';

type Row = Record<string, unknown>;

const text = { type: 'string' };
const integer = { type: 'integer' };
const nullable = { type: ['string', 'null'] };
const keyId = { type: ['string', 'null'], pattern: '^key_[0-9a-z]{26}$' };

const objectWith = (required: object, optional: object = {}) => ({
  type: 'object',
  additionalProperties: false,
  required: Object.keys(required),
  properties: { ...required, ...optional },
});

/** The rows of a table. Older recordings may lack columns that can be null. */
const rowsWith = (...columns: Parameters<typeof objectWith>) => ({
  type: 'array',
  items: objectWith(...columns),
});

const SNAPSHOT_TABLES = {
  facilities: rowsWith({ id: text, name: text }),
  control_centers: rowsWith({ id: text, name: text }),
  cyber_systems: rowsWith(
    { id: text, name: text, impact_rating: text },
    { facility_id: nullable, control_center_id: nullable },
  ),
  cyber_assets: rowsWith({
    ...{ id: text, name: text, name_key: text, cyber_system_id: text, asset_type: text },
    ...{ created_at: text, updated_at: text },
  }),
  sandbox_records: rowsWith({
    ...{ collection: text, id: text, sequence: { type: 'integer', minimum: 0 } },
    ...{ record: text, deleted: { enum: [0, 1] } },
  }),
  activity: rowsWith(
    {
      ...{ sequence: integer, id: text, occurred_at: text, actor_type: text, actor_id: text },
      ...{ operation: text, resource_type: text, resource_id: text, description: text, changes: text },
      ...{ previous_hash: text, hash: text },
    },
    { request_id: nullable, source_address: nullable, user_agent: nullable, key_id: keyId },
  ),
} satisfies Record<keyof Snapshot, object>;

export const SNAPSHOT_SCHEMA = objectWith(SNAPSHOT_TABLES);

/** Fields that only the response of a system or an asset has. */
const ADDED = { impact_rating: 'low', organization_slug: 'world' };

const model = createRecordModel(contractDocument);
const toReference = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** `place`: that of the value in the body. @throws ApiError `validation_error` that names the place of the fault. */
function requireValid(schema: Row, value: unknown, place: string): void {
  const schemas = compileSchemas(contractDocument);
  const validate = schemas.of(schema);
  if (validate(value)) return;
  const at = ['/body', ...(place === '' ? [] : place.split('.'))].join('/');
  const errors = schemas.settled(validate);
  throw validationError(errors.map((error) => ({ ...error, instancePath: at + error.instancePath })));
}

/** Returns parsed JSON. @throws ApiError `validation_error`. */
function parsed(json: string, place: string): unknown {
  const value = parseJson(json);
  if (value === undefined) throw invalid(place, 'must be valid JSON');
  return value;
}

/** Leaves out fields of the sandbox, which no response shows. They have other schemas. */
export const ofContract = (record: Fields): Fields =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !name.startsWith('$')));

const OF_SANDBOX = {
  type: 'object',
  properties: {
    $sequence: integer,
    $status: text,
    $documentId: text,
    $digest: text,
    $versions: {
      type: 'array',
      items: {
        allOf: [toReference('PolicyDocumentVersion')],
        properties: {
          $title: text,
          $sections: { type: 'array', items: toReference('PolicyDocumentSection') },
        },
      },
    },
  },
};
const CURRENT_USER = {
  type: 'object',
  required: ['profile', 'organizationName'],
  properties: { profile: toReference('User'), organizationName: text },
};

/** Checks a record as the contract shows it, with fields of the sandbox. @throws ApiError `validation_error`. */
export function checkFields(collection: string, record: Fields, place: string): void {
  requireValid(OF_SANDBOX, record, place);
  const schema = collection === 'CurrentUser' ? CURRENT_USER : model.schemaOf(collection);
  if (schema !== undefined) requireValid(schema, withComputed(collection, ofContract(record)), place);
}

function checkRecord({ collection, id, record: json }: RecordRow, place: string): void {
  const record = parsed(json, `${place}.record`);
  if (!isObject(record) || record.id !== id)
    throw invalid(`${place}.record`, 'must be an object with the id of the row');
  checkFields(collection, record, `${place}.record`);
}

function checkEntry(row: ActivityRow, index: number, place: string): void {
  if (row.sequence !== index + 1) throw invalid(`${place}.sequence`, `must be ${index + 1}`);
  const changes = parsed(row.changes, `${place}.changes`);
  requireValid(toReference('ActivityLogEntry'), toEntry({ ...row, changes: JSON.stringify(changes) }), place);
}

export const withoutNulls = (row: Row): Row =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));

/** @throws ApiError `validation_error` for the first record that an operation cannot return. */
export function checkSnapshot(snapshot: Snapshot): void {
  for (const [component, table] of Object.entries(TABLES))
    snapshot[table].forEach((row, index) => {
      const { name_key, ...fields } = withoutNulls(row);
      const place = `from.${table}.${index}`;
      requireValid(toReference(component), { ...ADDED, ...fields }, place);
      if (table === 'cyber_assets' && name_key !== nameKey(String(row.name)))
        throw invalid(`${place}.name_key`, 'must be the folded name');
    });
  const records = snapshot.sandbox_records as unknown as RecordRow[];
  records.forEach((row, index) => checkRecord(row, `from.sandbox_records.${index}`));
  const isUser = ({ collection, id, deleted }: RecordRow): boolean =>
    collection === 'CurrentUser' && id === 'me' && deleted === 0;
  if (!records.some(isUser)) throw invalid('from.sandbox_records', 'must have the CurrentUser "me"');
  (snapshot.activity as unknown as ActivityRow[]).forEach((row, index) =>
    checkEntry(row, index, `from.activity.${index}`),
  );
}
