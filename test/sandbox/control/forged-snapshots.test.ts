// Tests that a world accepts the snapshot of a recording, and rejects a forged one with its place.
import { type Sandbox, startSandbox } from '../../support/sandbox';
import { control, createWorld } from '../../support/worlds';
import { type Row, type Snapshot, recordSnapshot } from './recorded-snapshot';

let sandbox: Sandbox;
let recorded: Snapshot;

beforeAll(async () => {
  sandbox = await startSandbox();
  recorded = await recordSnapshot(sandbox);
});
afterAll(() => sandbox.close());

/** Returns a copy of the recorded snapshot with other columns in one row. */
function forged(table: string, index: number, columns: Row): Snapshot {
  const rows = recorded[table]!.map((row, at) => (at === index ? { ...row, ...columns } : row));
  return { ...recorded, [table]: rows };
}

function forgedRecord(collection: string, fields: Row): [Snapshot, string] {
  const index = recorded.sandbox_records!.findIndex((row) => row.collection === collection);
  const record = { ...(JSON.parse(recorded.sandbox_records![index]!.record as string) as Row), ...fields };
  const snapshot = forged('sandbox_records', index, { record: JSON.stringify(record) });
  return [snapshot, `from.sandbox_records.${index}.record`];
}

const reject = async (from: unknown, field: string): Promise<void> => {
  const { status, body } = await control(sandbox, 'POST', '', { from });
  expect([status, body.error, body.details?.[0]?.field]).toEqual([400, 'validation_error', field]);
};

it('accepts the snapshot of a recording, whose world returns the records', async () => {
  const { client } = await createWorld(sandbox, { from: recorded as never });
  const tasks = await client('GET', '/tasks');
  expect(tasks.status).toBe(200);
  expect(JSON.stringify(tasks.body)).toContain('Recorded');
});

it.each([
  ['facilities', { name: 5 }, 'name'],
  ['cyber_systems', { name: 5 }, 'name'],
  ['cyber_systems', { impact_rating: 'severe' }, 'impact_rating'],
  ['cyber_assets', { asset_type: 'firmware' }, 'asset_type'],
  ['cyber_assets', { created_at: 'yesterday' }, 'created_at'],
  ['cyber_assets', { id: 'x' }, 'id'],
  ['cyber_assets', { name_key: 'other' }, 'name_key'],
  ['cyber_assets', { name: null }, 'name'],
  ['facilities', { organization_id: 'org_other' }, 'organization_id'],
  ['sandbox_records', { record: '{' }, 'record'],
  ['sandbox_records', { record: 'null' }, 'record'],
  ['sandbox_records', { record: '{"id":"other"}' }, 'record'],
  ['sandbox_records', { sequence: 'first' }, 'sequence'],
  ['sandbox_records', { deleted: 2 }, 'deleted'],
  ['activity', { changes: '[' }, 'changes'],
  ['activity', { changes: '{}' }, 'changes'],
  ['activity', { operation: 'exploded' }, 'operation'],
  ['activity', { sequence: 7 }, 'sequence'],
] as [string, Row, string][])('rejects a row of %s with %j', (table, columns, field) =>
  reject(forged(table, 2, columns), `from.${table}.2.${field}`),
);

it.each([
  ['Task', { title: 5 }, 'title'],
  ['Task', { status: 'lost' }, 'status'],
  ['User', { roles: 'admin', email: 7 }, 'email'],
  ['PolicyDocument', { $versions: [{ id: 5 }] }, '$versions.0'],
  ['CurrentUser', { profile: null }, 'profile'],
] as [string, Row, string][])('rejects a record of %s with %j', async (collection, fields, field) => {
  const [snapshot, place] = forgedRecord(collection, fields);
  const { status, body } = await control(sandbox, 'POST', '', { from: snapshot });
  expect([status, body.error]).toEqual([400, 'validation_error']);
  expect(body.details.map((detail: { field: string }) => detail.field).join()).toContain(`${place}.${field}`);
});

it('rejects a snapshot without a table, and one without the user of the key', async () => {
  const { activity, ...others } = recorded;
  expect(activity).toBeDefined();
  await reject(others, 'from.activity');
  const records = recorded.sandbox_records!.filter(({ collection }) => collection !== 'CurrentUser');
  await reject({ ...recorded, sandbox_records: records }, 'from.sandbox_records');
});
