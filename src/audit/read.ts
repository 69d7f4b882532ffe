// Reads an organization's chain in pages, in its own order: however long it is, little of it is in memory.
import type { Database } from '../database/database';
import { compile } from '../database/statement';
import type { OrganizationId } from '../organizations/organization';
import { type Head, compileSelectHead } from './append';
import type { ActivityRow } from './chain';

export interface ActivityFilter {
  /** Entries from this moment on, in ISO 8601. */
  since?: string;
  resourceType?: string;
  resourceId?: string;
}

/** Entries after one, and none when there are no more. */
export type ReadPage = (after: number) => Promise<ActivityRow[]>;

export interface ActivityReader {
  head(organization: OrganizationId): Promise<Head | undefined>;
  pages(organization: OrganizationId, filter?: ActivityFilter): ReadPage;
}

/** Before the first entry, and before what was put in front of it: the least that the column's type holds. */
export const BEFORE_ALL = -2_147_483_648;

const PAGE = 1000;

export function createActivityReader(database: Database): ActivityReader {
  const { knex } = database;
  const selectHead = compileSelectHead(database);
  type Page = { organization: OrganizationId; after: number } & ActivityFilter;

  return {
    async head(organization) {
      const [head] = await database.read({ organization }, selectHead, { organization });
      return head;
    },
    pages(organization, filter = {}) {
      const statement = compile<Page, ActivityRow>((param) => {
        const query = knex('activity').select('*').where('organization_id', param('organization')).where('sequence', '>', param('after')).orderBy('sequence').limit(PAGE);
        if (filter.since !== undefined) query.where('occurred_at', '>=', param('since'));
        if (filter.resourceType !== undefined) query.where('resource_type', param('resourceType'));
        if (filter.resourceId !== undefined) query.where('resource_id', param('resourceId'));
        return query;
      });
      return (after) => database.read({ organization }, statement, { organization, after, ...filter });
    },
  };
}

/** Every entry of the pages, one after the other. */
export async function* rowsOf(read: ReadPage): AsyncGenerator<ActivityRow> {
  let page = await read(BEFORE_ALL);
  while (page.length > 0) {
    yield* page;
    page = await read(page.at(-1)!.sequence);
  }
}
