// The examples speak of the demo world, so that what they name is there when somebody tries them in the
// sandbox.
import { parse } from 'csv-parse/sync';
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
const systemOf = new Map(demoData.cyber_systems.map((system) => [system.id, system]));
const {
  facilities,
  control_centers: controlCenters,
  cyber_systems: systems,
  cyber_assets: assets,
} = demoData;

/** The inventory of the demo world as the API shows it. */
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

/** Records that are not there before somebody makes them: the answers to creations show them. */
const made = new Set(
  examples
    .filter(({ status }) => status === '201')
    .flatMap(({ value }) => objectsIn(value).map(({ id }) => id)),
);

/** Records that are there no more: the activity log has their deletion. */
const deleted = new Set(
  examples
    .flatMap(({ value }) => objectsIn(value))
    .filter(({ operation }) => operation === 'deleted')
    .map(({ resourceId }) => resourceId),
);

const reads = examples.filter((example) => isSuccess(example) && example.method === 'GET');

it('names facilities, control centers, systems and assets only that the demo world has, or that an example makes or deletes', () => {
  for (const { where, value } of examples) {
    const strange = idsIn(value).filter(
      ({ id, prefix }) => INVENTORY.includes(prefix) && !world.has(id) && !made.has(id) && !deleted.has(id),
    );
    expect([where, strange]).toEqual([where, []]);
  }
});

it('makes and deletes only what the demo world does not have', () => {
  expect([...made, ...deleted].filter((id) => world.has(id as string))).toEqual([]);
});

/** The records of an answer; of a CSV file its rows. */
function recordsOf({ mediaType, value }: Example): Fields[] {
  if (mediaType !== 'text/csv') return objectsIn(value);
  return parse<Fields>(value as string, { columns: true });
}

it('says of facilities, control centers, systems and assets what the demo world says', () => {
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

it('names in exports the systems and sites of the assets', () => {
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
 * Kinds of planned records that some operation shows, each with its id. Files, document types and API keys
 * are only ever referred to: no operation reads them.
 */
const SHOWN = ['usr', 'tm', 'ta', 'tsk', 'ev', 'pd', 'inv', 'csm', 'ac', 'act', 'sec', 'org'];

it('refers in answers to GET only to records that another answer to GET shows', () => {
  const shown = new Set(reads.flatMap(({ value }) => objectsIn(value).map(({ id }) => id)));
  for (const { where, value } of reads) {
    const strange = idsIn(value).filter(({ id, prefix }) => SHOWN.includes(prefix) && !shown.has(id));
    expect([where, strange]).toEqual([where, []]);
  }
  for (const prefix of SHOWN)
    expect([prefix, [...shown].some((id) => String(id).startsWith(`${prefix}_`))]).toEqual([prefix, true]);
});

it('dates the activity of a record from its creation to its last change', () => {
  const records = new Map(
    reads.flatMap(({ value }) => objectsIn(value)).map((record) => [record['id'], record]),
  );
  for (const { id, resourceId, occurredAt } of objectsIn(reads.map(({ value }) => value)).filter(
    (entry) => entry['occurredAt'],
  )) {
    const { createdAt, created_at, updatedAt, updated_at } = records.get(resourceId) ?? {};
    const dates = [createdAt ?? created_at, occurredAt, updatedAt ?? updated_at].filter(Boolean);
    expect([id, dates]).toEqual([id, [...dates].sort()]);
  }
});

/** They narrow nothing that an example would show. */
const NOT_FILTERS = ['limit', 'cursor', 'format'];

it('answers each filter that an example sets with an example of that name', () => {
  for (const { operationId, parameters } of operations) {
    const answered = examples
      .filter((example) => isSuccess(example) && example.operationId === operationId)
      .map(({ name }) => name);
    for (const parameter of parameters.filter(
      (each) => each.in === 'query' && !NOT_FILTERS.includes(each.name),
    )) {
      const unanswered = Object.keys(parameter.examples ?? {}).filter((name) => !answered.includes(name));
      expect([operationId, parameter.name, unanswered]).toEqual([operationId, parameter.name, []]);
    }
  }
});

it('goes on to a next page with the cursor of the page before', () => {
  const shown = examples
    .filter(isSuccess)
    .flatMap(({ value }) => objectsIn(value).map(({ nextCursor }) => nextCursor))
    .filter((cursor) => cursor !== undefined);
  const sent = examples
    .filter(({ part, where }) => part === 'parameter' && / cursor /.test(where))
    .map(({ value }) => value);
  expect(sent.length).toBeGreaterThan(0);
  for (const cursor of sent) expect(shown).toContain(cursor);
});
