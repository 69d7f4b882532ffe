// Reads an organization's log in pages, in order or newest first.
import { nameDigest } from '../../base/digest';
import type { ReadSource } from '../../database/database';
import { type Query, once } from '../../database/statement';
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

function matching(
  { knex }: Pick<ReadSource, 'knex'>,
  organization_id: OrganizationId,
  filter: ActivityFilter,
): Query {
  const { since, until, actorId, actorIds, operation, resourceType, resourceId, before, name } = filter;
  const equal = { actor_id: actorId, operation, resource_type: resourceType, resource_id: resourceId };
  const query = knex('activity').where({ organization_id });
  for (const [column, value] of Object.entries(equal)) if (value !== undefined) query.where(column, value);
  if (since !== undefined) query.where('occurred_at', '>=', since);
  if (until !== undefined) query.where('occurred_at', '<', until);
  if (actorIds) query.whereIn('actor_id', actorIds);
  if (before !== undefined) query.where('sequence', '<', before);
  if (name !== undefined)
    query.whereIn(
      ['resource_type', 'resource_id'],
      knex('activity_names')
        .select('resource_type', 'resource_id')
        .where({ organization_id, name_digest: nameDigest(name) }),
    );
  return query;
}

/** With a name, the order is no column, so that a database begins with the records of the name, not with the log. */
const selectOrder = ({ knex }: Pick<ReadSource, 'knex'>, { name }: ActivityFilter) =>
  name === undefined ? 'sequence' : knex.raw('sequence + 0');

export function createActivityReader(database: ReadSource) {
  const selectHead = compileSelectHead(database);

  return {
    async head(organization: OrganizationId): Promise<Head | undefined> {
      const [head] = await database.read({ organization }, selectHead, { organization });
      return head;
    },
    pages(organization: OrganizationId, filter: ActivityFilter = {}): ReadPage {
      const all = matching(database, organization, filter).orderBy(selectOrder(database, filter)).limit(PAGE);
      return (after) =>
        database.read({ organization }, once<ActivityRow>(all.clone().where('sequence', '>', after)), {});
    },
    async count(organization: OrganizationId, filter: ActivityFilter = {}): Promise<number> {
      const count = matching(database, organization, filter).count({ count: '*' });
      const [row] = await database.read({ organization }, once<{ count: number | string }>(count), {});
      return Number(row!.count);
    },
    /** Returns at most `limit` entries, newest first. */
    newest(
      organization: OrganizationId,
      { limit = NEWEST, ...filter }: ActivityFilter & { limit?: number } = {},
    ): Promise<ActivityRow[]> {
      const newest = matching(database, organization, filter)
        .orderBy(selectOrder(database, filter), 'desc')
        .limit(limit);
      return database.read({ organization }, once<ActivityRow>(newest), {});
    },
  };
}

/** Yields all pages in order. Reads a page while the caller works on the one before. */
export async function* readPages(read: ReadPage): AsyncGenerator<ActivityRow[]> {
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
export async function* readRows(read: ReadPage): AsyncGenerator<ActivityRow> {
  for await (const page of readPages(read)) yield* page;
}

/** Reads on from an entry. In PostgreSQL, a forged entry may have the number of the last one of a page. */
async function readOn(read: ReadPage, last: ActivityRow): Promise<ActivityRow[]> {
  const rows = await read(last.sequence - 1);
  return rows.filter(
    ({ sequence, id, hash }) => sequence > last.sequence || id !== last.id || hash !== last.hash,
  );
}
