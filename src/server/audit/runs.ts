// Groups the entries of one run: of an import, or of a sync plan. Pure.
import type { ActivityRow } from './chain';

export interface Run {
  /** Equal for the entries of one run. */
  key: string;
  name: string;
}

/** The sync client names its requests by the plan and the step. */
const SYNC_REQUEST = /^(sync-[0-9a-f]{16})-\d+$/;

/**
 * Returns the run of an entry; undefined for a change of its own. An import is one transaction of an operator, and its
 * entries have one time.
 */
export function runOf(row: ActivityRow): Run | undefined {
  const plan = SYNC_REQUEST.exec(row.request_id ?? '')?.[1];
  if (plan !== undefined) return { key: `${row.actor_id} ${plan}`, name: `Sync plan ${plan.slice(5)}` };
  if (row.operation !== 'imported' || row.request_id !== null) return undefined;
  return { key: `${row.actor_id} ${row.occurred_at}`, name: `Import at ${row.occurred_at}` };
}

/** Groups entries that follow each other and belong to one run. Every other entry is a group of its own. */
export function groupRuns<Row extends ActivityRow>(
  rows: readonly Row[],
): { run: Run | undefined; rows: [Row, ...Row[]] }[] {
  const groups: { run: Run | undefined; rows: [Row, ...Row[]] }[] = [];
  for (const row of rows) {
    const run = runOf(row);
    const last = groups.at(-1);
    if (run && last?.run?.key === run.key) last.rows.push(row);
    else groups.push({ run, rows: [row] });
  }
  return groups;
}

/** Returns for example `Import at 2026-06-30T08:15:00.000Z: 2,000 entries`. */
export const runInWords = ({ name }: Run, entries: number): string =>
  `${name}: ${entries.toLocaleString('en-US')} ${entries === 1 ? 'entry' : 'entries'}`;
