// Lists a collection as one JSON array that the database builds, in memory or, when it is large, in a temporary file:
// written at the database's speed, read at the client's (spec/decisions/0018-speed.md). Requests that arrive before the
// snapshot of a large list begins receive the same file.
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Knex } from 'knex';
import { unavailable } from '../../base/errors';
import type { Organization, OrganizationId } from '../../base/organization';
import type { JsonBytes, JsonText, LargeBody, LargeJson } from '../../contract/handler';
import type { Database, Transaction } from '../../database/database';
import { compile } from '../../database/statement';
import { OpenLimit } from '../api/rate-limit';

export type ListBody<Item> = JsonText<Item[]> | JsonBytes<Item[]> | LargeJson<Item[]>;

interface ListQuery {
  /** Selects the rows of an organization, as `t`. */
  rows: (organization: string) => Knex.QueryBuilder;
  version: (organization: string) => Knex.QueryBuilder;
  /** Builds the representation of a row `r`. */
  json: (slug: Knex.Raw) => Knex.Raw;
}

/** Up to this number of records, 6 MB of assets, one statement is fastest. */
const MAX_IN_MEMORY = 20_000;
/** Records of a large list in memory at a time. */
const PAGE_SIZE = 2000;

interface Page {
  version: string | null;
  body: string | Buffer;
  count: number | string;
  last: string | null;
}

export function createList<Item>(database: Database, { rows, version, json }: ListQuery) {
  const { knex, dialect } = database;
  const selectPage = (limit: number) =>
    compile<{ organization: OrganizationId; slug: string; after: string }, Page>((param) =>
      knex
        .select({
          version: version(param('organization')),
          body: dialect.jsonArray(json(knex.raw('?', param('slug')))),
          count: knex.raw('count(*)'),
          last: knex.raw('max(??)', ['r.id']),
        })
        // Ordered inside by the primary key: an aggregate would sort the finished texts.
        .from(
          rows(param('organization')).where('t.id', '>', param('after')).orderBy('t.id').limit(limit).as('r'),
        ),
    );
  const all = selectPage(MAX_IN_MEMORY);
  const page = selectPage(PAGE_SIZE);
  /** Organizations whose last list was large. */
  const large = new Set<OrganizationId>();

  /** Writes all pages. Returns the version and the number of records. */
  async function writePages(
    select: Transaction['all'],
    { id: organization, slug }: Organization,
    append: (part: Buffer) => Promise<void>,
  ): Promise<{ version: string; count: number }> {
    let count = 0;
    let after = '';
    let writing = append(Buffer.from('['));
    for (;;) {
      // The database builds the next page while this process stores the last one.
      const [[read]] = await Promise.all([select(page, { organization, slug, after }), writing]);
      const { version, body, last } = read!;
      const length = Number(read!.count); // PostgreSQL returns a bigint as text
      const isLast = length < PAGE_SIZE;
      const items = Buffer.from(body as Buffer).subarray(1, -1);
      writing = append(
        Buffer.concat([
          Buffer.from(count > 0 && length > 0 ? ',' : ''),
          items,
          Buffer.from(isLast ? ']' : ''),
        ]),
      );
      count += length;
      if (isLast) {
        await writing;
        return { version: version ?? '', count };
      }
      after = last!;
    }
  }

  const readShared = createSharedFiles<{ version: string; count: number }>();

  /** The snapshot ends before the first byte is sent. */
  const listLarge = (organization: Organization) =>
    readShared(organization.id, (begin, append) =>
      database.snapshot({ organization: organization.id }, (select) => {
        begin();
        return writePages(select, organization, append);
      }),
    );

  return async (organization: Organization): Promise<{ version: string; body: ListBody<Item> }> => {
    if (!large.has(organization.id)) {
      const [whole] = await database.readRecent({ organization: organization.id }, all, {
        organization: organization.id,
        slug: organization.slug,
        after: '',
      });
      if (Number(whole!.count) < MAX_IN_MEMORY)
        return { version: whole!.version ?? '', body: whole!.body as ListBody<Item> };
      large.add(organization.id);
    }
    const { result, body } = await listLarge(organization);
    if (result.count < MAX_IN_MEMORY) large.delete(organization.id);
    return { version: result.version, body: body as LargeJson<Item[]> };
  };
}

/** Maximum of bodies that an organization receives at a time. A file has 24 MB for 100,000 assets. */
const MAX_OPEN_BODIES = 40;

const CHUNK_BYTES = 64 * 1024;

type Append = (part: Buffer) => Promise<void>;

interface Stored<Result> {
  file: FileHandle;
  bytes: number;
  /** The bytes of each part that was appended. */
  parts: number[];
  result: Result;
}

interface SharedFile<Result> {
  readers: number;
  stored: Promise<Stored<Result>>;
}

/** Returns a function that reads large bodies of organizations. */
function createSharedFiles<Result>() {
  const openBodies = new OpenLimit();
  /** Files whose snapshot has not begun. */
  const upcoming = new Map<OrganizationId, SharedFile<Result>>();

  /**
   * Returns a body that `write` appends, and its result. `write` calls `begin` before it reads.
   * @throws ApiError `rate_limited` when the organization receives too many; what `write` throws
   */
  return async function read(
    organization: OrganizationId,
    write: (begin: () => void, append: Append) => Promise<Result>,
  ): Promise<{ result: Result; body: LargeBody }> {
    const closeBody = openBodies.open(
      organization,
      MAX_OPEN_BODIES,
      `Your organization is receiving ${MAX_OPEN_BODIES} large lists. Receive one completely first.`,
      5,
    );
    let shared = upcoming.get(organization);
    if (!shared) {
      const begin = () => void upcoming.delete(organization);
      shared = { readers: 0, stored: store((append) => write(begin, append)) };
      upcoming.set(organization, shared);
    }
    shared.readers += 1;
    try {
      const stored = await shared.stored;
      return { result: stored.result, body: toBody(shared, stored, closeBody) };
    } catch (error) {
      if (upcoming.get(organization) === shared) upcoming.delete(organization);
      closeBody();
      throw error;
    }
  };
}

/** Returns a body for one reader. The last reader closes the file. */
function toBody(
  shared: SharedFile<unknown>,
  { file, bytes, parts }: Stored<unknown>,
  closeBody: () => void,
): LargeBody {
  let isOpen = true;
  const release = async () => {
    if (!isOpen) return;
    isOpen = false;
    closeBody();
    shared.readers -= 1;
    if (shared.readers === 0) await file.close();
  };
  return {
    bytes,
    read: () => Readable.from(readChunks(file, bytes)).once('close', () => void release()),
    discard: release,
    text: () => text(readChunks(file, bytes)),
    pages: () => readPages(file, parts),
  };
}

/** Reads a file by position: a stream of Node would close the file for all readers. */
async function* readChunks(file: FileHandle, bytes: number): AsyncGenerator<Buffer> {
  for (let position = 0; position < bytes;) {
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.allocUnsafe(CHUNK_BYTES), position });
    if (bytesRead === 0) throw new Error(`a large body ends after ${position} of ${bytes} bytes`);
    yield buffer.subarray(0, bytesRead);
    position += bytesRead;
  }
}

/** Returns the items of each part, which a bracket or a comma can begin and a bracket can end. */
async function* readPages(file: FileHandle, parts: number[]): AsyncGenerator<unknown[]> {
  let position = 0;
  for (const bytes of parts) {
    const { buffer } = await file.read({ buffer: Buffer.allocUnsafe(bytes), position });
    position += bytes;
    yield JSON.parse(`[${buffer.toString().replace(/^[[,]/, '').replace(/\]$/, '')}]`) as unknown[];
  }
}

/** Opens an unlinked file: it disappears with its last reader, even when the process is killed. */
async function openUnlinked(): Promise<FileHandle> {
  const folder = await mkdtemp(join(tmpdir(), 'compliance-inventory-list-'));
  try {
    return await open(join(folder, 'body'), 'wx+', 0o600);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Stores what `write` appends. @throws the errors of `write`; ApiError `unavailable` when the disk is full.
 */
async function store<Result>(write: (append: Append) => Promise<Result>): Promise<Stored<Result>> {
  const full = (error: unknown): never => {
    throw unavailable(error);
  };
  const file = await openUnlinked().catch(full);
  const parts: number[] = [];
  let bytes = 0;
  try {
    const result = await write(async (part) => {
      await file.appendFile(part).catch(full);
      parts.push(part.length);
      bytes += part.length;
    });
    return { file, bytes, parts, result };
  } catch (error) {
    await file.close();
    throw error;
  }
}
