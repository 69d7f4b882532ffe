// The activity operations: the log of the organization, with the changes of released and planned operations.
import { toEntry } from '../../audit/chain';
import { rowsOf } from '../../audit/read';
import { notFound } from '../../errors';
import type { Behaviors } from './behavior';
import { limitOf, pageOf, readCursor, requireRanges } from './lists';
import type { Fields } from './model';
import { collectionNamed } from './references';

const DAY = 86_400_000;

const dayAfter = (day: unknown): string => new Date(Date.parse(String(day)) + DAY).toISOString();
const optional = (value: unknown): string | undefined => value as string | undefined;
const entryOf = (row: Parameters<typeof toEntry>[0]) => toEntry(row) as unknown as Fields;

export const activity = {
  listActivityLogs: {
    async run({ log, organization, model }, call) {
      const before = readCursor(call);
      requireRanges(call.query);
      const { from, to, actorId, resourceType } = call.query;
      const filter = {
        since: optional(from),
        until: to === undefined ? undefined : dayAfter(to),
        actorId: optional(actorId),
        resourceType: optional(resourceType),
      };
      const limit = limitOf(call)!;
      const rows = await log.newest(organization.id, { ...filter, before, limit: limit + 1 });
      const page = rows.slice(0, limit);
      const last = rows.length > limit ? page.at(-1)!.sequence : undefined;
      return { body: pageOf(model, call, page.map(entryOf), await log.count(organization.id, filter), last) };
    },
  },
  getActivityLogsByEntity: {
    async run(world, { params }) {
      const [resourceType, resourceId] = [String(params['resourceType']), String(params['resourceId'])];
      const data: Fields[] = [];
      const pages = world.log.pages(world.organization.id, { resourceType, resourceId });
      for await (const row of rowsOf(pages)) data.push(entryOf(row));
      const isKnown = data.length > 0 || (await world.find(collectionNamed(resourceType), resourceId));
      if (!isKnown) throw notFound();
      return { body: { data, total: data.length } };
    },
  },
} satisfies Behaviors;
