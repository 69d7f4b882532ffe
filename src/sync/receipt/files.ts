// Where receipts stay: two files, never written over.
import { join } from 'node:path';
import { fileBeside, nameBeside, readJsonIfThere, writePrivately } from '../files';
import { RECEIPT_FORM, requireForm } from '../plan/form';
import { refusedFile } from '../sync-error';
import { toMarkdown } from './markdown';
import type { Receipt } from './receipt';

/** Gives the two files. The state is named from where they stand, so that all can move together. */
export async function writeReceipt(folder: string, made: Receipt): Promise<string[]> {
  const name = join(folder, `receipt-${made.ended_at.replace(/[:.]/g, '-')}-${made.plan.slice(0, 8)}`);
  const receipt: Receipt = { ...made, state: { file: nameBeside(`${name}.json`, made.state.file) } };
  const files = {
    [`${name}.json`]: `${JSON.stringify(receipt, null, 1)}\n`,
    [`${name}.md`]: toMarkdown(receipt),
  };
  for (const [file, text] of Object.entries(files)) await writePrivately(file, text, { replace: false });
  return Object.keys(files);
}

/** @throws SyncError. */
export async function readReceipt(file: string): Promise<Receipt> {
  const found = (await readJsonIfThere(file)) as Partial<Receipt> | undefined;
  if (found === undefined) throw refusedFile(file, 'does not exist');
  if (
    found?.version !== 1 ||
    !Array.isArray(found.changes) ||
    !Array.isArray(found.adopted) ||
    found.source === undefined
  )
    throw refusedFile(file, 'is not a receipt of this program: give its JSON file');
  requireForm(RECEIPT_FORM, file, 'receipt', found);
  const receipt = found as Receipt;
  return { ...receipt, state: { file: fileBeside(file, receipt.state.file) } };
}
