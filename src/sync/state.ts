// The state of a source: which of its keys is which asset. Bound to one server and organization, kept beside the map.
import { validatorOf } from '../contract/schemas';
import type { Claim } from './claims';
import { readJsonIfExists, writeFileAtomically } from './files';
import { SyncError, fileError } from './errors';

export interface State {
  version: 1;
  source: string;
  /** Base address. */
  server: string;
  /** Slug; null where the server does not tell it. */
  organization: string | null;
  /** One more with each apply: a plan for an earlier state is stale. */
  serial: number;
  /** Source key → asset id. */
  assets: Map<string, string>;
  /** Maps asset ids to proofs of ownership. A state of an earlier version has none. */
  claims: Map<string, Claim>;
}

/** As it is written. */
type StateFile = Omit<State, 'assets' | 'claims'> & {
  assets: Record<string, string>;
  claims?: Record<string, Claim>;
};

const text = { type: 'string' };
const CLAIM = {
  type: 'object',
  required: ['updated_at'],
  properties: { updated_at: text, contested: { const: true } },
};
const SCHEMA: Record<string, unknown> = {
  type: 'object',
  required: ['version', 'source', 'server', 'organization', 'serial', 'assets'],
  properties: {
    version: { const: 1 },
    source: text,
    server: text,
    organization: { type: ['string', 'null'] },
    serial: { type: 'integer', minimum: 0 },
    assets: { type: 'object', additionalProperties: { type: 'string', pattern: '^ca_' } },
    claims: { type: 'object', additionalProperties: CLAIM },
  },
};

export interface Binding {
  source: string;
  server: string;
  /** Undefined where no record tells it. */
  organization: string | undefined;
}

function check(file: string, state: StateFile, { source, server, organization }: Binding): void {
  const ids = Object.values(state.assets);
  if (new Set(ids).size < ids.length)
    throw fileError(
      file,
      'gives one asset to two keys: restore it from where you keep it, or remove it and begin again by names',
    );
  const bound = (what: string, its: string, given: string, from: string): SyncError =>
    fileError(
      file,
      `is of the ${what} ${its}, and not of ${given}; correct ${from}, or give another file with --state`,
    );
  if (state.source !== source) throw bound('source', state.source, source, 'source.name of the map');
  if (state.server !== server) throw bound('server', state.server, server, '--url');
  // An inventory without records may be anybody's: with its key everything would look deleted.
  if (state.organization !== null && state.organization !== organization)
    throw bound(
      'organization',
      state.organization,
      organization ?? 'one whose inventory is empty',
      'the key',
    );
}

function newState({ source, server, organization }: Binding): State {
  const empty = { serial: 0, assets: new Map(), claims: new Map() };
  return { version: 1, source, server, organization: organization ?? null, ...empty };
}

/** A new one where there is none. @throws SyncError when it is another source's, server's or organization's. */
export const readState = async (file: string, binding: Binding): Promise<State> =>
  (await readStateIfExists(file, binding)) ?? newState(binding);

/** @throws SyncError when it is another source's, server's or organization's. */
export async function readStateIfExists(file: string, binding: Binding): Promise<State | undefined> {
  const found = await readJsonIfExists(file);
  if (found === undefined) return undefined;
  if (!validatorOf(SCHEMA)(found)) throw fileError(file, 'is not a state of this program');
  const state = found as StateFile;
  check(file, state, binding);
  const maps = {
    assets: new Map(Object.entries(state.assets)),
    claims: new Map(Object.entries(state.claims ?? {})),
  };
  return { ...state, organization: state.organization ?? binding.organization ?? null, ...maps };
}

export function writeState(file: string, state: State): Promise<void> {
  const maps = { assets: Object.fromEntries(state.assets), claims: Object.fromEntries(state.claims) };
  return writeFileAtomically(file, `${JSON.stringify({ ...state, ...maps } satisfies StateFile, null, 1)}\n`);
}
