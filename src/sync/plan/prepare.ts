// Plans a sync: reads source, map and state, looks at the inventory, and says what would have to be done and what stops it.
import type { Claimed } from '../claims';
import { createDirectory, createInScope, type Scope } from '../inventory';
import { relativeName } from '../files';
import { readMap, requireColumns } from '../map';
import { createTranslate } from '../translate';
import type { Remote } from '../remote';
import { readSource } from '../source';
import { readState } from '../state';
import { journalFileOf, requireNoInterruption } from '../apply/journal';
import { guard, type GuardOptions, type TrippedGuard } from './guards';
import { makePlan, type Planned } from './make-plan';
import { type Plan, unchangedDigest, withId } from './plan-file';

export interface PrepareOptions extends GuardOptions {
  sourceFile: string;
  mapFile: string;
  stateFile: string;
  /** Where the plan will be, for what it refers to. */
  planFile: string;
  server: string;
  by: string;
  scopes: readonly Scope[];
  delete: boolean;
  pairs: ReadonlyMap<string, string>;
  claim: Claimed;
  createPossibleRenames: boolean;
}

export interface Prepared {
  plan: Plan;
  planned: Planned;
  tripped: TrippedGuard[];
  /** For people: the name of a system and where it is. */
  describe: (systemId: string) => string;
}

const scopeText = ({ kind, nameOrId }: Scope): string => `${kind}=${nameOrId}`;

/** What every plan tells of its circumstances. */
export function planHeader(
  { server, by, stateFile, planFile }: PrepareOptions,
  organization: string | null,
  serial: number,
) {
  return {
    version: 1 as const,
    made_at: new Date().toISOString(),
    made_by: by,
    server,
    organization,
    state: { file: relativeName(planFile, stateFile), serial },
  };
}

/** @throws SyncError. */
export async function prepare(options: PrepareOptions, remote: Remote): Promise<Prepared> {
  const { sourceFile, mapFile, stateFile, server, scopes } = options;
  const read = await readMap(mapFile);
  const { map } = read;
  const source = await readSource(sourceFile, map.source);
  if (source.columns.size > 0) requireColumns(read, source.columns);
  await requireNoInterruption(journalFileOf(stateFile));

  const snapshot = await remote.snapshot();
  const directory = createDirectory(snapshot);
  const inScope = createInScope(scopes, directory);
  const state = await readState(stateFile, {
    source: map.source.name,
    server,
    organization: snapshot.organization,
  });
  const planned = makePlan({
    source: createTranslate(map, directory)(source.rows),
    known: state.assets,
    claims: state.claims,
    snapshot,
    directory,
    inScope,
    options: { ...options, adopt: map.adopt ?? 'exact' },
  });
  const { changes, adoptions, claims, forgotten, unchanged, kept, faults, conflicts, possibleRenames } =
    planned;
  const plan = withId({
    ...planHeader(options, state.organization, state.serial),
    source: {
      name: map.source.name,
      file: sourceFile,
      digest: source.digest,
      map: { file: mapFile, digest: read.digest },
    },
    scope: scopes.map(scopeText),
    changes,
    adoptions,
    claims,
    forgotten,
    unchanged: { ids: unchanged, digest: unchangedDigest(unchanged, snapshot.assets) },
    kept,
    faults,
    conflicts,
    possible_renames: possibleRenames,
  });
  return { plan, planned, tripped: guard(planned, options), describe: directory.describe };
}
