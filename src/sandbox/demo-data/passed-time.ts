// What time changed in the demo records before a world begins, among the entries of the demo log.
import { createHash } from 'node:crypto';
import type { ActivityRow } from '../../server/audit/chain';
import { SYSTEM } from '../../server/audit/entry';
import type { Fields } from '../../contract/record-model';
import { typeIdOf } from '../ids';
import { type Stored, turnsBetween } from '../world/time';
import { MARK, TURNING } from '../world/views';

type Content = Record<'sandbox_records' | 'activity', Fields[]>;

/** Adds the entries of a world's past to its content, and the mark up to which the log has them. */
export async function withPassedTime<Snapshot extends Content>(
  snapshot: Snapshot,
  now: Date,
): Promise<Snapshot> {
  const stored: Stored = {};
  for (const { collection, record, deleted } of snapshot.sandbox_records)
    if (TURNING.includes(String(collection)) && deleted === 0)
      (stored[String(collection)] ??= []).push(JSON.parse(String(record)) as Fields);
  const turns = await turnsBetween(stored, 0, now.getTime());
  const passed = turns.map(({ at, activity: { resourceType, resourceId, changes, ...activity } }) => {
    const digest = createHash('sha256').update(`${resourceId} ${at} ${activity.description}`).digest();
    return {
      ...activity,
      id: typeIdOf('act', at, digest.subarray(0, 16)),
      occurred_at: new Date(at).toISOString(),
      actor_type: SYSTEM.actorType,
      actor_id: SYSTEM.actorId,
      resource_type: resourceType,
      resource_id: resourceId,
      changes: JSON.stringify(changes),
      request_id: null,
      source_address: null,
      user_agent: null,
      ...{ previous_hash: '', hash: '' }, // the copy is chained anew
    };
  });
  const rows = [...(snapshot.activity as unknown as ActivityRow[]), ...passed];
  const activity = rows
    .map((row, index) => ({ row, index }))
    .sort((one, other) => one.row.occurred_at.localeCompare(other.row.occurred_at) || one.index - other.index)
    .map(({ row }, index) => ({ ...row, sequence: index + 1 }));
  const mark = { id: MARK.id, until: now.getTime(), $sequence: 1 };
  const marked = { ...MARK, sequence: 1, record: JSON.stringify(mark), deleted: 0 };
  return { ...snapshot, activity, sandbox_records: [...snapshot.sandbox_records, marked] };
}
