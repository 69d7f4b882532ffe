// The journal of an apply: a line before and after each call, so that whatever ends the process, the next one knows what was begun.
// Writes the journal of an apply: an entry is on the disk before its writer goes on.
import { type FileHandle, open, readFile, rm } from 'node:fs/promises';
import type { Claim } from '../claims';
import { syncFolder, readJsonIfExists } from '../files';
import { SyncError } from '../errors';

/** `already`: it was as it shall be, and others have made it so. */
export type Outcome = 'done' | 'already' | 'stale' | 'failed' | 'skipped';

/** Whether the inventory is as the step wants it. */
export const holds = (outcome: string): boolean => outcome === 'done' || outcome === 'already';

export interface Begun {
  step: number;
  phase: 'begin';
  at: string;
  request_id: string;
  idempotency_key?: string;
}

export interface Ended {
  step: number;
  phase: 'end';
  at: string;
  outcome: Outcome;
  /** Of the asset, once it is known. */
  id?: string;
  /** Present after a confirmed write of this step. */
  claim?: Claim;
  message?: string;
  /** How often the change was sent, and how long it waited for that. */
  attempts?: number;
  waited_ms?: number;
}

export interface Header {
  phase: 'apply';
  version: 1;
  plan: string;
  plan_file: string;
  at: string;
  by: string;
}

/** The process ended in good order, with the state written. */
export interface Closed {
  phase: 'closed';
  at: string;
}

type Entry = Header | Begun | Ended | Closed;

export interface JournalContents {
  plan: string;
  planFile: string;
  startedAt: string;
  begun: Map<number, Begun>;
  ended: Map<number, Ended>;
  /** Nothing was begun, or the process that began it ended in good order. */
  closed: boolean;
}

export const journalFileOf = (stateFile: string): string => `${stateFile}.journal`;

/** Undefined when there is none. A last line that was cut off was not on the disk, so that nothing followed from it. */
export async function readJournal(file: string): Promise<JournalContents | undefined> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new SyncError(`${file} cannot be read: ${(error as Error).message}`);
  }
  const lines = text.split('\n').slice(0, -1);
  if (lines.length === 0) return undefined; // it was cut off before anything was begun
  const entries = lines.map((line, index): Entry => {
    try {
      return JSON.parse(line) as Entry;
    } catch {
      throw new SyncError(
        `${file}:${index + 1}: is damaged. Keep a copy of it, remove it, and plan again: what was created is found by its name.`,
      );
    }
  });
  const [header, ...rest] = entries as [Header, ...Entry[]];
  const contents: JournalContents = {
    plan: header.plan,
    planFile: header.plan_file,
    startedAt: header.at,
    begun: new Map(),
    ended: new Map(),
    closed: true,
  };
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

/** Why nothing else may be planned or applied, and the way out. @throws SyncError while an apply has begun what nobody has seen to its end. */
export async function requireNoInterruption(journalFile: string): Promise<void> {
  const journal = await readJournal(journalFile);
  if (!journal || journal.closed) return;
  const { plan, planFile } = journal;
  const found = (await readJsonIfExists(planFile).catch(() => undefined)) as { id?: unknown } | undefined;
  const wayOut =
    found?.id === plan
      ? `run \`sync apply ${planFile} --resume\``
      : `bring its plan back to ${planFile} and run \`sync apply ${planFile} --resume\`. If that is lost, keep a copy of ${journalFile}, remove it, and plan again: what was created is found by its name`;
  throw new SyncError(
    `An apply was interrupted, or is still running, and what it has begun must come to an end first: ${wayOut}.`,
  );
}

export interface Journal {
  /** Comes back when the entry is on the disk. */
  write(entry: Begun | Ended | Closed): Promise<void>;
  /** May be called twice. */
  close(): Promise<void>;
}

/** Entries that come while others are brought to the disk go together. */
function createWriter(handle: FileHandle): Journal {
  let waiting: { text: string; resolve: () => void; reject: (error: unknown) => void }[] = [];
  let flushing: Promise<void> | undefined;
  const flush = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      try {
        await handle.appendFile(batch.map(({ text }) => text).join(''));
        await handle.datasync();
        for (const { resolve } of batch) resolve();
      } catch (error) {
        for (const { reject } of batch)
          reject(
            new SyncError(
              `The journal cannot be written: ${(error as Error).message}. When it can be, go on with --resume.`,
            ),
          );
      }
    }
    flushing = undefined;
  };
  let closed = false;
  return {
    write: (entry) =>
      new Promise((resolve, reject) => {
        waiting.push({ text: `${JSON.stringify(entry)}\n`, resolve, reject });
        flushing ??= flush();
      }),
    close: async () => {
      if (closed) return;
      closed = true;
      await flushing;
      await handle.close();
    },
  };
}

/** @throws SyncError. */
export async function beginJournal(
  file: string,
  { plan, planFile, by }: { plan: string; planFile: string; by: string },
): Promise<Journal> {
  const header: Header = {
    phase: 'apply',
    version: 1,
    plan,
    plan_file: planFile,
    at: new Date().toISOString(),
    by,
  };
  try {
    const handle = await open(file, 'w', 0o600);
    await handle.writeFile(`${JSON.stringify(header)}\n`);
    await handle.sync();
    await syncFolder(file);
    return createWriter(handle);
  } catch (error) {
    throw new SyncError(`${file} cannot be written: ${(error as Error).message}`);
  }
}

/** Goes on with one; a line that was cut off is taken away first. */
export async function continueJournal(file: string): Promise<Journal> {
  const bytes = await readFile(file);
  const handle = await open(file, 'r+');
  await handle.truncate(bytes.lastIndexOf(0x0a) + 1);
  await handle.close();
  return createWriter(await open(file, 'a'));
}
