// Finds the assets whose names are taken.
import { nameKey } from '../../base/text';
import { SyncError } from '../errors';
import type { Asset } from './inventory';
import type { Remote } from './remote';

/**
 * Returns a function that finds the asset with a name. One list serves all names that were taken before it was read:
 * a list for each name would take hours. The function throws a SyncError when the server cannot be read.
 */
export function createFindHolder(remote: Remote): (name: string) => Promise<Asset | undefined> {
  let ids: Promise<ReadonlyMap<string, string>> | undefined;

  const readIds = async (): Promise<ReadonlyMap<string, string>> =>
    new Map((await remote.assets()).map(({ id, name }) => [nameKey(name), id]));

  async function find(key: string): Promise<Asset | undefined> {
    const id = (await ids)?.get(key);
    if (id === undefined) return undefined;
    const reply = await remote.get(id);
    if (reply.is === 'failed') throw new SyncError(reply.message);
    return reply.is === 'done' && nameKey(reply.asset.name) === key ? reply.asset : undefined;
  }

  return async (name) => {
    const key = nameKey(name);
    const earlier = ids;
    const found = await find(key);
    if (found) return found;
    if (ids === earlier) ids = readIds(); // otherwise another call has begun a later list
    return find(key);
  };
}
