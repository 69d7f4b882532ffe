// Tests scopes and guards, which limit the changes of a plan. These tests send no requests.
import { type GuardOptions, checkGuards } from '../../src/sync/plan/guards';
import type { Scope } from '../../src/sync/inventory/inventory';
import { type Given, asset, planOf, row } from './planning';

describe('scope', () => {
  const given: Given = {
    rows: [row('k1', 'A', 'cs_m'), row('k2', 'B2', 'cs_h'), row('k3', 'C', 'cs_h'), row('k5', 'E', 'cs_h')],
    assets: [
      asset('ca_1', 'A', 'cs_h'),
      asset('ca_2', 'B', 'cs_h'),
      asset('ca_3', 'C', 'cs_m'),
      asset('ca_4', 'D', 'cs_h'),
    ],
    known: { k1: 'ca_1', k2: 'ca_2', k3: 'ca_3', k4: 'ca_4' },
    options: { delete: true },
  };

  test('includes a change when the asset is in scope before or after it, and no other change', () => {
    const { changes, rows, counts } = planOf({
      ...given,
      scopes: [{ kind: 'facility', nameOrId: 'Millbrook' }],
    });
    expect(changes.map(({ key }) => key).sort()).toEqual(['k1', 'k3']);
    expect(counts).toMatchObject({ usable: 2, owned: 1, present: 1 });
    expect(rows).toEqual({
      read: 4,
      taken: 2,
      left_out: [{ reason: 'outside the scope', rows: 2 }],
      not_synced: 0,
    });
    expect(planOf({ ...given, scopes: [{ kind: 'system', nameOrId: 'cs_m2' }] })).toMatchObject({
      changes: [],
      rows: { read: 4, taken: 0, left_out: [{ rows: 4 }] },
    });
    expect(
      planOf({
        ...given,
        scopes: [
          { kind: 'system', nameOrId: 'EMS' },
          { kind: 'facility', nameOrId: 'fac_m' },
        ],
      }).changes,
    ).toHaveLength(5);
  });

  test('omits an invalid row of another scope, and reports one whose scope is unknown', () => {
    const bad: Given = {
      ...given,
      faults: [
        { line: 8, key: 'k4', message: 'of EMS' },
        { line: 9, key: 'k9', message: 'of somewhere' },
      ],
    };
    expect(
      planOf({ ...bad, scopes: [{ kind: 'facility', nameOrId: 'Millbrook' }] }).faults.map(
        ({ line }) => line,
      ),
    ).toEqual([9]);
    expect(planOf(bad).faults.map(({ line }) => line)).toEqual([8, 9]);
  });

  test.each([
    [{ kind: 'facility', nameOrId: 'Primary' }, 'facility "Primary" does not exist'],
    [{ kind: 'control_center', nameOrId: 'x' }, 'control center "x" does not exist'],
    [{ kind: 'system', nameOrId: 'x' }, 'cyber system "x" does not exist'],
  ] as [Scope, string][])('%j is rejected', (scope, sentence) => {
    expect(() => planOf({ ...given, scopes: [scope] })).toThrow(sentence);
  });
});

describe('guards', () => {
  const OPTIONS: GuardOptions = {
    maxDelete: { count: 10 },
    minSourceRatio: 0.9,
    allowRatingChange: false,
    complete: false,
  };
  const owned = (count: number) => ({
    assets: Array.from({ length: count }, (_, index) => asset(`ca_${index}`, `A${index}`)),
    known: Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, `ca_${index}`])),
  });
  const tripped = (given: Given, options: Partial<GuardOptions> = {}, hasEndLine?: boolean) =>
    checkGuards(
      planOf(given),
      { ...OPTIONS, ...options },
      hasEndLine === undefined ? {} : { hasEndLine },
    ).map((each) => each.guard);

  test('stop an empty source and a source that has lost too many assets', () => {
    expect(tripped({ rows: [], ...owned(3) })).toEqual(['empty-source']);
    expect(tripped({ rows: [], assets: [] })).toEqual(['empty-source']);
    const rows = owned(10)
      .assets.slice(0, 8)
      .map(({ name }, index) => row(`k${index}`, name));
    expect(tripped({ rows, ...owned(10) })).toEqual(['shrunken-source']);
    expect(tripped({ rows, ...owned(10) }, { minSourceRatio: 0.8 })).toEqual([]);
    // New rows do not replace missing rows. A new key for the same name does.
    expect(tripped({ rows: [...rows, row('k20', 'NEW1'), row('k21', 'NEW2')], ...owned(10) })).toEqual([
      'shrunken-source',
    ]);
    expect(tripped({ rows: [...rows, row('k20', 'A8'), row('k21', 'A9')], ...owned(10) })).toEqual([]);
  });

  test('stop more deletions than allowed, as a number or a percentage', () => {
    const given: Given = {
      rows: owned(96).assets.map(({ name }, index) => row(`k${index}`, name)),
      ...owned(100),
      options: { delete: true },
    };
    expect(tripped(given)).toEqual([]);
    expect(tripped(given, { maxDelete: { count: 3 } })).toEqual(['max-delete']);
    expect(tripped(given, { maxDelete: { percent: 3.9 } })).toEqual(['max-delete']);
    expect(tripped(given, { maxDelete: { percent: 4 } })).toEqual([]);
  });

  test('stop a source of exactly 10,000 rows, a common export limit, unless --complete is set', () => {
    const rows = (count: number) =>
      Array.from({ length: count }, (_, index) => row(`k${index}`, `A${index}`));
    expect(tripped({ rows: rows(9_999), assets: [] })).toEqual([]);
    expect(tripped({ rows: rows(10_000), assets: [] })).toEqual(['export-limit']);
    expect(tripped({ rows: rows(9_999), faults: [{ line: 2, message: 'bad' }], assets: [] })).toEqual([
      'export-limit',
    ]);
    expect(tripped({ rows: rows(10_000), assets: [] }, { complete: true })).toEqual([]);
    expect(tripped({ rows: rows(10_001), assets: [] })).toEqual([]);
  });

  test('stop deletions from NDJSON without the line that states its number of rows', () => {
    const given: Given = {
      rows: owned(9).assets.map(({ name }, index) => row(`k${index}`, name)),
      ...owned(10),
      options: { delete: true },
    };
    expect(tripped(given, {}, false)).toEqual(['no-end-line']);
    expect(tripped(given, { complete: true }, false)).toEqual([]);
    expect(tripped({ ...given, options: { delete: false } }, {}, false)).toEqual([]);
    expect(tripped(given, {}, true)).toEqual([]);
  });

  test('stop a move that changes an impact rating; the plan lists it first with both ratings', () => {
    const given: Given = { rows: [row('k0', 'A0', 'cs_m2'), row('k1', 'A1', 'cs_h')], ...owned(2) };
    expect(tripped(given)).toEqual(['rating-change']);
    expect(tripped(given, { allowRatingChange: true })).toEqual([]);
    expect(planOf(given).changes.map(({ key, rating }) => [key, rating])).toEqual([
      ['k1', { before: 'medium', after: 'high' }],
      ['k0', { before: 'medium', after: 'medium' }],
    ]);
  });
});
