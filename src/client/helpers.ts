// Functions that go with a client: read a list page by page, send a file, and confirm a change.
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

/** Returns whether a value has every member of `expected`, at any depth. */
function includes(value: unknown, expected: unknown): boolean {
  if (typeof expected !== 'object' || expected === null) return value === expected;
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(expected) && (!Array.isArray(value) || value.length !== expected.length)) return false;
  return Object.entries(expected).every(([name, member]) =>
    includes((value as Record<string, unknown>)[name], member),
  );
}

/**
 * Reads the record again when the result has `maybeDone`. Returns the record with `replayed: true` when it has
 * every value of `change`, otherwise the result. `change` is the body of the request.
 *
 * @example
 * const renamed = await client.PATCH('/cyber-assets/{id}', { params, body });
 * const asset = unwrap(await confirmChange(renamed, body, () => client.GET('/cyber-assets/{id}', { params })));
 */
export async function confirmChange<Value>(
  result: Result<Value>,
  change: object,
  read: () => Promise<Result<Value>>,
): Promise<Result<Value>> {
  if (!result.error?.maybeDone) return result;
  const current = await read();
  if (current.error) return result;
  const expected: unknown = JSON.parse(JSON.stringify(change));
  return includes(current.data, expected) ? { ...current, replayed: true } : result;
}

type PostOf<Path extends PathsWith<'post'>> = paths[Path]['post'];
type UploadPath = {
  [Path in PathsWith<'post'>]: PostOf<Path> extends {
    requestBody: { content: { 'multipart/form-data': unknown } };
  }
    ? Path
    : never;
}[PathsWith<'post'>];

/** The parameters and the options of an upload, without its body. Optional when no parameter is required. */
type UploadInit<Path extends UploadPath> = Omit<InitOf<PostOf<Path>>, 'body'>;

/**
 * Uploads a file. Without a media type, the ending of its name counts: `.csv`, `.pdf` or `.docx`.
 *
 * @example
 * await upload(client, '/policy-documents/upload', new File([bytes], 'incident-response-plan.pdf'));
 */
export function upload<Path extends UploadPath>(
  client: Client,
  path: Path,
  file: File,
  ...[init]: object extends UploadInit<Path> ? [init?: UploadInit<Path>] : [init: UploadInit<Path>]
): Promise<Result<DataOf<PostOf<Path>>>> {
  const post = client.POST as unknown as (
    path: string,
    init: object,
  ) => Promise<Result<DataOf<PostOf<Path>>>>;
  const body = new FormData();
  body.set('file', file);
  return post(path, { ...init, body });
}
