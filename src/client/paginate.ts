// Reads a list that the server returns in pages.
import type { Client } from '../../generated/client.js';
import type { paths } from '../../generated/types.js';
import { unwrap } from './client.js';
import type { DataOf, InitOf, PathsWith, Result } from './types.js';

type GetOf<Path extends PathsWith<'get'>> = paths[Path]['get'];
/** The paths whose response has the cursor of the next page. */
type PagedPath = {
  [Path in PathsWith<'get'>]: 'nextCursor' extends keyof DataOf<GetOf<Path>> ? Path : never;
}[PathsWith<'get'>];
type ItemOf<Path extends PagedPath> =
  DataOf<GetOf<Path>> extends { data: readonly (infer Item)[] } ? Item : never;

interface Page {
  data: unknown[];
  nextCursor?: string;
}
interface PageInit {
  params?: { query?: { cursor?: string } };
}

/**
 * Yields each record of a list, page after page. `limit` in the query sets the size of a page.
 * @throws CallError when a page cannot be read.
 *
 * @example
 * for await (const user of paginate(client, '/users')) console.log(user.email);
 */
export async function* paginate<Path extends PagedPath>(
  client: Client,
  path: Path,
  init: InitOf<GetOf<Path>> = {} as InitOf<GetOf<Path>>,
): AsyncGenerator<ItemOf<Path>, void, undefined> {
  const get = client.GET as unknown as (path: string, init: PageInit) => Promise<Result<Page>>;
  let next: PageInit = init;
  for (;;) {
    const { data, nextCursor } = unwrap(await get(path, next));
    yield* data as ItemOf<Path>[];
    if (nextCursor === undefined) return;
    next = { ...next, params: { ...next.params, query: { ...next.params?.query, cursor: nextCursor } } };
  }
}
