// Tampering with the log: triggers reject it, and verification finds it without them.
import { type ActivityRow, computeHash } from '../../../src/server/audit/chain';
import { type ChainVerification, verifyChain } from '../../../src/server/audit/verify-chain';
import { dropTriggers } from '../../support/activity';
import { type Tenant, type TestInventory, openTestInventory } from '../../support/inventory';

type StoredRow = ActivityRow & { organization_id: string };

let test: TestInventory;
/** The unchanged entries of cedar's log: an organization, eight imported records, a key. */
let written: StoredRow[];
let head: { organization_id: string; sequence: number; hash: string };

const knex = () => test.inventory.database.knex;
const entries = () => knex()<StoredRow>('activity').where('organization_id', test.cedar.organization.id);
const heads = () => knex()('activity_heads').where('organization_id', test.cedar.organization.id);
const at = (sequence: number) => entries().where('sequence', sequence);

function verify({ organization: { id } }: Tenant = test.cedar, noted?: string): Promise<ChainVerification> {
  return verifyChain(test.inventory.activity, id, noted);
}

beforeAll(async () => {
  test = await openTestInventory();
  written = await entries().orderBy('sequence');
  head = await heads().first();
});
afterAll(() => test.close());

it('an unchanged chain of each organization is valid and ends at its head', async () => {
  expect(written).toHaveLength(10);
  expect(await verify()).toEqual({
    entries: 10,
    head: written[9]!.hash,
    noted: undefined,
    fault: undefined,
    outOfOrder: [],
  });
  expect(await verify(test.other)).toMatchObject({ entries: 10, fault: undefined });
  expect((await verify(test.other)).head).not.toBe(written[9]!.hash);
});

describe('the triggers reject', () => {
  const refused = (query: PromiseLike<unknown>) =>
    expect(query).rejects.toThrow(/only ever added|only grows|modifying the partition value/);

  it('a change of any column, and the removal of an entry', async () => {
    for (const column of Object.keys(written[0]!))
      await refused(at(3).update({ [column]: written[3]![column as 'id'] }));
    await refused(at(3).update({ description: written[2]!.description }));
    await refused(at(10).delete());
    await refused(entries().delete());
  });

  it('the replacement of an entry', async () => {
    const isPartitioned = knex().client.config.client === 'pg'; // the key of a partitioned table has the time too
    const key = ['organization_id', 'sequence', ...(isPartitioned ? ['occurred_at'] : [])];
    await refused(knex()('activity').insert(written[2]!).onConflict(key).merge());
    if (isPartitioned) return; // PostgreSQL has no REPLACE
    await refused(knex().raw('insert or replace into activity select * from activity where sequence = 3'));
  });

  it.each(['activity', 'activity_default', 'activity_heads'])(
    'the removal of all rows of %s at once',
    async (table) => {
      if (knex().client.config.client !== 'pg') return; // SQLite has no TRUNCATE
      await refused(knex().raw('truncate ??', [table]));
    },
  );

  it('a head that moves back, and its removal', async () => {
    await refused(heads().update({ sequence: 9, hash: written[8]!.hash }));
    await refused(heads().update({ hash: written[8]!.hash }));
    await refused(heads().delete());
  });

  afterAll(async () => expect(await verify()).toMatchObject({ entries: 10, fault: undefined }));
});

describe('without the triggers', () => {
  beforeAll(() => dropTriggers(knex()));
  afterEach(async () => {
    await entries().delete();
    await knex()('activity').insert(written);
    await heads().delete();
    await knex()('activity_heads').insert(head);
    expect(await verify()).toMatchObject({ entries: 10, fault: undefined });
  });

  const fault = async () => (await verify()).fault;
  /** Matches a fault that identifies the entry. */
  const named = (kind: string, sequence: number) => ({
    kind,
    sequence,
    id: written[sequence - 1]!.id,
    occurredAt: written[sequence - 1]!.occurred_at,
  });
  const rehashed = (row: StoredRow): StoredRow => ({ ...row, hash: computeHash(row.organization_id, row) });
  /** Citus cannot set the organization of a row. */
  const rewrite = (sequence: number, row: StoredRow) =>
    at(sequence).update({ ...row, organization_id: undefined } as unknown as ActivityRow);
  /** Renumbers the entries from a sequence on. */
  async function renumber(from: number, by: number): Promise<void> {
    const moved = written.filter(({ sequence }) => sequence >= from);
    if (by > 0) moved.reverse();
    for (const { sequence } of moved) await at(sequence).update({ sequence: sequence + by });
  }

  it.each([
    'actor_type',
    'actor_id',
    'operation',
    'resource_type',
    'resource_id',
    'description',
    'changes',
    'request_id',
    'previous_hash',
    'hash',
  ] as const)('finds an entry whose %s was altered', async (column) => {
    await at(4).update({ [column]: column === 'changes' ? '[]' : 'altered' });
    expect(await fault()).toMatchObject(named('altered', 4));
  });

  it.each(['id', 'occurred_at'] as const)(
    'finds an entry whose %s was altered, and reports the current value',
    async (column) => {
      await at(4).update({ [column]: 'altered' });
      expect(await fault()).toMatchObject({
        kind: 'altered',
        sequence: 4,
        [column === 'id' ? 'id' : 'occurredAt']: 'altered',
      });
    },
  );

  it('finds an entry that was moved to another organization', async () => {
    await at(10).delete(); // Citus cannot change the organization of a row
    await knex()('activity').insert({
      ...written[9]!,
      organization_id: test.other.organization.id,
      sequence: 11,
    });
    expect(await fault()).toMatchObject({ kind: 'removed', sequence: 10 });
    expect((await verify(test.other)).fault).toMatchObject({ kind: 'inserted', sequence: 11 });
    await knex()('activity').where({ organization_id: test.other.organization.id, sequence: 11 }).delete();
  });

  it.each([4, 10])('finds entry %s altered with a new hash', async (sequence) => {
    await rewrite(sequence, rehashed({ ...written[sequence - 1]!, description: 'altered' }));
    expect(await fault()).toMatchObject(named('altered', sequence));
  });

  it.each([
    ['the first', [1], 1, 'Entry 1 was removed: the next entry is 2'],
    ['one in the middle', [5], 5, 'Entry 5 was removed: the next entry is 6'],
    ['some in the middle', [5, 6, 7], 5, 'Entries 5 to 7 were removed: the next entry is 8'],
    ['the last', [10], 10, 'Entry 10 was removed: the last entry is 9 (act_'],
    ['all', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 1, 'Entries 1 to 10 were removed: the log is empty'],
  ])('finds the removal of %s', async (_what, removed, sequence, message) => {
    await entries().whereIn('sequence', removed).delete();
    expect(await fault()).toEqual(
      expect.objectContaining({ kind: 'removed', sequence, message: expect.stringContaining(message) }),
    );
  });

  it('finds an entry that was removed when later ones were renumbered', async () => {
    await at(5).delete();
    await renumber(6, -1);
    await heads().update({ sequence: 9 });
    expect(await fault()).toMatchObject({
      kind: 'removed',
      sequence: 5,
      message: expect.stringContaining(written[5]!.id),
    });
  });

  it('finds a head that was removed or altered', async () => {
    await heads().delete();
    expect(await fault()).toMatchObject({
      kind: 'removed',
      message: expect.stringContaining('activity_heads'),
    });
    await knex()('activity_heads').insert({ ...head, hash: written[8]!.hash });
    expect(await fault()).toMatchObject(named('altered', 10));
  });

  const forged = (sequence: number, previous_hash: string): StoredRow =>
    rehashed({ ...written[3]!, id: 'act_forged', description: 'Deleted nothing.', sequence, previous_hash });
  const FORGED = { kind: 'inserted', id: 'act_forged' };

  it.each([
    ['with an invalid hash', (row: StoredRow) => ({ ...row, hash: written[3]!.hash })],
    ['with a valid hash', (row: StoredRow) => row],
  ])('finds an entry inserted in the middle %s', async (_what, make) => {
    await renumber(5, 1);
    await knex()('activity').insert(make(forged(5, written[3]!.hash)));
    await heads().update({ sequence: 11 });
    expect(await fault()).toMatchObject({ ...FORGED, sequence: 5 });
  });

  it('finds entries inserted before the first and after the last', async () => {
    await knex()('activity').insert(forged(0, '0'.repeat(64)));
    expect(await fault()).toMatchObject({ ...FORGED, sequence: 0 });
    await at(0).delete();
    await knex()('activity').insert(forged(11, written[9]!.hash));
    expect(await fault()).toMatchObject({ ...FORGED, sequence: 11 });
  });

  it.each([
    [3, 4],
    [2, 9],
    [9, 10],
  ])('finds that entries %s and %s were swapped', async (one, other) => {
    await at(one).update({ sequence: 99 });
    await at(other).update({ sequence: one });
    await at(99).update({ sequence: other });
    expect(await fault()).toMatchObject({
      ...named('reordered', other),
      sequence: one,
      message: expect.stringContaining(`written as entry ${other}`),
    });
  });

  it('finds a chain that was rewritten with its head, by an earlier head', async () => {
    const noted = written[9]!.hash;
    let previous_hash = written[3]!.hash;
    for (const row of written.slice(4)) {
      const anew = rehashed({
        ...row,
        previous_hash,
        description: row.sequence === 5 ? 'altered' : row.description,
      });
      await rewrite(row.sequence, anew);
      previous_hash = anew.hash;
    }
    await heads().update({ hash: previous_hash });
    expect(await verify(test.cedar, noted)).toEqual({
      entries: 10,
      head: previous_hash,
      noted: undefined,
      fault: undefined,
      outOfOrder: [],
    });
    expect(await verify(test.cedar, written[3]!.hash)).toMatchObject({ noted: 4 });
  });
});

it('a chain stays valid for a reader while requests append to it', async () => {
  const { inventory, other } = test;
  const expiresAt = new Date(Date.now() + 60_000);
  const { id } = other.organization;
  const read = inventory.activity.pages(id);
  const append = () =>
    inventory.keys.create(id, { label: 'meanwhile', createdBy: 'test', expiresAt, environment: 'live' });
  let reads = 0;
  const pages = () => async (after: number) => (++reads <= 3 ? (await append(), read(after)) : read(after));
  expect(await verifyChain({ ...inventory.activity, pages }, id)).toMatchObject({
    entries: 13,
    fault: undefined,
  });
});
