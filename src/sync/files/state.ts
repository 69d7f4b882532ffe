// The state of a source: which asset each of its keys is. A state belongs to one server and organization.
import { type Claim, SCHEMAS, type State as StateFile } from '../../../generated/files';
import { compileValidator } from '../../contract/schemas';
import { fileError } from '../errors';
import { readJsonIfExists } from './files';

/** The state of a source, whose keys and ids are in maps. */
export type State = Omit<StateFile, 'assets' | 'claims' | 'deleted'> & {
  assets: Map<string, string>;
  deleted: Map<string, string>;
  claims: Map<string, Claim>;
};

/** The source, server and organization that a state must belong to. */
interface Binding {
  source: string;
  server: string;
  /** Undefined when no record contains the slug. */
  organization: string | undefined;
}

function check(file: string, state: StateFile, { source, server, organization }: Binding): void {
  const ids = Object.values(state.assets);
  if (new Set(ids).size < ids.length)
    throw fileError(
      file,
      'assigns one asset to two keys: restore a backup, or delete the file to match assets by name again',
    );
  const bindings = [
    ['source', state.source, source, 'source.name in the map'],
    ['server', state.server, server, '--url'],
    // With the key of another, empty organization every asset would look deleted.
    ['organization', state.organization, organization ?? 'an organization without records', 'the key'],
  ] as const;
  for (const [kind, own, expected, option] of bindings)
    if (own !== null && own !== expected)
      throw fileError(
        file,
        `belongs to the ${kind} ${own}, not to ${expected}; correct ${option}, or pass another --state`,
      );
}

/** Returns a new state when the file does not exist. @throws SyncError for another source, server or organization. */
export async function readState(file: string, binding: Binding): Promise<State> {
  const { source, server, organization = null } = binding;
  const maps = { assets: new Map<string, string>(), deleted: new Map<string, string>() };
  const empty = { serial: 0, ...maps, claims: new Map<string, Claim>() };
  return (await readStateIfExists(file, binding)) ?? { version: 1, source, server, organization, ...empty };
}

/** @throws SyncError for another source, server or organization. */
export async function readStateIfExists(file: string, binding: Binding): Promise<State | undefined> {
  const found = await readJsonIfExists(file);
  if (found === undefined) return undefined;
  if (!compileValidator(SCHEMAS.State)(found)) throw fileError(file, 'is not a state file of this program');
  const state = found as StateFile;
  check(file, state, binding);
  return {
    ...state,
    organization: state.organization ?? binding.organization ?? null,
    assets: new Map(Object.entries(state.assets)),
    deleted: new Map(Object.entries(state.deleted ?? {})),
    claims: new Map(Object.entries(state.claims ?? {})),
  };
}
