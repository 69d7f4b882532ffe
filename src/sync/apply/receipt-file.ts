// Writes receipts as JSON, Markdown and CSV, and reads the JSON.
import { join } from 'node:path';
import { csvLine } from '../../base/csv/write';
import { markdownOf } from '../../base/report/markdown';
import { type Table, limitRows, linesOf } from '../../base/report/report';
import { fileError } from '../errors';
import { readJsonIfExists, relativeName, resolveBeside, writeFileAtomically } from '../files/files';
import { RECEIPT_SCHEMA, requireSchema } from '../plan/plan-schema';
import type { Receipt } from './receipt';
import { receiptReport } from './receipt-report';

/** A ticket shows a table of this size. All rows of a larger one are in a CSV file beside the receipt. */
const MAX_ROWS = 100;

const csvOf = ({ columns, rows }: Table): string =>
  [columns, ...[...rows].map((row) => row.map((cell) => linesOf(cell).join('; ')))].map(csvLine).join('');

/** Returns the Markdown of a receipt, and the contents of its CSV files by name. */
function documentsOf(receipt: Receipt, name: string): { markdown: string; attachments: Map<string, string> } {
  const report = receiptReport(receipt);
  const attachments = new Map<string, string>();
  const tables = report.tables.map((table) => {
    const file = `${name}-${table.heading.replace(/:.*/, '').toLowerCase().replace(/\W+/g, '-')}.csv`;
    const limited = limitRows(table, MAX_ROWS, `All rows are in ${file}.`);
    if (limited !== table) attachments.set(file, csvOf(table));
    return limited;
  });
  return { markdown: markdownOf({ ...report, tables }), attachments };
}

/** Writes a receipt and returns the names of its files. The state file is relative to their folder. */
export async function writeReceipt(folder: string, made: Receipt): Promise<string[]> {
  const name = `receipt-${made.ended_at.replace(/[:.]/g, '-')}-${made.plan.slice(0, 8)}`;
  const json = `${name}.json`;
  const receipt: Receipt = {
    ...made,
    state: { file: relativeName(join(folder, json), made.state.file) },
  };
  const { markdown, attachments } = documentsOf(receipt, name);
  const files = [[json, `${JSON.stringify(receipt, null, 1)}\n`], [`${name}.md`, markdown], ...attachments];
  for (const [file, text] of files) await writeFileAtomically(join(folder, file!), text!, { replace: false });
  return files.map(([file]) => join(folder, file!));
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
