// Writes receipts as JSON, Markdown and CSV, and reads the JSON of one or of a folder.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Receipt, SCHEMAS } from '../../../generated/files';
import { csvLine } from '../../base/csv/write';
import { toMarkdown } from '../../base/report/markdown';
import { type Table, limitRows, toLines } from '../../base/report/report';
import { fileError } from '../errors';
import { readJsonIfExists, relativeName, writeFileAtomically } from '../files/files';
import { requireHmac, withHmac } from '../files/trust';
import { requireSchema } from '../plan/plan-file';
import { receiptReport } from './receipt-report';

/** A ticket shows a table of this size. All rows of a larger one are in a CSV file beside the receipt. */
const MAX_ROWS = 100;

function* toCsv({ columns, rows }: Table): Generator<string> {
  yield csvLine(columns);
  for (const row of rows) yield csvLine(row.map((cell) => toLines(cell).join('; ')));
}

/** Returns the Markdown of a receipt, and the contents of its CSV files by name. */
function createDocuments(receipt: Receipt, name: string) {
  const report = receiptReport(receipt);
  const attachments = new Map<string, Iterable<string>>();
  const tables = report.tables.map((table) => {
    const file = `${name}-${table.heading.replace(/:.*/, '').toLowerCase().replace(/\W+/g, '-')}.csv`;
    const limited = limitRows(table, MAX_ROWS, `All rows are in ${file}.`);
    if (limited !== table) attachments.set(file, toCsv(table));
    return limited;
  });
  return { markdown: toMarkdown({ ...report, tables }), attachments };
}

/**
 * Writes a receipt and returns the names of its files. The state file is relative to their folder. With a secret,
 * the JSON has an HMAC.
 */
export async function writeReceipt(folder: string, made: Receipt, secret?: string): Promise<string[]> {
  const name = `receipt-${made.ended_at.replace(/[:.]/g, '-')}-${made.plan.slice(0, 8)}`;
  const json = `${name}.json`;
  const named: Receipt = {
    ...made,
    state: { file: relativeName(join(folder, json), made.state.file) },
  };
  const receipt = withHmac('receipt', named, secret);
  const { markdown, attachments } = createDocuments(receipt, name);
  const files: [string, string | object][] = [[json, receipt], [`${name}.md`, markdown], ...attachments];
  for (const [file, content] of files)
    await writeFileAtomically(join(folder, file), content, { replace: false });
  return files.map(([file]) => join(folder, file));
}

/** @throws SyncError, also with a secret for a receipt without its HMAC. */
export async function readReceipt(file: string, secret?: string): Promise<Receipt> {
  const found = (await readJsonIfExists(file)) as Partial<Receipt> | undefined;
  if (found === undefined) throw fileError(file, 'does not exist');
  if (
    found?.version !== 1 ||
    !Array.isArray(found.changes) ||
    !Array.isArray(found.adopted) ||
    found.source === undefined
  )
    throw fileError(file, 'is not a receipt of this program; pass the JSON file of a receipt');
  requireHmac('receipt', file, found, secret);
  requireSchema(SCHEMAS.UndoneReceipt, file, 'receipt', found);
  return found as Receipt;
}

const RECEIPT = /^receipt-.*\.json$/;

/** Reads the receipts of a folder that ended at a time or later, the oldest first. @throws SyncError. */
export async function readReceipts(
  folder: string,
  from: Date,
  secret: string | undefined,
): Promise<Receipt[]> {
  const names = await readdir(folder).catch((error: Error) => {
    throw fileError(folder, `cannot be read: ${error.message}`);
  });
  const receipts = await Promise.all(
    names.filter((name) => RECEIPT.test(name)).map((name) => readReceipt(join(folder, name), secret)),
  );
  return receipts
    .filter(({ ended_at: end }) => Date.parse(end) >= from.getTime())
    .sort((one, other) => one.ended_at.localeCompare(other.ended_at));
}
