// Checks that the examples use the demo data, so that a caller can try them in the sandbox.
import { parse } from 'csv-parse/sync';
import { contractDocument, resolve, type Schema } from '../../src/contract/document';
import { demoData } from '../../src/sandbox/demo-data/demo-data';
import {
  type Example,
  examples,
  type Fields,
  idsIn,
  isSuccess,
  objectsIn,
  operations,
} from '../support/examples';

const INVENTORY = ['fac', 'cc', 'cs', 'ca'];
const systemOf = new Map(demoData().cyber_systems.map((system) => [system.id, system]));
const {
  facilities,
  control_centers: controlCenters,
  cyber_systems: systems,
  cyber_assets: assets,
} = demoData();

/** Every record of the demo inventory in its API representation. */
const world = new Map<string, Fields>(
  [
    ...facilities,
    ...controlCenters,
    ...systems,
    ...assets.map((asset) => ({
      ...asset,
      impact_rating: systemOf.get(asset.cyber_system_id)!.impact_rating,
    })),
  ].map((record) => [record.id, { ...record, organization_slug: 'cedar-valley' }]),
);

/** Ids of records that do not exist at startup. The response examples of create operations contain them. */
const created = new Set(
  examples
    .filter(({ status }) => status === '201')
    .flatMap(({ value }) => objectsIn(value).map(({ id }) => id)),
);

/** Ids of deleted records. The activity log contains their deletion. */
const deleted = new Set(
  examples
    .flatMap(({ value }) => objectsIn(value))
    .filter(({ operation }) => operation === 'deleted')
    .map(({ resourceId }) => resourceId),
);

const reads = examples.filter((example) => isSuccess(example) && example.method === 'GET');

it('examples use only inventory records that are in the demo data or that an example creates or deletes', () => {
  for (const { where, value } of examples) {
    const unknown = idsIn(value).filter(
      ({ id, prefix }) =>
        INVENTORY.includes(prefix) && !world.has(id) && !created.has(id) && !deleted.has(id),
    );
    expect([where, unknown]).toEqual([where, []]);
  }
});

it('examples create and delete only records that are not in the demo data', () => {
  expect([...created, ...deleted].filter((id) => world.has(id as string))).toEqual([]);
});

/** Returns the records of a response. For a CSV file, returns its rows. */
function recordsOf({ mediaType, value }: Example): Fields[] {
  if (mediaType !== 'text/csv') return objectsIn(value);
  return parse<Fields>(value as string, { columns: true });
}

it('examples show inventory records as they are in the demo data', () => {
  for (const read of reads) {
    for (const shown of recordsOf(read)) {
      const record = world.get(shown['id'] as string);
      const both = Object.keys(shown).filter((key) => record && key in record);
      for (const key of both)
        expect([read.where, shown['id'], key, shown[key]]).toEqual([
          read.where,
          shown['id'],
          key,
          record![key],
        ]);
    }
  }
});

it('export examples show the systems and sites of the assets', () => {
  const rows = reads
    .filter(({ mediaType }) => mediaType === 'text/csv')
    .flatMap(recordsOf)
    .filter((row) => world.has(row['id'] as string));
  expect(rows.length).toBeGreaterThan(0);
  for (const row of rows) {
    const system = systemOf.get(row['cyber_system_id'] as string)!;
    const site = world.get((system.facility_id ?? system.control_center_id)!)!;
    const shown = [
      row['cyber_system_name'],
      row['facility_id'] ?? row['control_center_id'],
      row['facility_name'] ?? row['control_center_name'],
    ];
    expect([row['id'], ...shown]).toEqual([row['id'], system.name, site['id'], site['name']]);
  }
});

/**
 * Id prefixes of planned records that some operation returns. Files, document types and API keys are missing:
 * no operation reads them.
 */
const SHOWN = ['usr', 'tm', 'ta', 'tsk', 'ev', 'pd', 'inv', 'csm', 'ac', 'act', 'sec', 'org'];

it('GET response examples refer only to records that another GET response example contains', () => {
  const shown = new Set(reads.flatMap(({ value }) => objectsIn(value).map(({ id }) => id)));
  for (const { where, value } of reads) {
    const unknown = idsIn(value).filter(({ id, prefix }) => SHOWN.includes(prefix) && !shown.has(id));
    expect([where, unknown]).toEqual([where, []]);
  }
  for (const prefix of SHOWN)
    expect([prefix, [...shown].some((id) => String(id).startsWith(`${prefix}_`))]).toEqual([prefix, true]);
});

it('activity entries of callers are dated between the creation and the last change of their record', () => {
  const records = new Map(
    reads.flatMap(({ value }) => objectsIn(value)).map((record) => [record['id'], record]),
  );
  // A change that time brings does not move updatedAt.
  for (const { id, resourceId, occurredAt } of objectsIn(reads.map(({ value }) => value)).filter(
    (entry) => entry['occurredAt'] && entry['actorType'] !== 'system',
  )) {
    const { createdAt, created_at, updatedAt, updated_at } = records.get(resourceId) ?? {};
    const dates = [createdAt ?? created_at, occurredAt, updatedAt ?? updated_at].filter(Boolean);
    expect([id, dates]).toEqual([id, [...dates].sort()]);
  }
});

/** These parameters do not filter the examples. */
const NOT_FILTERS = ['limit', 'cursor', 'format'];

it('each filter example has a response example of the same name', () => {
  for (const { operationId, parameters } of operations) {
    const responseNames = examples
      .filter((example) => isSuccess(example) && example.operationId === operationId)
      .map(({ name }) => name);
    for (const parameter of parameters.filter(
      (each) => each.in === 'query' && !NOT_FILTERS.includes(each.name),
    )) {
      const missing = Object.keys(parameter.examples ?? {}).filter((name) => !responseNames.includes(name));
      expect([operationId, parameter.name, missing]).toEqual([operationId, parameter.name, []]);
    }
  }
});

it('importers find the first example of a parameter', () => {
  for (const { operationId, parameters } of operations)
    for (const { name, in: place, schema: authored, examples: named } of parameters) {
      const schema = resolve<Schema>(contractDocument, authored);
      const first = Object.values(named ?? {})[0]?.value;
      // Postman prefers the examples of the schema, and Bruno the first value of an enum.
      expect([operationId, name, schema.examples]).toEqual([operationId, name, undefined]);
      if (place === 'path' && Array.isArray(schema.enum))
        expect([operationId, name, schema.enum[0]]).toEqual([operationId, name, first]);
    }
});
