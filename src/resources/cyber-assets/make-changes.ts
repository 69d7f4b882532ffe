// Makes changes of cyber assets, many in one transaction: what many ask for at the same time costs the database as many statements as what one asks for.
// They go in two messages: what must be known, and all that is written.
import { byCaller } from '../../audit/actors';
import type { AuditEvent, Heads, Log } from '../../audit/append';
import type { JsonText } from '../../contract/handler';
import { settleAll } from '../../database/settle-all';
import type { Batch, Outcome, Transaction } from '../../database/database';
import { ApiError } from '../../errors';
import type { BumpVersions } from '../collection';
import { assetCreated, assetDeleted, assetUpdated } from './activity';
import {
  type AssetChange,
  type Changed,
  type ExistingRecords,
  type Planned,
  RecordIndex,
  inRounds,
  isEmpty,
  isInPlace,
  isMove,
  keyOf,
  planChange,
  rowOf,
} from './changes';
import { nameKey } from './rules';
import type { CyberAsset, CyberAssetStore, RowKey, SystemRow } from './store';

type Outcomes = Map<AssetChange, Outcome<Changed>>;

const organizationsOf = (changes: readonly AssetChange[]) => [
  ...new Set(changes.map(({ organization }) => organization.id)),
];

/** No id has them, and PostgreSQL cannot even be asked for one that has. */
const IMPOSSIBLE = /\p{Surrogate}|\0/u;

/** Nothing is asked of the database about no rows. */
const ofSome = <Row, Result>(rows: Row[], ask: (rows: Row[]) => Promise<Result[]>): Promise<Result[]> =>
  rows.length > 0 ? ask(rows) : Promise.resolve([]);

export function createMakeChanges(
  store: CyberAssetStore,
  bumpVersions: BumpVersions,
  log: Log,
): Batch<AssetChange, Changed> {
  const readSystems = (transaction: Transaction, keys: RowKey[]) =>
    ofSome(
      keys.filter(({ id }) => !IMPOSSIBLE.test(id)),
      (some) => store.systemsOf(transaction, some),
    );

  async function find(
    transaction: Transaction,
    changes: AssetChange[],
  ): Promise<ExistingRecords & { heads: Heads }> {
    const existing = changes.filter((change) => change.kind !== 'create');
    const given = changes.flatMap((change) =>
      change.kind === 'delete' ? [] : [{ organization_id: change.organization.id, ...change.fields }],
    );
    const references = given.flatMap(({ organization_id, cyber_system_id: id }) =>
      id === undefined ? [] : [{ organization_id, id }],
    );
    const named = given.flatMap(({ organization_id, name }) =>
      name === undefined ? [] : [{ organization_id, name_key: nameKey(name) }],
    );
    const [texts, systems, taken, heads] = await settleAll(
      ofSome(existing, (some) => store.getAll(transaction, some)),
      readSystems(transaction, references),
      ofSome(named.length > 1 ? named : [], (some) => store.withNames(transaction, some)), // of a single one the database itself says so
      log.readHeads(transaction, organizationsOf(changes)),
    );
    const found = {
      current: new Map(existing.map((change, index) => [change, texts[index]] as const)),
      systems: new RecordIndex<SystemRow>(),
      names: new RecordIndex<RowKey>(),
      heads,
    };
    for (const system of systems) found.systems.set(system.id, system);
    for (const row of taken) found.names.set(row.name_key, row);
    return found;
  }

  /** Leaves out what is refused or changes nothing, which has its outcome then. */
  function plan(changes: AssetChange[], found: ExistingRecords, outcomes: Outcomes): Planned[] {
    return changes.flatMap((change) => {
      try {
        const planned = planChange(change, found);
        if (!isEmpty(change)) return [planned];
        outcomes.set(change, { result: { status: 200, body: found.current.get(change)! } });
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        outcomes.set(change, { error });
      }
      return [];
    });
  }

  /** The systems that moves leave, which the log names. */
  async function findLeft(
    transaction: Transaction,
    plans: Planned[],
    { systems }: ExistingRecords,
  ): Promise<void> {
    const left = plans.filter(isMove).map(({ change, before }) => ({
      organization_id: change.organization.id,
      id: before!.cyber_system_id,
    }));
    for (const system of await readSystems(transaction, left)) systems.set(system.id, system);
  }

  async function write(transaction: Transaction, plans: Planned[]): Promise<void> {
    const rowsOf = (kind: AssetChange['kind'], wanted: (each: Planned) => boolean = () => true) =>
      plans
        .filter(
          (each): each is Planned & { after: CyberAsset } =>
            each.change.kind === kind && each.after !== undefined && wanted(each),
        )
        .map(rowOf);
    const [created, changed, inPlace, deleted] = [
      rowsOf('create'),
      rowsOf('update', (each) => !isInPlace(each)),
      rowsOf('update', isInPlace),
      plans.filter(({ after }) => !after).map(keyOf),
    ];
    await settleAll(
      created.length > 0 ? store.create(transaction, created) : Promise.resolve(),
      changed.length > 0 ? store.update(transaction, changed) : Promise.resolve(),
      inPlace.length > 0 ? store.updateInPlace(transaction, inPlace) : Promise.resolve(),
      deleted.length > 0 ? store.remove(transaction, deleted) : Promise.resolve(),
    );
  }

  return async (transaction, changes) => {
    const outcomes: Outcomes = new Map();
    const rounds = inRounds(changes);
    for (const round of rounds) {
      const found = await find(transaction, round);
      const plans = plan(round, found, outcomes);
      if (plans.length === 0) continue;
      if (plans.some(isMove)) await findLeft(transaction, plans, found);
      // Writing comes first: where statements fail together, it alone can say what was wrong.
      const written = settleAll(
        write(transaction, plans),
        bumpVersions(transaction, organizationsOf(plans.map(({ change }) => change)), 'cyber_assets'),
        log.append(
          transaction,
          found.heads,
          plans.map((each) => deedOf(each, found)),
        ),
      );
      if (round === rounds.at(-1)) transaction.last();
      await written;
      for (const each of plans) outcomes.set(each.change, { result: resultOf(each) });
    }
    return changes.map((change) => outcomes.get(change)!);
  };
}

function deedOf({ change, before, after }: Planned, { systems }: ExistingRecords): AuditEvent {
  const { id: organization } = change.organization;
  const activity = !before
    ? assetCreated(after!)
    : !after
      ? assetDeleted(before)
      : assetUpdated(before, after, (id) => systems.get(organization, id)?.name);
  return { organization, actor: byCaller(change.caller), activity };
}

/** The text that the database will give of it: it has the same members in the same order. */
const textOf = (asset: CyberAsset) => JSON.stringify(asset) as JsonText<CyberAsset>;

function resultOf({ change, after }: Planned): Changed {
  if (!after) return { status: 204 };
  if (change.kind === 'create')
    return { status: 201, body: textOf(after), headers: { Location: `/cyber-assets/${after.id}` } };
  return { status: 200, body: textOf(after) };
}
