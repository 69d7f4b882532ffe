// Which part of the inventory a sync is about.
import type { Directory } from '../directory';
import type { System } from '../inventory';
import { SyncError } from '../sync-error';

export interface Scope {
  kind: 'facility' | 'control_center' | 'system';
  nameOrId: string;
}

/** A change is in scope when the asset is there before it or after it. */
export type InScope = (systemId: string | undefined) => boolean;

const PREFIXES = { facility: 'fac_', control_center: 'cc_' } as const;

function systemsOf({ kind, nameOrId }: Scope, directory: Directory): System[] {
  if (kind === 'system') {
    const found = directory.systems.filter(({ id, name }) => id === nameOrId || name === nameOrId);
    if (found.length === 0)
      throw new SyncError(`--scope: there is no cyber system ${JSON.stringify(nameOrId)}.`);
    if (found.length > 1)
      throw new SyncError(
        `--scope: ${JSON.stringify(nameOrId)} is the name of ${found.length} cyber systems: ${found.map(({ id }) => directory.describe(id)).join(', ')}. Give the id.`,
      );
    return found;
  }
  const sites = directory.findSites(nameOrId).filter(({ id }) => id.startsWith(PREFIXES[kind]));
  if (sites.length === 0)
    throw new SyncError(`--scope: there is no ${kind.replace('_', ' ')} ${JSON.stringify(nameOrId)}.`);
  if (sites.length > 1)
    throw new SyncError(
      `--scope: ${JSON.stringify(nameOrId)} is the name of several: ${sites.map(({ id }) => id).join(', ')}. Give the id.`,
    );
  return directory.systems.filter((system) => directory.siteOf(system) === sites[0]);
}

/** Of several, all together; of none, everything. @throws SyncError. */
export function createInScope(scopes: readonly Scope[], directory: Directory): InScope {
  if (scopes.length === 0) return () => true;
  const ids = new Set(scopes.flatMap((scope) => systemsOf(scope, directory)).map(({ id }) => id));
  return (systemId) => systemId !== undefined && ids.has(systemId);
}
