// The activity operations: the log of the organization, with the changes of released and planned operations.
import { type ActivityRow, toEntry } from '../audit/chain';
import { readRows } from '../audit/read';
import { toEnd } from '../../base/day';
import { requireRanges } from '../../contract/list-filters';
import { collectionNamed } from '../../contract/record-model';
import { noRecord } from '../../base/errors';
import type { Behaviors } from './behavior';
import { parseLimit, createPage, readCursor } from './lists';

/** Of a user and their key, the contract shows the user. */
const shown = (row: ActivityRow) => ({ ...toEntry(row), keyId: undefined });

export const activity = {
  listActivityLogs: {
    async run(world, call) {
      const {
        stores,
        organization: { id },
      } = world;
      const before = readCursor(world, call);
      requireRanges(call.query);
      const { from: since, to, actorId, resourceType } = call.query;
      const filter = { since, until: to && toEnd(to), actorId, resourceType };
      const limit = parseLimit(call)!;
      const rows = await stores.activity.newest(id, { ...filter, before, limit: limit + 1 });
      const page = rows.slice(0, limit);
      const last = rows.length > limit ? page.at(-1)!.sequence : undefined;
      return createPage(world, call, page.map(shown), await stores.activity.count(id, filter), last);
    },
  },
  getActivityLogsByEntity: {
    async run(world, { params }) {
      const rows: ActivityRow[] = [];
      const resourceType = params.resourceType.replaceAll('_', '-');
      const { resourceId } = params;
      const pages = world.stores.activity.pages(world.organization.id, { resourceType, resourceId });
      for await (const row of readRows(pages)) rows.push(row);
      const isKnown = rows.length > 0 || (await world.find(collectionNamed(resourceType), resourceId));
      if (!isKnown) throw noRecord(resourceType.replaceAll('-', ' '));
      return { body: { data: rows.map(shown), total: rows.length } };
    },
  },
} satisfies Behaviors<'Facility'>;
