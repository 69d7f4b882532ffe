// Lists a collection as one JSON array that the database builds, in memory or, when it is large, in a temporary file:
// written at the database's speed, read at the client's (spec/decisions/0018-speed.md).
import type { Knex } from 'knex';
import type { JsonBytes, JsonText, LargeBody, LargeJson } from '../../contract/handler';
import type { Database, Transaction } from '../../database/database';
import { compile } from '../../database/statement';
import { unavailable } from '../../base/errors';
import type { Organization, OrganizationId } from '../../base/organization';
import { OpenLimit } from '../api/open-limit';
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

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
/**
 * Maximum per organization. Each is a temporary file,
 * 24 MB for 100,000 assets, until the client has received it.
 */
const MAX_OPEN_BODIES = 40;

interface Page {
  version: string | null;
  body: string | Buffer;
  count: number | string;
  last: string | null;
}

interface PageParams {
  organization: OrganizationId;
  slug: string;
  after: string;
}

export function createList<Item>(database: Database, { rows, version, json }: ListQuery) {
  const { knex, dialect } = database;
  const selectPage = (limit: number) =>
    compile<PageParams, Page>((param) =>
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
    await append(Buffer.from('['));
    for (;;) {
      const [read] = await select(page, { organization, slug, after });
      const { version, body, last } = read!;
      const length = Number(read!.count); // PostgreSQL returns a bigint as text
      if (count > 0 && length > 0) await append(Buffer.from(','));
      await append(Buffer.from(body as Buffer).subarray(1, -1));
      count += length;
      if (length < PAGE_SIZE) {
        await append(Buffer.from(']'));
        return { version: version ?? '', count };
      }
      after = last!;
    }
  }

  /** Bodies that clients are still receiving, by organization. */
  const openBodies = new OpenLimit();

  /**
   * Reads all pages in one snapshot, which ends before the first byte is sent.
   * A failed snapshot leaves no file.
   */
  async function listLarge(
    organization: Organization,
  ): Promise<{ version: string; count: number; body: ListBody<Item> }> {
    let written = { version: '', count: 0 };
    const closeBody = openBodies.open(
      organization.id,
      MAX_OPEN_BODIES,
      `Your organization is receiving ${MAX_OPEN_BODIES} large lists. Receive one completely first.`,
      5,
    );
    const body = await spool(async (append) => {
      written = await database.snapshot({ organization: organization.id }, (select) =>
        writePages(select, organization, append),
      );
    }).catch((error: unknown) => {
      closeBody();
      throw error;
    });
    const tracked: LargeBody = {
      ...body,
      read: () => body.read().once('close', closeBody),
      discard: () => body.discard().finally(closeBody),
    };
    return { ...written, body: tracked as LargeJson<Item[]> };
  }

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
    const { version, body, count } = await listLarge(organization);
    if (count < MAX_IN_MEMORY) large.delete(organization.id);
    return { version, body };
  };
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
async function spool(write: (append: (part: Buffer) => Promise<void>) => Promise<void>): Promise<LargeBody> {
  const file = await openUnlinked().catch((error: unknown) => {
    throw unavailable(error);
  });
  let bytes = 0;
  try {
    await write(async (part) => {
      await file.appendFile(part).catch((error: unknown) => {
        throw unavailable(error);
      });
      bytes += part.length;
    });
  } catch (error) {
    await file.close();
    throw error;
  }
  return {
    bytes,
    read: () => file.createReadStream({ start: 0 }),
    discard: () => file.close(),
    text: () => text(file.createReadStream({ start: 0, autoClose: false })),
  };
}
