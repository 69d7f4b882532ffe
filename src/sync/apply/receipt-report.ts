// Reports a receipt: the outcome first, then the proof, the changes, and the facts of the plan. Reports the receipts of
// several days on one page: each run, the ratings it changed, and the rows that are left.
import { type Fact, type Report, type Row, type Table, counted, listFacts } from '../../base/report/report';
import {
  type SystemNames,
  formatName,
  ratingTables,
  formatChange,
  assetTables,
  getNotSynced,
  approvalFacts,
  leftOutTables,
  planFacts,
  keptTables,
  notSyncedTables,
  possibleRenameTables,
} from '../plan/report-parts';
import { EXIT } from '../errors';
import type { Receipt, ReceiptChange } from '../../../generated/files';
import { formatCount, pluralize } from '../../base/text';

/** The outcome in a word and in a sentence, by exit status. */
const OUTCOMES: Record<number, [word: string, sentence: string]> = {
  [EXIT.converged]: ['converged', 'Converged: the inventory matches the source.'],
  [EXIT.partial]: ['partial', 'The inventory does not fully match the source. See the receipt.'],
  [EXIT.stale]: [
    'stale',
    'The inventory changed after the plan was made. Changed assets were kept. Plan again.',
  ],
};

export const outcomeText = ({ exit_status: status }: Receipt): string => OUTCOMES[status]![1];

export const OUTCOME_COLUMNS = ['operation', 'done', 'by others', 'not done'];

export const outcomeRows = ({ changes }: Receipt): string[][] =>
  (['create', 'update', 'delete'] as const).map((operation) => {
    const of = changes.filter((change) => change.operation === operation);
    const [done, already] = ['done', 'already'].map(
      (outcome) => of.filter((change) => change.outcome === outcome).length,
    ) as [number, number];
    return [operation, ...[done, already, of.length - done - already].map(String)];
  });

const listRequests = ({ request_id: id, temporary_name: temporary }: ReceiptChange): string[] => [
  ...(temporary ? [`${temporary.request_id} (to ${temporary.name})`] : []),
  ...(id === undefined ? [] : [id]),
];

const CHANGE_COLUMNS = ['Asset', 'Id', 'Key', 'Change', 'Outcome', 'Ended', 'Request id'];

const changeRow = (change: ReceiptChange, words: string[]): Row => [
  formatName(change),
  change.asset_id ?? '',
  change.key,
  words,
  change.message === undefined ? change.outcome : `${change.outcome}: ${change.message}`,
  change.at ?? '',
  listRequests(change),
];

const changeTables = (changes: readonly ReceiptChange[], systems: SystemNames): Table[] =>
  counted({
    heading: 'Changes',
    columns: CHANGE_COLUMNS,
    rows: changes.map((change) => changeRow(change, formatChange(change, systems))),
  });

const claimTables = (claims: readonly ReceiptChange[]): Table[] =>
  counted({
    heading: 'Claimed',
    note: 'The source wrote the name of these assets in another letter case and back, which shows the owner to other sources.',
    columns: CHANGE_COLUMNS,
    rows: claims.map((claim) => changeRow(claim, ['Name in another case and back'])),
  });

const yes = (value: boolean): string => (value ? 'yes' : 'NO');

function proofFacts({ proof, converged }: Receipt): Fact[] {
  if (!proof) return [['Proof', 'none: the assets could not be read after the apply']];
  return [
    ['The inventory matches the source', yes(converged)],
    ['All changes are in the inventory', yes(proof.changes_hold)],
    ['Unchanged assets are still unchanged', yes(proof.unchanged_hold)],
    ['Assets read again', `${proof.at}, ${formatCount(proof.assets)} assets, SHA-256 ${proof.digest}`],
  ];
}

export function receiptReport(receipt: Receipt): Report {
  const { changes, claims = [], adopted, kept, systems = {}, not_synced: rest } = receipt;
  return {
    title: 'Sync receipt',
    summary: [
      outcomeText(receipt),
      ...(receipt.stopped === undefined ? [] : [`The apply ended early: ${receipt.stopped}`]),
    ],
    facts: [
      ...approvalFacts(receipt),
      ['Applied', `${receipt.started_at} to ${receipt.ended_at} by ${receipt.applied_by}`],
      ['Exit status', String(receipt.exit_status)],
      ...proofFacts(receipt),
      ...listFacts({ Plan: receipt.plan, 'Undoes plan': receipt.undoes }),
      ['Planned', `${receipt.planned_at} by ${receipt.planned_by}`],
      ...planFacts(receipt),
      ['Retries', `${formatCount(receipt.retries)}; total wait ${formatCount(receipt.waited_ms)} ms`],
    ],
    tables: [
      { heading: 'Summary', columns: OUTCOME_COLUMNS, rows: outcomeRows(receipt) },
      ...ratingTables('Planned changes by impact rating', changes),
      ...notSyncedTables(rest),
      ...changeTables(changes, systems),
      ...assetTables('Adopted', 'The source owns these existing assets since this apply.', adopted),
      ...claimTables(claims),
      ...keptTables(kept, 'The source owns these assets and no longer contains them. They were not deleted.'),
      ...possibleRenameTables(rest.possible_renames),
      ...leftOutTables(receipt.source.rows),
    ],
  };
}

/** The changes done by operation: created, updated, deleted. The last cell is the number of those not done. */
const listCounts = (receipt: Receipt): string[] => {
  const rows = outcomeRows(receipt);
  const notDone = rows.reduce((sum, [, , , count]) => sum + Number(count), 0);
  return [...rows.map(([, done]) => formatCount(Number(done))), formatCount(notDone)];
};

function remainingTables(receipts: readonly Receipt[]): Table[] {
  const last = new Map(receipts.map((receipt) => [receipt.source.name, receipt]));
  return [...last].flatMap(([source, { not_synced: rest }]) =>
    notSyncedTables(rest).map((table) => ({ ...table, heading: `${source}: ${table.heading}` })),
  );
}

/** `from`: the beginning of the report. */
export function receiptsReport(receipts: readonly Receipt[], from: Date): Report {
  const changes = receipts.flatMap((receipt) => receipt.changes);
  const converged = receipts.filter((receipt) => receipt.converged).length;
  const runs = `${pluralize(receipts.length, 'run')}, ${formatCount(converged)} converged`;
  return {
    title: 'Sync report',
    summary: [receipts.length === 0 ? 'No sync has written a receipt in this time.' : `${runs}.`],
    facts: [['Runs since', from.toISOString()]],
    tables: [
      ...counted({
        heading: 'Runs',
        columns: [
          'Ended',
          'Source',
          'Created',
          'Updated',
          'Deleted',
          'Not done',
          'Rows not synced',
          'Outcome',
          'Change',
          'Plan',
        ],
        rows: receipts.map((receipt) => [
          receipt.ended_at,
          receipt.source.name,
          ...listCounts(receipt),
          formatCount(getNotSynced(receipt.not_synced)),
          receipt.stopped ?? OUTCOMES[receipt.exit_status]?.[0] ?? String(receipt.exit_status),
          receipt.approval?.change ?? '',
          receipt.plan.slice(0, 8),
        ]),
      }),
      ...ratingTables('Changes by impact rating', changes),
      ...remainingTables(receipts),
    ],
  };
}
