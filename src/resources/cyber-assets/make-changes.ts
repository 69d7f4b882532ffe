// Makes changes of cyber assets, many in one transaction: what many ask for at the same time costs the database as many statements as what one asks for.
import { byCaller } from '../../audit/actors';
import type { Deed, Log } from '../../audit/append';
import type { JsonText } from '../../contract/handler';
import { allOf } from '../../database/all-of';
import type { Batch, Outcome, Transaction } from '../../database/database';
import { ApiError } from '../../errors';
import type { BumpVersions } from '../collection';
import { assetCreated, assetDeleted, assetUpdated } from './activity';
import { type Change, type Changed, type Planned, inRounds, isEmpty, isMove, planChange, planCreation } from './changes';
import type { AssetRow, CyberAsset, CyberAssetStore, SystemRow } from './store';

type Outcomes = Map<Change, Outcome<Changed>>;

const rowsOf = (plans: Planned[], kind: Change['kind']): AssetRow[] => plans.filter(({ change, row }) => change.kind === kind && row).map(({ row }) => row!);

export function createMakeChanges(store: CyberAssetStore, bumpVersions: BumpVersions, log: Log): Batch<Change, Changed> {
  /** Leaves out what is refused or changes nothing, which has its outcome then. */
  async function plan(transaction: Transaction, changes: Change[], outcomes: Outcomes): Promise<Planned[]> {
    const existing = changes.filter((change) => change.kind !== 'create');
    const texts = existing.length > 0 ? await store.getAll(transaction, existing) : [];
    const current = new Map<Change, JsonText<CyberAsset> | undefined>(existing.map((change, index) => [change, texts[index]]));
    return changes.flatMap((change): Planned[] => {
      if (change.kind === 'create') return [planCreation(change)];
      try {
        const planned = planChange(change, current.get(change));
        if (!isEmpty(change)) return [planned];
        outcomes.set(change, { result: { status: 200, body: current.get(change)! } });
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        outcomes.set(change, { error });
      }
      return [];
    });
  }

  async function write(transaction: Transaction, plans: Planned[]): Promise<void> {
    const [created, updated] = [rowsOf(plans, 'create'), rowsOf(plans, 'update')];
    const deleted = plans.filter(({ row }) => !row).map(({ key }) => key);
    if (created.length > 0) await store.create(transaction, created);
    if (updated.length > 0) await store.update(transaction, updated);
    if (deleted.length > 0) await store.remove(transaction, deleted);
  }

  async function readSystems(transaction: Transaction, plans: Planned[]): Promise<SystemRow[]> {
    const keys = plans.filter(isMove).flatMap(({ key: { organization_id }, before, row }) => [before!, row!].map(({ cyber_system_id: id }) => ({ organization_id, id })));
    return keys.length > 0 ? store.systemsOf(transaction, keys) : [];
  }

  async function readMade(transaction: Transaction, plans: Planned[]): Promise<Map<Planned, JsonText<CyberAsset>>> {
    const there = plans.filter(({ row }) => row);
    const bodies = there.length > 0 ? await store.getAll(transaction, there.map(({ change, key }) => ({ organization: change.organization, id: key.id }))) : [];
    return new Map(there.map((each, index) => [each, bodies[index]!]));
  }

  return async (transaction, changes) => {
    const outcomes: Outcomes = new Map();
    for (const round of inRounds(changes)) {
      const plans = await plan(transaction, round, outcomes);
      if (plans.length === 0) continue;
      const organizations = [...new Set(plans.map(({ key }) => key.organization_id))];
      // Writing comes first: where statements fail together, it alone can say what was wrong.
      const [, heads, systems] = await allOf(
        write(transaction, plans),
        log.readHeads(transaction, organizations),
        readSystems(transaction, plans),
        bumpVersions(transaction, organizations, 'cyber_assets'),
      );
      const [bodies] = await allOf(readMade(transaction, plans), log.append(transaction, heads, plans.map((each) => deedOf(each, systems))));
      for (const each of plans) outcomes.set(each.change, { result: resultOf(each, bodies.get(each)) });
    }
    return changes.map((change) => outcomes.get(change)!);
  };
}

function deedOf({ change, key, before, row }: Planned, systems: SystemRow[]): Deed {
  const systemOf = (id: string) => systems.find((system) => system.organization_id === key.organization_id && system.id === id);
  const after = row && { ...row, impact_rating: before && (systemOf(row.cyber_system_id)?.impact_rating ?? before.impact_rating) };
  const activity = !before ? assetCreated(after!) : !after ? assetDeleted(before) : assetUpdated(before, after, (id) => systemOf(id)?.name);
  return { organization: key.organization_id, actor: byCaller(change.caller), activity };
}

function resultOf({ change, key }: Planned, body: JsonText<CyberAsset> | undefined): Changed {
  if (change.kind === 'delete') return { status: 204 };
  if (change.kind === 'update') return { status: 200, body: body! };
  return { status: 201, body: body!, headers: { Location: `/cyber-assets/${key.id}` } };
}
