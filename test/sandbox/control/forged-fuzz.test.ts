// Forges recorded snapshots at random, with a seed: the control interface rejects each one, or no read of its world
// returns 500.
import fc from 'fast-check';
import { contractDocument, listOperations } from '../../../src/contract/document';
import { createRecordModel, rootParameter } from '../../../src/contract/record-model';
import { type Sandbox, startSandbox } from '../../support/sandbox';
import { control } from '../../support/worlds';
import { type Row, type Snapshot, recordSnapshot } from './recorded-snapshot';

const RUNS = 12;
const SEED = 41;

const model = createRecordModel(contractDocument);
const READS = listOperations(contractDocument).filter(({ method }) => method === 'GET');
/** Ids of a collection that are read. */
const MAX_IDS = 4;

let sandbox: Sandbox;
let recorded: Snapshot;

beforeAll(async () => {
  sandbox = await startSandbox();
  recorded = await recordSnapshot(sandbox);
  known = new Map();
  for (const { record } of recorded.sandbox_records!) learn(JSON.parse(record as string));
});
afterAll(() => sandbox.close());

const TIMES = [
  '2016-12-31T23:59:60.000Z',
  '9999-12-31T23:59:59.999Z',
  '0000-01-01T00:00:00.000Z',
  '2026-02-28T00:00:00.000Z',
];
const DAYS = ['9999-12-31', '0000-01-01', '2026-02-28', '2024-02-29'];
const OTHERS: unknown[] = ['', 'x', null, 0, 1, -1, 2 ** 53, true, [], {}, 'a\u0000b', '__proto__'];

/** The values of each member in the recorded records, by its name. */
let known: Map<string, unknown[]>;

function learn(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    if (!Array.isArray(value)) known.set(name, [...(known.get(name) ?? []), member]);
    learn(member);
  }
}

/** Returns values that the schema of a member probably accepts, and a few that it should not. */
function candidatesFor(name: string, value: unknown): unknown[] {
  const alike =
    typeof value !== 'string'
      ? []
      : /T\d\d:/.test(value)
        ? TIMES
        : /^\d{4}-/.test(value)
          ? DAYS
          : /^[a-z]+_[0-9a-z]+$/.test(value)
            ? [value.replace(/_.*/, '_missing'), value.replace(/_.*/, '_01kk358wb4fm7r1620hdjd55v9')]
            : [];
  const list = Array.isArray(value) ? [[...value, ...value], value.slice(1), [...value].reverse()] : [];
  const number = typeof value === 'number' ? [0, 1, value + 1, value * 1000] : [];
  const own = [...alike, ...list, ...number, undefined];
  return [...own, ...own, ...(known.get(name) ?? []), ...OTHERS];
}

/** Changes one member somewhere in a value: replaces or removes it. */
function changed(value: Row | unknown[], seed: number): unknown {
  const keys = Object.keys(value);
  if (keys.length === 0) return value;
  const key = keys[seed % keys.length]!;
  const rest = Math.floor(seed / keys.length);
  const member = (value as Row)[key];
  const copy = (Array.isArray(value) ? [...value] : { ...value }) as Row;
  const isDeeper = typeof member === 'object' && member !== null && rest % 4 > 0;
  const candidates = candidatesFor(key, member);
  const next = isDeeper ? changed(member as Row, Math.floor(rest / 4)) : candidates[rest % candidates.length];
  if (next === undefined) delete copy[key];
  else copy[key] = next;
  return Array.isArray(value) && next === undefined
    ? value.filter((_each, index) => String(index) !== key)
    : copy;
}

interface Forgery {
  table: number;
  row: number;
  seed: number;
  kind: 'row' | 'record' | 'remove' | 'copy';
}

function forge(snapshot: Snapshot, { table, row, seed, kind }: Forgery): Snapshot {
  const names = Object.keys(snapshot);
  const name = kind === 'record' ? 'sandbox_records' : names[table % names.length]!;
  const rows = [...snapshot[name]!];
  if (rows.length === 0) return snapshot;
  const at = row % rows.length;
  if (kind === 'remove') rows.splice(at, 1);
  else if (kind === 'copy') rows.splice(at, 0, rows[seed % rows.length]!);
  else if (kind === 'row') rows[at] = changed(rows[at]!, seed) as Row;
  else
    rows[at] = {
      ...rows[at],
      record: JSON.stringify(changed(JSON.parse(rows[at]!.record as string) as Row, seed)),
    };
  return { ...snapshot, [name]: rows };
}

const forgeries = fc.array(
  fc.record({
    table: fc.nat(5),
    row: fc.nat(1000),
    seed: fc.nat(1_000_000),
    kind: fc.constantFrom(
      'record' as const,
      'record' as const,
      'record' as const,
      'record' as const,
      'row' as const,
      'remove' as const,
      'copy' as const,
    ),
  }),
  { minLength: 1, maxLength: 2 },
);

/** Returns the ids of a snapshot by collection. */
function idsOf(snapshot: Snapshot): Map<string, string[]> {
  const ids = new Map<string, string[]>();
  const add = (collection: string, id: unknown) =>
    ids.set(collection, [...(ids.get(collection) ?? []), String(id)]);
  const TABLES = {
    facilities: 'Facility',
    control_centers: 'ControlCenter',
    cyber_systems: 'CyberSystem',
    cyber_assets: 'CyberAsset',
  };
  for (const [table, collection] of Object.entries(TABLES))
    for (const { id } of snapshot[table]!) add(collection, id);
  for (const { collection, id, deleted } of snapshot.sandbox_records!)
    if (deleted === 0) add(String(collection), id);
  return ids;
}

function* pathsOf(snapshot: Snapshot): Generator<string> {
  const ids = idsOf(snapshot);
  for (const operation of READS) {
    const { path, parameters } = operation;
    const root = rootParameter(operation);
    const roots = root === undefined ? [''] : (ids.get(model.collectionOf(operation)) ?? []).slice(-MAX_IDS);
    for (const id of roots) {
      const filled = path.replace(/\{(\w+)\}/g, (_match, name: string) =>
        encodeURIComponent(name === root ? id : name === 'versionNumber' ? '1' : id),
      );
      const required = parameters
        .filter((each) => each.in === 'query' && each.required)
        .map(({ name }) => `${name}=x`);
      yield required.length > 0 ? `${filled}?${required.join('&')}` : filled;
    }
  }
}

/** Returns the paths that return 500 in a world of the snapshot; undefined when it is rejected. */
async function failuresOf(snapshot: Snapshot): Promise<string[] | undefined> {
  const { status, body } = await control(sandbox, 'POST', '', { from: snapshot });
  expect([201, 400]).toContain(status);
  if (status === 400) return undefined;
  const failures: string[] = [];
  for (const path of pathsOf(snapshot)) {
    const response = await fetch(sandbox.url + path, { headers: { 'X-API-Key': body.key } });
    await response.arrayBuffer();
    if (response.status >= 500) failures.push(path);
  }
  await control(sandbox, 'DELETE', `/${body.id}`);
  return failures;
}

it('rejects a snapshot with changed members or rows, or serves its world without a 500', async () => {
  let accepted = 0;
  const accepts = async (list: Forgery[]): Promise<void> => {
    const failures = await failuresOf(list.reduce(forge, recorded));
    if (failures) accepted++;
    expect(failures ?? []).toEqual([]);
  };
  await fc.assert(fc.asyncProperty(forgeries, accepts), { numRuns: RUNS, seed: SEED });
  expect(accepted).toBeGreaterThan(0);
});

const replaceIn = (snapshot: Snapshot, pattern: RegExp, by: string): Snapshot => ({
  ...snapshot,
  sandbox_records: snapshot.sandbox_records!.map((row) => ({
    ...row,
    record: (row.record as string).replace(pattern, by),
  })),
});

it('serves a world whose records have leap seconds or refer to missing records, without a 500', async () => {
  const processing = replaceIn(recorded, /"status":"processed"/g, '"status":"processing"');
  const leap = replaceIn(processing, /"[0-9-]{10}T[0-9:.]+Z"/g, '"2016-12-31T23:59:60.000Z"');
  expect(await failuresOf(leap)).toEqual([]);
  const missing = replaceIn(
    recorded,
    /("(?!id")\w+":"(?:usr|fac|ca|cs|tm|tsk|pd|dt|fl|cc)_)[0-9a-z]+"/g,
    '$1missing"',
  );
  expect(await failuresOf(missing)).toEqual([]);
});
