// Reads an organization's log in pages, in order or newest first.
import { nameDigest } from '../../base/digest';
import type { ReadSource } from '../../database/database';
import { type Placeholder, compile } from '../../database/statement';
import type { OrganizationId } from '../../base/organization';
import { type Head, compileSelectHead } from './append';
import type { ActivityRow } from './chain';

export interface ActivityFilter {
  /** The earliest time, inclusive, in ISO 8601. */
  since?: string | undefined;
  /** The latest time, exclusive. */
  until?: string | undefined;
  actorId?: string | undefined;
  /** Any of these actors. */
  actorIds?: readonly string[] | undefined;
  operation?: string | undefined;
  resourceType?: string | undefined;
  resourceId?: string | undefined;
  /** Only entries before this sequence. */
  before?: number | undefined;
  /** Only records that have or had this name. Case does not matter. */
  name?: string | undefined;
}

/** Returns the entries after a sequence; an empty array at the end. */
export type ReadPage = (after: number) => Promise<ActivityRow[]>;

export type ActivityReader = ReturnType<typeof createActivityReader>;

/** The column's minimum, so that verification finds entries inserted before the first one. */
const BEFORE_ALL = -2_147_483_648;

const PAGE = 500;
/** Entries on one page of the Settings. */
export const NEWEST = 50;

type Page = { organization: OrganizationId; after?: number } & Omit<ActivityFilter, 'actorIds'>;

function filtered({ knex }: Pick<ReadSource, 'knex'>, param: Placeholder<Page>, filter: ActivityFilter) {
  const query = knex('activity').select('*').where('organization_id', param('organization'));
  if (filter.since !== undefined) query.where('occurred_at', '>=', param('since'));
  if (filter.until !== undefined) query.where('occurred_at', '<', param('until'));
  if (filter.actorId !== undefined) query.where('actor_id', param('actorId'));
  if (filter.actorIds) query.whereIn('actor_id', filter.actorIds);
  if (filter.operation !== undefined) query.where('operation', param('operation'));
  if (filter.resourceType !== undefined) query.where('resource_type', param('resourceType'));
  if (filter.resourceId !== undefined) query.where('resource_id', param('resourceId'));
  if (filter.before !== undefined) query.where('sequence', '<', param('before'));
  if (filter.name !== undefined)
    query.whereIn(
      ['resource_type', 'resource_id'],
      knex('activity_names')
        .select('resource_type', 'resource_id')
        .where({ organization_id: param('organization'), name_digest: param('name') }),
    );
  return query;
}

const paramsOf = (page: Page): Page =>
  page.name === undefined ? page : { ...page, name: nameDigest(page.name) };

/** With a name, the order is no column, so that a database begins with the records of the name, not with the log. */
const orderOf = ({ knex }: Pick<ReadSource, 'knex'>, { name }: ActivityFilter) =>
  name === undefined ? 'sequence' : knex.raw('sequence + 0');

export function createActivityReader(database: ReadSource) {
  const selectHead = compileSelectHead(database);

  return {
    async head(organization: OrganizationId): Promise<Head | undefined> {
      const [head] = await database.read({ organization }, selectHead, { organization });
      return head;
    },
    pages(organization: OrganizationId, filter: ActivityFilter = {}): ReadPage {
      const statement = compile<Page, ActivityRow>((param) =>
        filtered(database, param, filter)
          .where('sequence', '>', param('after'))
          .orderBy(orderOf(database, filter))
          .limit(PAGE),
      );
      return (after) =>
        database.read({ organization }, statement, paramsOf({ ...filter, organization, after }));
    },
    async count(organization: OrganizationId, filter: ActivityFilter = {}): Promise<number> {
      const statement = compile<Page, { count: number | string }>((param) =>
        filtered(database, param, filter)
          .clearSelect()
          .select({ count: database.knex.raw('count(*)') }),
      );
      const [row] = await database.read({ organization }, statement, paramsOf({ ...filter, organization }));
      return Number(row!.count);
    },
    /** Returns at most `limit` entries, newest first. */
    newest(
      organization: OrganizationId,
      { limit = NEWEST, ...filter }: ActivityFilter & { limit?: number } = {},
    ): Promise<ActivityRow[]> {
      const statement = compile<Page, ActivityRow>((param) =>
        filtered(database, param, filter).orderBy(orderOf(database, filter), 'desc').limit(limit),
      );
      return database.read({ organization }, statement, paramsOf({ ...filter, organization }));
    },
  };
}

/** Yields all pages in order. Reads a page while the caller works on the one before. */
export async function* pagesOf(read: ReadPage): AsyncGenerator<ActivityRow[]> {
  let page = await read(BEFORE_ALL);
  while (page.length > 0) {
    const last = page.at(-1)!;
    const next = readOn(read, last);
    next.catch(() => undefined); // the caller may stop before
    yield page;
    page = await next;
    // Callers may have appended entries since, and this caller may know of them.
    if (page.length === 0) page = await readOn(read, last);
  }
}

/** Yields every entry in order. */
export async function* rowsOf(read: ReadPage): AsyncGenerator<ActivityRow> {
  for await (const page of pagesOf(read)) yield* page;
}

/** Reads on from an entry. In PostgreSQL, a forged entry may have the number of the last one of a page. */
async function readOn(read: ReadPage, last: ActivityRow): Promise<ActivityRow[]> {
  const rows = await read(last.sequence - 1);
  return rows.filter(
    ({ sequence, id, hash }) => sequence > last.sequence || id !== last.id || hash !== last.hash,
  );
}
