// Where receipts stay: two files, never written over.
import { dirname, join, relative, resolve } from 'node:path';
import { readJsonIfThere, writePrivately } from '../files';
import { RECEIPT_FORM, requireForm } from '../plan/form';
import { refusedFile } from '../sync-error';
import { toMarkdown } from './markdown';
import type { Receipt } from './receipt';

/** Gives the two files. The state is named from where they stand, so that all can move together. */
export async function writeReceipt(folder: string, written: Receipt): Promise<string[]> {
  const receipt = { ...written, state: { file: relative(resolve(folder), resolve(written.state.file)) } };
  const name = join(folder, `receipt-${receipt.ended_at.replace(/[:.]/g, '-')}-${receipt.plan.slice(0, 8)}`);
  const files = { [`${name}.json`]: `${JSON.stringify(receipt, null, 1)}\n`, [`${name}.md`]: toMarkdown(receipt) };
  for (const [file, text] of Object.entries(files)) await writePrivately(file, text, { replace: false });
  return Object.keys(files);
}

/** @throws SyncError. */
export async function readReceipt(file: string): Promise<Receipt> {
  const found = (await readJsonIfThere(file)) as Partial<Receipt> | undefined;
  if (found === undefined) throw refusedFile(file, 'does not exist');
  if (found?.version !== 1 || !Array.isArray(found.changes) || !Array.isArray(found.adopted) || found.source === undefined) throw refusedFile(file, 'is not a receipt of this program: give its JSON file');
  requireForm(RECEIPT_FORM, file, 'receipt', found);
  const receipt = found as Receipt;
  return { ...receipt, state: { file: resolve(dirname(file), receipt.state.file) } };
}
