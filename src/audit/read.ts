// Reads an organization's chain in pages, in its own order or the newest first: however long it is, little of it is in memory.
import { setImmediate } from 'node:timers/promises';
import type { ReadSource } from '../database/database';
import { type Placeholder, compile } from '../database/statement';
import type { OrganizationId } from '../organizations/organization';
import { type Head, compileSelectHead } from './append';
import type { ActivityRow } from './chain';

export interface ActivityFilter {
  /** Entries from this moment on, in ISO 8601. */
  since?: string | undefined;
  /** Entries before this moment. */
  until?: string | undefined;
  actorId?: string | undefined;
  resourceType?: string | undefined;
  resourceId?: string | undefined;
}

/** Entries after one, and none when there are no more. */
export type ReadPage = (after: number) => Promise<ActivityRow[]>;

export interface ActivityReader {
  head(organization: OrganizationId): Promise<Head | undefined>;
  pages(organization: OrganizationId, filter?: ActivityFilter): ReadPage;
  /** The newest entries, the newest first: those before the one with the sequence `before`, where that is given. NEWEST at most: when there are as many, there may be more. */
  newest(
    organization: OrganizationId,
    filter?: ActivityFilter & { before?: number | undefined },
  ): Promise<ActivityRow[]>;
}

/** Before the first entry, and before what was put in front of it: the least that the column's type holds. */
const BEFORE_ALL = -2_147_483_648;

const PAGE = 500;
/** What somebody looks at. */
export const NEWEST = 50;
/** After every entry. */
const AFTER_ALL = 2_147_483_647;

type Page = { organization: OrganizationId; place: number } & ActivityFilter;

function filtered({ knex }: Pick<ReadSource, 'knex'>, param: Placeholder<Page>, filter: ActivityFilter) {
  const query = knex('activity').select('*').where('organization_id', param('organization'));
  if (filter.since !== undefined) query.where('occurred_at', '>=', param('since'));
  if (filter.until !== undefined) query.where('occurred_at', '<', param('until'));
  if (filter.actorId !== undefined) query.where('actor_id', param('actorId'));
  if (filter.resourceType !== undefined) query.where('resource_type', param('resourceType'));
  if (filter.resourceId !== undefined) query.where('resource_id', param('resourceId'));
  return query;
}

export function createActivityReader(database: ReadSource): ActivityReader {
  const selectHead = compileSelectHead(database);

  return {
    async head(organization) {
      const [head] = await database.read({ organization }, selectHead, { organization });
      return head;
    },
    pages(organization, filter = {}) {
      const statement = compile<Page, ActivityRow>((param) =>
        filtered(database, param, filter)
          .where('sequence', '>', param('place'))
          .orderBy('sequence')
          .limit(PAGE),
      );
      return (after) => database.read({ organization }, statement, { ...filter, organization, place: after });
    },
    newest(organization, { before = AFTER_ALL, ...filter } = {}) {
      const statement = compile<Page, ActivityRow>((param) =>
        filtered(database, param, filter)
          .where('sequence', '<', param('place'))
          .orderBy('sequence', 'desc')
          .limit(NEWEST),
      );
      return database.read({ organization }, statement, { ...filter, organization, place: before });
    },
  };
}

/** Yields every entry of the pages in order, and yields to the event loop between two pages. */
export async function* rowsOf(read: ReadPage): AsyncGenerator<ActivityRow> {
  let page = await read(BEFORE_ALL);
  while (page.length > 0) {
    yield* page;
    await setImmediate();
    page = await read(page.at(-1)!.sequence);
  }
}
