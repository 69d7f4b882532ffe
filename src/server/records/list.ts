// Lists a collection as one JSON array that the database builds, in memory or, when it is large, in a temporary file:
// written at the database's speed, read at the client's (spec/decisions/0018-speed.md).
import type { Knex } from 'knex';
import type { JsonBytes, JsonText, LargeJson } from '../../contract/handler';
import type { Database, Transaction } from '../../database/database';
import { compile } from '../../database/statement';
import type { Organization, OrganizationId } from '../../base/organization';
import { createSharedFiles } from './shared-files';

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
