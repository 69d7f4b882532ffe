// Tests the files of a sync, and the rate of its requests.
import { appendFileSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plan } from '../../generated/files';
import { beginJournal, continueJournal, readJournal } from '../../src/sync/files/journal';
import { jsonPieces, writeFileAtomically } from '../../src/sync/files/files';
import { readPlan, withId, writePlan } from '../../src/sync/plan/plan-file';
import { readReceipt } from '../../src/sync/apply/receipt-file';
import { createRateLimitedFetch } from '../../src/sync/inventory/remote';
import { readState, type State } from '../../src/sync/files/state';
import { temporaryFolder } from '../support/folder';

const folder = temporaryFolder();
const at = (name: string): string => join(folder, name);

/** The minimum content that identifies a file as a plan. */
const PLAN = {
  version: 1,
  server: 'https://inventory.example',
  source: {},
  state: {},
  changes: [],
  adoptions: [],
  unchanged: {},
};

test('writeFileAtomically replaces a file with mode 0600, and keeps it with replace: false', async () => {
  writeFileSync(at('a'), 'before', { mode: 0o644 });
  await writeFileAtomically(at('a'), 'after');
  expect([readFileSync(at('a'), 'utf8'), statSync(at('a')).mode & 0o777]).toEqual(['after', 0o600]);
  await expect(writeFileAtomically(at('a'), 'again', { replace: false })).rejects.toThrow(
    'a cannot be written: EEXIST',
  );
  expect(readFileSync(at('a'), 'utf8')).toBe('after');
  await expect(writeFileAtomically(at('nowhere/a'), 'x')).rejects.toThrow('cannot be written');
  expect(readdirSync(folder)).toEqual(['a']);
});

test('writePlan replaces a plan, and no other file', async () => {
  const plan = { ...PLAN, id: 'p' } as unknown as Plan;
  await writePlan(at('plan.json'), plan);
  await writePlan(at('plan.json'), { ...plan, id: 'q' });
  expect(JSON.parse(readFileSync(at('plan.json'), 'utf8'))).toMatchObject({ id: 'q' });
  for (const text of ['sys_id,name\n', '{"name": "package"}']) {
    writeFileSync(at('mine'), text);
    await expect(writePlan(at('mine'), plan)).rejects.toThrow(
      'exists and is not a plan: pass another file with --out',
    );
    expect(readFileSync(at('mine'), 'utf8')).toBe(text);
  }
});

/** A plan with an entry in every list. */
const WHOLE = {
  version: 1 as const,
  made_at: '2026-01-31T08:15:30.123Z',
  made_by: 'engineer',
  server: 'https://inventory.example',
  organization: 'cedar',
  source: { name: 'cmdb', file: 'cmdb.csv', digest: 'd' },
  state: { file: 'map.state.json', serial: 0 },
  scope: [],
  changes: [
    {
      operation: 'update',
      key: 'a1',
      id: 'ca_1',
      before: { name: 'RTU01', cyber_system_id: 'cs_1', asset_type: 'hardware' },
      after: { name: 'RTU02', cyber_system_id: 'cs_1', asset_type: 'hardware' },
      rating: { before: 'low', after: 'low' },
    },
  ],
  adoptions: [{ key: 'a1', line: 2, id: 'ca_1', name: 'RTU01' }],
  forgotten: ['a2'],
  unchanged: { ids: ['ca_2'], digest: 'd' },
  kept: [],
  faults: [{ line: 3, message: 'has a field twice' }],
  conflicts: [],
  possible_renames: [],
} as unknown as Plan;

test.each([
  ['a change that is null', { changes: [null] }, 'changes.0 must not be null'],
  [
    'a create without the new fields',
    { changes: [{ operation: 'create', key: 'a1', rating: { after: 'low' } }] },
    'changes.0.after is required',
  ],
  [
    'a change with an unknown operation',
    { changes: [{ ...WHOLE.changes[0], operation: 'replace' }] },
    'changes.0.operation must be one of create, update, delete',
  ],
  ['a state without a file', { state: { serial: 0 } }, 'state.file is required'],
  [
    'an invalid list of unchanged assets',
    { unchanged: { ids: {}, digest: 'd' } },
    'unchanged.ids must be of type array',
  ],
  ['no list of possible renames', { possible_renames: undefined }, 'possible_renames is required'],
])('readPlan rejects a plan with %s, even when its digest matches', async (_what, fault, sentence) => {
  const sound = withId(WHOLE);
  writeFileSync(at('whole.json'), JSON.stringify(sound));
  expect(await readPlan(at('whole.json'))).toEqual(sound);
  writeFileSync(at('broken.json'), JSON.stringify(withId({ ...WHOLE, ...fault } as Plan)));
  await expect(readPlan(at('broken.json'))).rejects.toThrow(`broken.json is not a valid plan: ${sentence}`);
});

test('readReceipt rejects a malformed receipt', async () => {
  writeFileSync(
    at('receipt.json'),
    JSON.stringify({ ...WHOLE, plan: 'p', adopted: [], changes: [{ ...WHOLE.changes[0], before: 'RTU01' }] }),
  );
  await expect(readReceipt(at('receipt.json'))).rejects.toThrow(
    'receipt.json is not a valid receipt: changes.0.before must be of type object.',
  );
});

const BINDING = { source: 'cmdb', server: 'https://inventory.example', organization: 'cedar' };

test('readState accepts any key, and rejects another source, server or organization', async () => {
  const assets = new Map([
    ['__proto__', 'ca_1'],
    ['constructor', 'ca_2'],
    ['ü"\n', 'ca_3'],
    ['7', 'ca_4'],
  ]);
  const claims: State['claims'] = new Map([
    ['ca_1', { updated_at: '2026-01-31T08:15:30.123Z', contested: true }],
  ]);
  const deleted = new Map([['8', 'ca_5']]);
  const state: State = { version: 1, ...BINDING, serial: 3, assets, deleted, claims };
  await writeFileAtomically(at('state'), state);
  expect(await readState(at('state'), BINDING)).toEqual(state);
  for (const [what, other, sentence] of [
    [
      'source',
      { source: 'netbox' },
      'not to netbox; correct source.name in the map, or pass another --state',
    ],
    ['server', { server: 'https://other.example' }, 'not to https://other.example; correct --url'],
    ['organization', { organization: 'other' }, 'not to other; correct the key'],
    ['organization', { organization: undefined }, 'not to an organization without records; correct the key'],
  ] as const) {
    await expect(readState(at('state'), { ...BINDING, ...other })).rejects.toThrow(
      `belongs to the ${what} ${BINDING[what]}, ${sentence}`,
    );
  }
});

test.each([
  ['truncated', '{"version": 1, "sou', 'is not valid JSON: the file is damaged or truncated'],
  ['of another kind', '{"name": "package"}', 'is not a state file of this program'],
  [
    'with one asset for two keys',
    JSON.stringify({ version: 1, ...BINDING, serial: 0, assets: { a: 'ca_1', b: 'ca_1' } }),
    'assigns one asset to two keys',
  ],
])('readState rejects a state file that is %s', async (_what, text, sentence) => {
  writeFileSync(at('bad'), text);
  await expect(readState(at('bad'), BINDING)).rejects.toThrow(sentence);
});

test('readJournal ignores a truncated last line, and the journal can be continued', async () => {
  const file = at('journal');
  const begun = (step: number) => ({
    step,
    phase: 'begin' as const,
    at: '2026-01-31T08:15:30.123Z',
    request_id: `sync-${step}`,
  });
  const first = await beginJournal(file, {
    plan: 'p',
    plan_file: '/plan.json',
    by: 'engineer',
    approval: {},
  });
  await Promise.all([
    first.write(begun(0)),
    first.write(begun(1)),
    first.write({ step: 1, phase: 'end', at: '', outcome: 'done', id: 'ca_1' }),
  ]);
  await first.close();
  expect(statSync(file).mode & 0o777).toBe(0o600);
  appendFileSync(file, '{"step":2,"pha');
  expect(await readJournal(file)).toMatchObject({
    plan: 'p',
    closed: false,
    begun: new Map([
      [0, begun(0)],
      [1, begun(1)],
    ]),
    ended: new Map([[1, { outcome: 'done', id: 'ca_1' }]]),
  });

  const second = await continueJournal(file);
  await second.write({ phase: 'closed', at: '' });
  await second.close();
  expect(await readJournal(file)).toMatchObject({ closed: true });
  writeFileSync(file, readFileSync(file, 'utf8').replace('"step":1', '"step":'));
  await expect(readJournal(file)).rejects.toThrow('journal:3: is damaged');
  writeFileSync(file, '{"phase":"apply","pl');
  expect(await readJournal(file)).toBeUndefined(); // truncated before the first step
});

test('the pieces of a record are the text of JSON.stringify', () => {
  const record = {
    text: 'a\n"b',
    none: undefined,
    empty: [],
    list: [{ a: [1, { b: 2 }] }, 'x'],
    object: { a: {}, ids: ['x', 'y'], deeper: { list: [1, { b: [] }] }, none: undefined },
    onlyNone: { none: undefined },
  };
  expect([...jsonPieces(record)].join('')).toBe(JSON.stringify(record));
  expect([...jsonPieces(record, 1)].join('')).toBe(`${JSON.stringify(record, null, 1)}\n`);
});

test('a map is written as an object with its entries in their order, an entry at a time', () => {
  const claims = new Map([
    ['10', { at: 'x' }],
    ['9', { at: 'y' }],
    ['__proto__', { at: 'z' }],
  ]);
  const pieces = [...jsonPieces({ claims, none: new Map() })];
  expect(pieces.join('')).toBe(
    '{"claims":{"10":{"at":"x"},"9":{"at":"y"},"__proto__":{"at":"z"}},"none":{}}',
  );
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(30);
});

test('a journal that cannot be written or read is reported with its path', async () => {
  await expect(
    beginJournal(at('nowhere/journal'), { plan: 'p', plan_file: '/plan.json', by: 'engineer', approval: {} }),
  ).rejects.toThrow(`${at('nowhere/journal')} cannot be written: ENOENT`);
  await expect(readJournal(folder)).rejects.toThrow(`${folder} is a folder`);
});

test('--rate spaces requests evenly', async () => {
  jest.useFakeTimers();
  const out: number[] = [];
  const since = Date.now();
  const sent = jest.spyOn(globalThis, 'fetch').mockImplementation(() => {
    out.push(Date.now() - since);
    return Promise.resolve(new Response());
  });
  const send = createRateLimitedFetch(10);
  const calls = Array.from({ length: 4 }, () => send('https://inventory.example'));
  await jest.runAllTimersAsync();
  await Promise.all(calls);
  jest.useRealTimers();
  sent.mockRestore();
  expect(out).toEqual([0, 100, 200, 300]);
});
