// Where receipts stay: two files, never written over.
// A receipt for people, such as auditors: the same as the JSON, as a page.
import { join } from 'node:path';
import { resolveBeside, relativeName, readJsonIfExists, writeFileAtomically } from './files';
import { RECEIPT_SCHEMA, requireSchema } from './plan/plan-file';
import { printable, fileError } from './errors';
import type { Receipt, ReceiptChange } from './receipt';
import { ASSET_FIELDS } from './inventory';
import { isMove, isReclassification, isRename } from './plan/change';

/** Gives the two files. The state is named from where they stand, so that all can move together. */
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
    throw fileError(file, 'is not a receipt of this program: give its JSON file');
  requireSchema(RECEIPT_SCHEMA, file, 'receipt', found);
  const receipt = found as Receipt;
  return { ...receipt, state: { file: resolveBeside(file, receipt.state.file) } };
}

const requestsOf = ({ request_id: id, temporary_name: temporary }: ReceiptChange): string =>
  [
    ...(temporary ? [`${temporary.request_id} (to ${temporary.name})`] : []),
    ...(id === undefined ? [] : [id]),
  ].join(', ');

/** What Markdown would take for more than a character: marks, links, entities; not the _ within a name, which is none and would stand in the way of who looks for an id. */
const MARKS = /[\\`*~[\]|&]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])|(?<=\bwww)\.|:(?=\/\/)/gi;

/** In a cell of a table, where nothing that a name may hold is a link, a picture or a mark. */
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

function proofLines({ proof, converged }: Receipt): string[] {
  if (!proof) return ['No last list could be read: nothing is proven.', ''];
  return [
    `Read again at ${proof.at}: ${proof.assets} assets, SHA-256 \`${proof.digest}\`.`,
    `Every change that was done is there: ${proof.changes_hold ? 'yes' : '**no**'}. What needed no change still needs none: ${proof.unchanged_hold ? 'yes' : '**no**'}. The inventory is as the source says: ${converged ? 'yes' : '**no**'}.`,
    '',
  ];
}

function claimLines(claims: readonly ReceiptChange[]): string[] {
  if (claims.length === 0) return [];
  const rows = claims.map((claim) => {
    const outcome = claim.message === undefined ? claim.outcome : `${claim.outcome}: ${claim.message}`;
    return [claim.asset_id, claim.key, outcome, claim.at, requestsOf(claim)];
  });
  const sentence =
    'The source wrote these assets without a change of a field, so that other sources see that they have an owner.';
  return ['## Claimed', '', sentence, '', ...table(['Asset', 'Key', 'Outcome', 'Ended', 'Request id'], rows)];
}

export function toMarkdown(receipt: Receipt): string {
  const { source, counts, changes, claims = [], adopted, kept, not_synced: rest } = receipt;
  const facts: [string, string | undefined][] = [
    ['Plan', receipt.plan],
    ['Undoes the plan', receipt.undoes],
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
      `${receipt.converged ? 'converged' : 'not converged'} (exit status ${receipt.exit_status})${receipt.stopped === undefined ? '' : `; ended early: ${receipt.stopped}`}`,
    ],
    [
      'Changes',
      Object.entries(counts)
        .filter(([, count]) => count > 0)
        .map(([outcome, count]) => `${count} ${outcome}`)
        .join(', ') || 'none',
    ],
    [
      'Changes sent again',
      `${receipt.retries}; waited ${receipt.waited_ms} ms for the network and the rate limit`,
    ],
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
          'Assets that were there, which the source owns from now on.',
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
          'Owned by the source, and not in it any more.',
          '',
          ...table(
            ['Asset', 'Name', 'Key'],
            kept.map(({ id, name, key }) => [id, name, key]),
          ),
        ]
      : []),
    ...(notSynced.length > 0
      ? ['## Rows that were not synced', '', ...table(['Line', 'Key', 'Why'], notSynced)]
      : []),
    ...(rest.possible_renames.length > 0
      ? [
          '## Possible renames, left alone',
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
