// What the reports of plans and receipts say about the plan: source, rows, server and approval.
import type { Fact, Table } from '../../base/report/report';
import type { RowCounts } from './make-plan';
import type { Plan } from './plan-file';
import { formatCount } from '../../base/text';

/** Returns the rows of a source in words. */
export function rowsText({ read, taken, left_out: leftOut, not_synced: notSynced }: RowCounts): string {
  const excluded = leftOut.reduce((sum, { rows }) => sum + rows, 0);
  const [all, used, out, rest] = [read, taken, excluded, notSynced].map(formatCount);
  return `${all} read, ${used} taken, ${out} left out, ${rest} not synced`;
}

type Subject = Pick<Plan, 'server' | 'organization' | 'source' | 'scope' | 'approval'>;

/** Returns the number of the change and its approver. */
export const approvalFacts = ({ approval }: Subject): Fact[] =>
  Object.entries({ Change: approval?.change, Approver: approval?.approver }).flatMap(([term, text]) =>
    text === undefined ? [] : [[term, text] as const],
  );

export function planFacts({ server, organization, source, scope }: Subject): Fact[] {
  return [
    ['Server', server],
    ...(organization === null ? [] : [['Organization', organization] as const]),
    ['Source', `${source.name}, ${source.file}`],
    ['SHA-256 of the source', source.digest],
    ...(source.rows ? [['Rows of the source', rowsText(source.rows)] as const] : []),
    ...(source.map ? [['SHA-256 of the map', source.map.digest] as const] : []),
    ['Scope', scope.join(', ') || 'everything'],
  ];
}

/** Returns the reasons why rows were left out, if any. */
export function leftOutTables(rows: RowCounts | undefined): Table[] {
  if (!rows || rows.left_out.length === 0) return [];
  return [
    {
      heading: 'Rows left out',
      columns: ['Reason', 'Rows'],
      rows: rows.left_out.map(({ reason, rows: count }) => [reason, formatCount(count)]),
    },
  ];
}
