// Plans a sync: reads the map, the source, the state and the inventory, compares them, and checks the guards.
import type { Approval, Plan, PlannedChange, SourceOfPlan, SystemName } from '../../../generated/files';
import { toJournalFile, requireNoInterruption } from '../files/journal';
import { nonEmpty } from '../files/trust';
import { relativeName } from '../files/files';
import {
  type Asset,
  type Directory,
  type Scope,
  createDirectory,
  createInScope,
} from '../inventory/inventory';
import { columnsOfMap, readMap, requireColumns } from '../source/map';
import type { Remote } from '../inventory/remote';
import { readSource } from '../source/source';
import { type State, readState } from '../files/state';
import { translateRows } from '../source/translate';
import { type GuardOptions, type TrippedGuard, checkGuards } from './guards';
import type { Planned } from './change';
import { type PlanOptions, makePlan } from './make-plan';
import { unchangedDigest, withId } from './plan-file';

export interface PrepareOptions extends GuardOptions, Omit<PlanOptions, 'adopt'> {
  sourceFile: string;
  mapFile: string;
  stateFile: string;
  /** Where the plan will be written. Its references are relative to that folder. */
  planFile: string;
  server: string;
  by: string;
  scopes: readonly Scope[];
  approval: Approval;
}

export interface Prepared {
  plan: Plan;
  planned: Planned;
  tripped: TrippedGuard[];
}

/** Fewer rows are planned at once. */
const ROWS_PER_STEP = 1000;

function systemNames(changes: readonly PlannedChange[], { nameOf }: Directory): Record<string, SystemName> {
  const fields = changes.flatMap((change) => [
    ...('before' in change ? [change.before] : []),
    ...('after' in change ? [change.after] : []),
  ]);
  const ids = new Set(fields.map(({ cyber_system_id: id }) => id));
  return Object.fromEntries([...ids].flatMap((id) => (nameOf(id) ? [[id, nameOf(id)!]] : [])));
}

interface Basis {
  source: SourceOfPlan;
  state: State;
  directory: Directory;
  assets: readonly Asset[];
  undoes?: string | undefined;
  hasEndLine?: boolean | undefined;
}

/** Makes a plan of the planned changes, and checks the guards. */
export function toPrepared(
  planned: Planned,
  { source, state, directory, assets, undoes, hasEndLine }: Basis,
  options: PrepareOptions,
): Prepared {
  const { rows, counts, unchanged, possible_renames, ...lists } = planned;
  const { changes, claims } = lists;
  const { server, by, stateFile, planFile, scopes, approval } = options;
  const plan = withId({
    version: 1,
    made_at: new Date().toISOString(),
    made_by: by,
    server,
    organization: state.organization,
    approval: nonEmpty(approval),
    state: { file: relativeName(planFile, stateFile), serial: state.serial },
    undoes,
    source,
    scope: scopes.map(({ kind, nameOrId }) => `${kind}=${nameOrId}`),
    systems: systemNames([...changes, ...claims], directory),
    ...lists,
    unchanged: { ids: unchanged, digest: unchangedDigest(unchanged, assets) },
    possible_renames,
  });
  return { plan, planned, tripped: checkGuards({ changes, rows, counts }, options, { hasEndLine }) };
}

/** `onProgress`: each row is translated, then compared. @throws SyncError. */
export async function prepare(
  options: PrepareOptions,
  remote: Remote,
  onProgress: (done: number, total: number) => void = () => undefined,
): Promise<Prepared> {
  const { sourceFile, mapFile, stateFile, server, scopes } = options;
  const loaded = await readMap(mapFile);
  const { map } = loaded;
  const source = await readSource(sourceFile, map.source, columnsOfMap(map));
  requireColumns(loaded, source);
  await requireNoInterruption(toJournalFile(stateFile));

  const snapshot = await remote.snapshot();
  const directory = createDirectory(snapshot);
  const inScope = createInScope(scopes, directory);
  const binding = { source: map.source.name, server, organization: snapshot.organization };
  const state = await readState(stateFile, binding);
  const keys = new Map([...state.deleted].map(([key, id]) => [id, key]));
  /** Deleted assets that a restored backup of the inventory has again. */
  const returned = snapshot.assets.flatMap(({ id }): [string, string][] =>
    keys.has(id) ? [[keys.get(id)!, id]] : [],
  );
  let done = 0;
  const onRow = (): void => {
    if (++done % ROWS_PER_STEP === 0) onProgress(done, 2 * source.rows.length);
  };
  const planned = makePlan({
    source: translateRows(source.rows, map, directory, onRow),
    known: new Map([...returned, ...state.assets]),
    claims: state.claims,
    snapshot,
    directory,
    inScope,
    options: { ...options, adopt: map.adopt ?? 'exact' },
    onRow,
  });
  const { name } = map.source;
  const { digest, hasEndLine } = source;
  const read = { digest, map: { file: mapFile, digest: loaded.digest }, rows: planned.rows };
  const basis = { source: { name, file: sourceFile, ...read }, state, directory, assets: snapshot.assets };
  return toPrepared(planned, { ...basis, hasEndLine }, options);
}
