// Writes receipts as JSON and Markdown, and reads the JSON.
import { join } from 'node:path';
import { readJsonIfExists, relativeName, resolveBeside, writeFileAtomically } from './files';
import { RECEIPT_SCHEMA, requireSchema } from './plan/plan-file';
import { fileError, formatCount, printable } from './errors';
import type { Receipt, ReceiptChange } from './receipt';
import { ASSET_FIELDS } from './inventory';
import { isMove, isReclassification, isRename } from './plan/change';

/** Writes a receipt and returns the names of its two files. The state file is relative to their folder. */
export async function writeReceipt(folder: string, made: Receipt): Promise<string[]> {
  const name = join(folder, `receipt-${made.ended_at.replace(/[:.]/g, '-')}-${made.plan.slice(0, 8)}`);
  const receipt: Receipt = { ...made, state: { file: relativeName(`${name}.json`, made.state.file) } };
  const files = {
    [`${name}.json`]: `${JSON.stringify(receipt, null, 1)}\n`,
    [`${name}.md`]: toMarkdown(receipt),
  };
  for (const [file, text] of Object.entries(files)) await writeFileAtomically(file, text, { replace: false });
  return Object.keys(files);
}

/** @throws SyncError. */
export async function readReceipt(file: string): Promise<Receipt> {
  const found = (await readJsonIfExists(file)) as Partial<Receipt> | undefined;
  if (found === undefined) throw fileError(file, 'does not exist');
  if (
    found?.version !== 1 ||
    !Array.isArray(found.changes) ||
    !Array.isArray(found.adopted) ||
    found.source === undefined
  )
    throw fileError(file, 'is not a receipt of this program; pass the JSON file of a receipt');
  requireSchema(RECEIPT_SCHEMA, file, 'receipt', found);
  const receipt = found as Receipt;
  return { ...receipt, state: { file: resolveBeside(file, receipt.state.file) } };
}

const requestsOf = ({ request_id: id, temporary_name: temporary }: ReceiptChange): string =>
  [
    ...(temporary ? [`${temporary.request_id} (to ${temporary.name})`] : []),
    ...(id === undefined ? [] : [id]),
  ].join(', ');

/** Characters with a meaning in Markdown. An underscore within a word has none and stays searchable. */
const MARKS = /[\\`*~[\]|&]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])|(?<=\bwww)\.|:(?=\/\/)/gi;

/** Escapes a text for a cell of a Markdown table. */
const markdownCell = (text: string | undefined): string =>
  printable(text ?? '')
    .replace(MARKS, '\\$&')
    .replaceAll('<', '&lt;') || '–';

const table = (heads: string[], rows: (string | undefined)[][]): string[] => [
  `| ${heads.join(' | ')} |`,
  `|${heads.map(() => '---|').join('')}`,
  ...rows.map((row) => `| ${row.map(markdownCell).join(' | ')} |`),
  '',
];

function difference(change: ReceiptChange): string {
  if (change.operation === 'create')
    return ASSET_FIELDS.map((field) => `${field}: ${change.after[field]}`)
      .concat(`impact_rating: ${change.rating.after}`)
      .join('; ');
  if (change.operation === 'delete')
    return ASSET_FIELDS.map((field) => `${field}: ${change.before[field]}`)
      .concat(`impact_rating: ${change.rating.before}`)
      .join('; ');
  const { before, after, rating } = change;
  const fields = ASSET_FIELDS.filter((field) => before[field] !== after[field]).map(
    (field) => `${field}: ${before[field]} → ${after[field]}`,
  );
  return [
    ...(isReclassification(change) ? [`impact_rating: ${rating.before} → ${rating.after}`] : []),
    ...fields,
  ].join('; ');
}

function kindOf(change: ReceiptChange): string {
  if (change.operation !== 'update') return change.operation;
  const kinds = [
    isReclassification(change) && 'reclassify',
    isMove(change) && 'move',
    isRename(change) && 'rename',
  ].filter(Boolean);
  return kinds.length > 0 ? kinds.join(', ') : 'update';
}

const yes = (value: boolean): string => (value ? 'yes' : '**no**');

function proofLines({ proof, converged }: Receipt): string[] {
  if (!proof) return ['The assets could not be read after the apply: there is no proof.', ''];
  return [
    `- Assets read again at ${proof.at}: ${formatCount(proof.assets)}, SHA-256 \`${proof.digest}\`.`,
    `- All changes are in the inventory: ${yes(proof.changes_hold)}.`,
    `- Unchanged assets are still unchanged: ${yes(proof.unchanged_hold)}.`,
    `- The inventory matches the source: ${yes(converged)}.`,
    '',
  ];
}

function claimLines(claims: readonly ReceiptChange[]): string[] {
  if (claims.length === 0) return [];
  const rows = claims.map((claim) => {
    const outcome = claim.message === undefined ? claim.outcome : `${claim.outcome}: ${claim.message}`;
    return [claim.asset_id, claim.key, outcome, claim.at, requestsOf(claim)];
  });
  const sentence = 'The source wrote these assets without a change, which shows the owner to other sources.';
  return ['## Claimed', '', sentence, '', ...table(['Asset', 'Key', 'Outcome', 'Ended', 'Request id'], rows)];
}

export function toMarkdown(receipt: Receipt): string {
  const { source, counts, changes, claims = [], adopted, kept, not_synced: rest } = receipt;
  const facts: [string, string | undefined][] = [
    ['Plan', receipt.plan],
    ['Undoes plan', receipt.undoes],
    ['Server', receipt.server],
    ['Organization', receipt.organization ?? undefined],
    ['Source', `${source.name}, ${source.file}`],
    ['SHA-256 of the source', source.digest],
    ['SHA-256 of the map', source.map?.digest],
    ['Scope', receipt.scope.join(', ') || 'everything'],
    ['Planned', `${receipt.planned_at} by ${receipt.planned_by}`],
    ['Applied', `${receipt.started_at} to ${receipt.ended_at} by ${receipt.applied_by}`],
    [
      'Outcome',
      `${receipt.converged ? 'converged' : 'not converged'} (exit status ${receipt.exit_status})` +
        (receipt.stopped === undefined ? '' : `; ended early: ${receipt.stopped}`),
    ],
    [
      'Changes',
      Object.entries(counts)
        .filter(([, count]) => count > 0)
        .map(([outcome, count]) => `${formatCount(count)} ${outcome}`)
        .join(', ') || 'none',
    ],
    ['Retries', `${formatCount(receipt.retries)}; total wait ${formatCount(receipt.waited_ms)} ms`],
  ];
  const notSynced = [...rest.faults, ...rest.conflicts].map(({ line, key, message }) => [
    line > 0 ? String(line) : undefined,
    key,
    message,
  ]);
  return [
    '# Sync receipt',
    '',
    ...table(
      ['', ''],
      facts.filter(([, value]) => value !== undefined),
    ),
    '## Proof',
    '',
    ...proofLines(receipt),
    ...(changes.length > 0
      ? [
          '## Changes',
          '',
          ...table(
            ['Change', 'Asset', 'Key', 'Before → after', 'Outcome', 'Ended', 'Request id'],
            changes.map((change) => [
              kindOf(change),
              change.asset_id,
              change.key,
              difference(change),
              change.message === undefined ? change.outcome : `${change.outcome}: ${change.message}`,
              change.at,
              requestsOf(change),
            ]),
          ),
        ]
      : []),
    ...(adopted.length > 0
      ? [
          '## Adopted',
          '',
          'The source owns these existing assets since this apply.',
          '',
          ...table(
            ['Asset', 'Name', 'Key'],
            adopted.map(({ id, name, key }) => [id, name, key]),
          ),
        ]
      : []),
    ...claimLines(claims),
    ...(kept.length > 0
      ? [
          '## Kept',
          '',
          'The source owns these assets and no longer contains them. They were not deleted.',
          '',
          ...table(
            ['Asset', 'Name', 'Key'],
            kept.map(({ id, name, key }) => [id, name, key]),
          ),
        ]
      : []),
    ...(notSynced.length > 0
      ? ['## Rows not synced', '', ...table(['Line', 'Key', 'Reason'], notSynced)]
      : []),
    ...(rest.possible_renames.length > 0
      ? [
          '## Possible renames, not applied',
          '',
          ...table(
            ['Line', 'Key', 'Name', 'May be', 'Asset'],
            rest.possible_renames.map(({ line, key, name, current, id }) => [
              String(line),
              key,
              name,
              current,
              id,
            ]),
          ),
        ]
      : []),
  ].join('\n');
}
