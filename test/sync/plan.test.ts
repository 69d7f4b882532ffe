// Tests the plan for each difference between source and inventory. These tests send no requests.
import { type Given, asset, planOf, row } from './planning';

describe('identity', () => {
  test('a new name for a known key is a rename, and a new system is a move', () => {
    const { changes } = planOf({
      rows: [row('k1', 'NEW'), row('k2', 'B', 'cs_m2')],
      assets: [asset('ca_1', 'OLD'), asset('ca_2', 'B')],
      known: { k1: 'ca_1', k2: 'ca_2' },
      options: { delete: true },
    });
    expect(changes).toMatchObject([
      {
        operation: 'update',
        id: 'ca_2',
        before: { cyber_system_id: 'cs_m' },
        after: { name: 'B', cyber_system_id: 'cs_m2' },
      },
      { operation: 'update', id: 'ca_1', before: { name: 'OLD' }, after: { name: 'NEW' } },
    ]);
  });

  test('an unknown key adopts the asset with exactly its name, or creates an asset', () => {
    const { changes, adoptions, unchanged } = planOf({
      rows: [row('k1', 'A'), row('k2', 'B', 'cs_m2'), row('k3', 'C', 'cs_m2')],
      assets: [asset('ca_1', 'A'), asset('ca_2', 'B')],
    });
    expect(adoptions.map(({ key, id }) => [key, id])).toEqual([
      ['k1', 'ca_1'],
      ['k2', 'ca_2'],
    ]);
    expect(unchanged).toEqual(['ca_1']);
    expect(changes.map(({ operation, key }) => [operation, key])).toEqual([
      ['update', 'k2'],
      ['create', 'k3'],
    ]);
  });

  test('a name that differs only in case is a conflict without adopt: ignore-case or --pair', () => {
    const given = { rows: [row('k1', 'rtu01')], assets: [asset('ca_1', 'RTU01')] };
    expect(planOf(given)).toMatchObject({
      changes: [],
      adoptions: [],
      conflicts: [{ line: 2, key: 'k1', message: expect.stringContaining('--pair "k1=ca_1"') }],
    });
    expect(planOf({ ...given, options: { adopt: 'ignore-case' } })).toMatchObject({
      changes: [{ operation: 'update', id: 'ca_1' }],
      adoptions: [{ key: 'k1' }],
      conflicts: [],
    });
    expect(planOf({ ...given, options: { pairs: new Map([['k1', 'ca_1']]) } })).toMatchObject({
      changes: [{ operation: 'update', id: 'ca_1' }],
      adoptions: [{ key: 'k1' }],
      conflicts: [],
    });
  });

  test('a name that differs only in Unicode normalization is reported as such', () => {
    const given = { rows: [row('k1', 'Zu\u0308rich')], assets: [asset('ca_1', 'Z\u00FCrich')] };
    expect(planOf(given)).toMatchObject({
      changes: [],
      adoptions: [],
      conflicts: [
        {
          message: expect.stringMatching(
            /looks like the name of ca_1, but consists of other Unicode characters; .* --pair "k1=ca_1"/,
          ),
        },
      ],
    });
  });

  test.each([
    ['an asset of another key', { k2: 'ca_1' }, [['k1', 'ca_1']], 'ca_1 already belongs to the key "k2"'],
    ['an unknown asset', {}, [['k1', 'ca_9']], 'the organization has no cyber asset ca_9'],
    ['an unknown key', {}, [['k9', 'ca_1']], 'the source has no valid row with the key "k9"'],
    [
      'one asset for two keys',
      {},
      [
        ['k1', 'ca_1'],
        ['k2', 'ca_1'],
      ],
      'two keys have the same asset id',
    ],
  ])('a pair with %s is rejected', (_what, known, pairs, sentence) => {
    const given: Given = {
      rows: [row('k1', 'X'), row('k2', 'A')],
      assets: [asset('ca_1', 'A')],
      known: known,
      options: { pairs: new Map(pairs as [string, string][]) },
    };
    expect(() => planOf(given)).toThrow(sentence);
  });

  test('a device that returns under a new key keeps its asset, which is neither deleted nor created', () => {
    const given: Given = {
      rows: [row('k2', 'A')],
      assets: [asset('ca_1', 'A')],
      known: { k1: 'ca_1' },
      options: { delete: true },
    };
    expect(planOf(given)).toMatchObject({
      changes: [],
      kept: [],
      adoptions: [{ key: 'k2', former_key: 'k1', id: 'ca_1' }],
      forgotten: ['k1'],
    });
    // With another spelling of its name, the asset is not deleted before an operator decides.
    expect(planOf({ ...given, rows: [row('k2', 'A.ot.example')] })).toMatchObject({
      changes: [],
      kept: [{ id: 'ca_1' }],
      possible_renames: [{ key: 'k2', id: 'ca_1' }],
    });
    expect(
      planOf({
        ...given,
        rows: [row('k2', 'A.ot.example')],
        options: { delete: true, pairs: new Map([['k2', 'ca_1']]) },
      }),
    ).toMatchObject({ changes: [{ operation: 'update', key: 'k2', id: 'ca_1' }], forgotten: ['k1'] });
    // A new device that replaces a removed one is a different asset.
    expect(planOf({ ...given, rows: [row('k2', 'B')] }).changes.map(({ operation }) => operation)).toEqual([
      'delete',
      'create',
    ]);
    // A row without a readable key could belong to the old device, so its asset is not adopted.
    expect(planOf({ ...given, faults: [{ line: 9, message: 'cannot be read' }] })).toMatchObject({
      changes: [],
      adoptions: [],
      kept: [{ id: 'ca_1' }],
      conflicts: [{ key: 'k2' }],
    });
  });

  test('rows with a duplicate key or name are all rejected, and none of their assets is deleted', () => {
    const { changes, faults } = planOf({
      rows: [row('k1', 'A'), { ...row('k1', 'B'), line: 3 }, row('k3', 'c'), row('k4', 'C')],
      assets: [asset('ca_1', 'A'), asset('ca_3', 'Z')],
      known: { k1: 'ca_1', k3: 'ca_3' },
      options: { delete: true },
    });
    expect(changes).toEqual([]);
    expect(faults.map(({ line, message }) => `${line} ${message}`)).toEqual([
      '2 key "k1" is also on line 3',
      '3 key "k1" is also on line 2',
      '4 name "c" is also on line 5',
      '5 name "C" is also on line 4',
    ]);
    // A JSON response is often a single line.
    const oneLine = [row('k1', 'A'), row('k1', 'B')].map((each, index) => ({
      ...each,
      line: 1,
      row: index + 1,
    }));
    expect(planOf({ rows: oneLine, assets: [] }).faults.map(({ message }) => message)).toEqual([
      'key "k1" is also in row 2',
      'key "k1" is also in row 1',
    ]);
  });

  test('a known asset that was deleted is created again, with a note in the plan', () => {
    expect(planOf({ rows: [row('k1', 'A')], assets: [], known: { k1: 'ca_1' } }).changes).toMatchObject([
      { operation: 'create', key: 'k1', note: 'ca_1 no longer exists' },
    ]);
  });

  test.each([
    [
      'another spelling',
      [row('k1', 'MLB345-RTU-01'), row('k2', 'X')],
      [asset('ca_1', 'MLB345_RTU01'), asset('ca_2', 'Y')],
    ],
    [
      'with a domain name',
      [row('k1', 'rtu01.ot.example'), row('k2', 'X')],
      [asset('ca_1', 'RTU01'), asset('ca_2', 'Y')],
    ],
    ['the only remaining asset of a system', [row('k1', 'RTU01')], [asset('ca_1', 'GATEWAY')]],
  ])(
    'without state, a possible rename (%s) is reported and neither applied nor created',
    (_what, rows, assets) => {
      const held = planOf({ rows, assets });
      expect(held.possible_renames).toMatchObject([{ key: 'k1', id: 'ca_1' }]);
      expect(held.changes.map(({ key }) => key)).not.toContain('k1');
      expect(planOf({ rows, assets, options: { createPossibleRenames: true } }).changes).toContainEqual(
        expect.objectContaining({ operation: 'create', key: 'k1' }),
      );
      expect(planOf({ rows, assets, options: { pairs: new Map([['k1', 'ca_1']]) } }).changes).toContainEqual(
        expect.objectContaining({ operation: 'update', key: 'k1', id: 'ca_1' }),
      );
    },
  );

  test('devices with consecutive numbers are not possible renames of each other', () => {
    const { possible_renames, changes } = planOf({
      rows: [row('k1', 'RTU01'), row('k2', 'RTU02')],
      assets: [asset('ca_3', 'RTU03'), asset('ca_4', 'RTU04')],
    });
    expect([possible_renames, changes.length]).toEqual([[], 2]);
  });
});

describe('an asset that is missing from the source', () => {
  const given: Given = {
    rows: [row('k1', 'A')],
    assets: [asset('ca_1', 'A'), asset('ca_2', 'B'), asset('ca_3', 'C')],
    known: { k1: 'ca_1', k2: 'ca_2' },
  };

  test('is kept without --delete; with --delete, it is deleted if the source owns it', () => {
    expect(planOf(given)).toMatchObject({ changes: [], kept: [{ id: 'ca_2' }] });
    expect(planOf({ ...given, options: { delete: true } })).toMatchObject({
      changes: [{ operation: 'delete', id: 'ca_2' }],
      kept: [],
    });
  });

  test('is not deleted while a row without a readable key could belong to it', () => {
    expect(
      planOf({ ...given, faults: [{ line: 3, message: 'cannot be read' }], options: { delete: true } }),
    ).toMatchObject({ changes: [], kept: [{ id: 'ca_2' }] });
  });

  test('is forgotten when it is missing from the inventory too', () => {
    expect(planOf({ ...given, known: { ...given.known, k9: 'ca_9' } }).forgotten).toEqual(['k9']);
  });
});

describe('names', () => {
  test('a name that another asset keeps is a conflict, and so is every change that depends on it', () => {
    const { changes, conflicts } = planOf({
      rows: [row('k1', 'B'), row('k2', 'X'), row('k3', 'A')],
      assets: [asset('ca_1', 'A'), asset('ca_2', 'B'), asset('ca_9', 'X')],
      known: { k1: 'ca_1', k2: 'ca_2', k3: 'ca_gone' },
    });
    expect(changes).toEqual([]);
    expect(conflicts.map(({ line, message }) => `${line} ${message}`)).toEqual([
      '2 name "B" belongs to ca_2, which keeps it',
      '3 name "X" belongs to ca_9, which keeps it',
      '4 name "A" belongs to ca_1, which keeps it',
    ]);
  });

  test('a name that the plan takes from an asset is free for another', () => {
    const { changes, conflicts } = planOf({
      rows: [row('k1', 'D'), row('k2', 'A'), row('k4', 'B')],
      assets: [asset('ca_1', 'A'), asset('ca_2', 'B'), asset('ca_3', 'D')],
      known: { k1: 'ca_1', k2: 'ca_2', k3: 'ca_3' },
      options: { delete: true },
    });
    expect(conflicts).toEqual([]);
    expect(changes.map(({ operation, key }) => [operation, key])).toEqual([
      ['delete', 'k3'],
      ['update', 'k1'],
      ['update', 'k2'],
      ['create', 'k4'],
    ]);
  });
});
