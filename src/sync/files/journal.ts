// The journal of an apply: an entry before and after each request. After a crash, `--resume` reads it.
import { type FileHandle, open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Begun, type Closed, type Ended, type JournalHeader, SCHEMAS } from '../../../generated/files';
import { compileValidator } from '../../contract/schemas';
import { nonEmpty } from './trust';
import { readJsonIfExists, readSyncFile, readSyncTextIfExists } from './files';
import { syncToDisk } from '../../base/atomic-write';
import { parseJson } from '../../base/values';
import { SyncError } from '../errors';

/** Returns whether the change of a step is in the inventory. */
export const holds = (outcome: string): boolean => outcome === 'done' || outcome === 'already';

export interface JournalContents extends JournalHeader {
  begun: Map<number, Begun>;
  ended: Map<number, Ended>;
  /** No step has begun, or the process ended normally. */
  closed: boolean;
}

export const toJournalFile = (stateFile: string): string => `${stateFile}.journal`;

/**
 * Returns undefined when the file does not exist. An incomplete last line is ignored: its request was not
 * sent, because each entry is on disk first.
 */
export async function readJournal(file: string): Promise<JournalContents | undefined> {
  const text = await readSyncTextIfExists(file);
  if (text === undefined) return undefined;
  const lines = text.split('\n').slice(0, -1);
  if (lines.length === 0) return undefined; // the process ended before the first step
  const entries = lines.map((line, index) => {
    const found = parseJson(line);
    if (compileValidator(index === 0 ? SCHEMAS.JournalHeader : SCHEMAS.JournalEntry)(found)) return found;
    throw new SyncError(
      `${file}:${index + 1}: is damaged. Keep a copy of the file, delete it, and plan again: ` +
        'the plan finds created assets by their names.',
    );
  });
  const [header, ...rest] = entries as [JournalHeader, ...(Begun | Ended | Closed)[]];
  const contents: JournalContents = { ...header, begun: new Map(), ended: new Map(), closed: true };
  for (const entry of rest) {
    if (entry.phase === 'closed') contents.closed = true;
    if (entry.phase === 'begin') {
      contents.closed = false;
      contents.begun.set(entry.step, entry);
      contents.ended.delete(entry.step);
    }
    if (entry.phase === 'end') contents.ended.set(entry.step, entry);
  }
  return contents;
}

export const removeJournal = (file: string): Promise<void> => rm(file, { force: true });

/** @throws SyncError while an apply is running or was interrupted. */
export async function requireNoInterruption(journalFile: string): Promise<void> {
  const journal = await readJournal(journalFile);
  if (!journal || journal.closed) return;
  const { plan, plan_file: planFile } = journal;
  const found = (await readJsonIfExists(planFile).catch(() => undefined)) as { id?: unknown } | undefined;
  const resume = `run \`sync apply ${planFile} --resume\``;
  const advice =
    found?.id === plan
      ? resume
      : `restore its plan to ${planFile} and ${resume}. If the plan is lost, ` +
        `keep a copy of ${journalFile}, delete it, and plan again: created assets are found by their names`;
  throw new SyncError(`An apply was interrupted or is still running. To finish it, ${advice}.`);
}

export type Journal = ReturnType<typeof createWriter>;

/**
 * Writes entries in batches: those that arrive during a write are written together. After an error, for example of a
 * full disk, all later entries fail too: an entry after an incomplete line would damage the journal.
 */
function createWriter(handle: FileHandle) {
  let waiting: string[] = [];
  let last = Promise.resolve();
  /** Of the batch that has not begun. */
  let next: Promise<void> | undefined;
  const writeBatch = async (): Promise<void> => {
    await last;
    const text = waiting.join('');
    waiting = [];
    next = undefined;
    try {
      await handle.appendFile(text);
      await handle.datasync();
    } catch (error) {
      throw new SyncError(
        `The journal cannot be written: ${(error as Error).message}. ` +
          'Correct the problem, then run with --resume.',
      );
    }
  };
  let closed = false;
  return {
    /** Resolves when the entry is on disk. */
    write: (entry: Begun | Ended | Closed): Promise<void> => {
      waiting.push(`${JSON.stringify(entry)}\n`);
      last = next ??= writeBatch();
      return last;
    },
    /** May be called twice. */
    close: async (): Promise<void> => {
      if (closed) return;
      closed = true;
      await last.catch(() => undefined);
      await handle.close();
    },
  };
}

/** @throws SyncError. */
export async function beginJournal(
  file: string,
  { plan, plan_file, by, approval = {} }: Omit<JournalHeader, 'phase' | 'version' | 'at'>,
): Promise<Journal> {
  const at = new Date().toISOString();
  const about = { plan, plan_file, at, by, approval: nonEmpty(approval) };
  const header: JournalHeader = { phase: 'apply', version: 1, ...about };
  try {
    const handle = await open(file, 'w', 0o600);
    await handle.writeFile(`${JSON.stringify(header)}\n`);
    await handle.sync();
    syncToDisk(dirname(file));
    return createWriter(handle);
  } catch (error) {
    throw new SyncError(`${file} cannot be written: ${(error as Error).message}`);
  }
}

/** Opens an existing journal and removes an incomplete last line. */
export async function continueJournal(file: string): Promise<Journal> {
  const bytes = await readSyncFile(file);
  const handle = await open(file, 'r+');
  await handle.truncate(bytes.lastIndexOf(0x0a) + 1);
  await handle.close();
  return createWriter(await open(file, 'a'));
}
