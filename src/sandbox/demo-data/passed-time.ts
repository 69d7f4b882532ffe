// What happened to the demo records before a world begins, besides the entries of the demo log: the changes of time,
// and the sending of invitations, whose tokens would have expired otherwise.
import type { ActivityRow } from '../../server/audit/chain';
import { SYSTEM } from '../../server/audit/entry';
import type { Fields } from '../../contract/record-model';
import { sent } from '../../server/resources/invitations/invitation-rules';
import { type Stored, turnsBetween } from '../world/time';
import { MARK, TURNING } from '../world/views';
import { byTime, changeEntry, createdEntry, pastEntry } from './histories';

type Content = Record<'sandbox_records' | 'activity', Fields[]>;

/** Sends pending invitations: again, or for the first time in a world whose clock shows an earlier day. */
function sendAgain(rows: Fields[], now: Date): { records: Fields[]; entries: ActivityRow[] } {
  const entries: ActivityRow[] = [];
  const records = rows.map((row) => {
    const record = row.collection === 'Invitation' ? (JSON.parse(String(row.record)) as Fields) : {};
    if (record.status !== 'pending') return row;
    const [at, by, sets] = [now.toISOString(), String(record.invitedBy), sent(now)];
    const sentNow = { ...record, ...sets };
    const isAgain = String(record.createdAt) < at;
    entries.push(
      isAgain
        ? changeEntry('Invitation', record, { at, by, sets })
        : createdEntry('Invitation', sentNow, by)!,
    );
    return { ...row, record: JSON.stringify(sentNow) };
  });
  return { records, entries };
}

/** Adds the entries of a world's past to its content, which it changes, and the mark up to which the log has them. */
export async function withPassedTime<Snapshot extends Content>(
  snapshot: Snapshot,
  now: Date,
): Promise<Snapshot> {
  const stored: Stored = {};
  for (const { collection, record, deleted } of snapshot.sandbox_records)
    if (TURNING.includes(String(collection)) && deleted === 0)
      (stored[String(collection)] ??= []).push(JSON.parse(String(record)) as Fields);
  const turns = await turnsBetween(stored, 0, now.getTime());
  const { records, entries } = sendAgain(snapshot.sandbox_records, now);
  const rows = [
    ...(snapshot.activity as unknown as ActivityRow[]),
    ...turns.map(({ at, activity }) => pastEntry(new Date(at).toISOString(), SYSTEM.actorId, activity)),
    ...entries,
  ];
  const activity = [...new Map(rows.map((row) => [row.id, row])).values()] // a creation may have another content
    .sort(byTime);
  activity.forEach((row, index) => (row.sequence = index + 1));
  const mark = { id: MARK.id, until: now.getTime(), $sequence: 1 };
  const marked = { ...MARK, sequence: 1, record: JSON.stringify(mark), deleted: 0 };
  return { ...snapshot, activity, sandbox_records: [...records, marked] };
}
