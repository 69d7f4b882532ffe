// The activity operations: the log of the organization, with the changes of released and planned operations.
import { type ActivityRow, toEntry } from '../../audit/chain';
import { rowsOf } from '../../audit/read';
import { notFound } from '../../errors';
import type { AnyCall, Behavior } from './behavior';
import { limitOf, pageOf, readCursor, requireRanges } from './lists';
import { collectionNamed } from './rules';

const dayAfter = (day: string): string => new Date(Date.parse(day) + 86_400_000).toISOString();

const listActivityLogs: Behavior<'listActivityLogs'> = {
  async run({ stores: { activity }, organization: { id }, model }, typed) {
    const call = typed as unknown as AnyCall;
    const before = readCursor(call);
    requireRanges(call.query);
    const { from: since, to, actorId, resourceType } = typed.query;
    const filter = { since, until: to && dayAfter(to), actorId, resourceType };
    const limit = limitOf(call)!;
    const rows = await activity.newest(id, { ...filter, before, limit: limit + 1 });
    const page = rows.slice(0, limit);
    const last = rows.length > limit ? page.at(-1)!.sequence : undefined;
    return { body: pageOf(model, call, page.map(toEntry), await activity.count(id, filter), last) };
  },
};

const getActivityLogsByEntity: Behavior<'getActivityLogsByEntity'> = {
  async run(world, { params }) {
    const rows: ActivityRow[] = [];
    const pages = world.stores.activity.pages(world.organization.id, params);
    for await (const row of rowsOf(pages)) rows.push(row);
    const { resourceType, resourceId } = params;
    if (rows.length === 0 && !(await world.find(collectionNamed(resourceType), resourceId))) throw notFound();
    return { body: { data: rows.map(toEntry), total: rows.length } };
  },
};

export const activity = { listActivityLogs, getActivityLogsByEntity };
