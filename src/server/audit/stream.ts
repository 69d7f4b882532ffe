// Reads the entries of a log from a sequence on, in order and without gaps, also from archives.
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { CommandError } from '../../base/command-error';
import type { ReadSource } from '../../database/database';
import type { OrganizationId } from '../../base/organization';
import { readArchive, type Archive, archivedSentence, selectArchives } from './archives';
import type { ActivityRow } from './chain';
import type { ActivityReader } from './read';
import { fileFault } from './verify';

/** The log lacks entries that the caller asked for. */
export class MissingEntries extends CommandError {}

interface StreamOptions {
  from: number;
  /** The folder of the archives. */
  archives?: string | undefined;
  /** Whether to wait for later entries at the end of the log. */
  follow: boolean;
  /** Ends the stream after the entries that the caller has received. */
  signal: AbortSignal;
}

const POLL_MILLISECONDS = 1000;
/** Entries of one batch from an archive. */
const BATCH = 500;

/** Yields the entries of an archive from a sequence on. @throws MissingEntries. */
async function* archivedFrom(folder: string, organization: OrganizationId, archive: Archive, from: number) {
  const fault = await fileFault(folder, archive);
  if (fault) throw new MissingEntries(fault.message);
  let batch: ActivityRow[] = [];
  for await (const entry of readArchive(join(folder, archive.file), organization)) {
    if (entry.sequence < from) continue;
    batch.push(entry);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Returns the rows up to the first gap. */
function unbroken(rows: readonly ActivityRow[], first: number): ActivityRow[] {
  const gap = rows.findIndex(({ sequence }, index) => sequence !== first + index);
  return rows.slice(0, gap === -1 ? rows.length : gap);
}

/**
 * Yields the entries in batches. A chain has its entries in the order of their commits, so an entry that is
 * committed later has a higher sequence. @throws MissingEntries.
 */
export async function* streamEntries(
  { database, activity }: { database: ReadSource; activity: ActivityReader },
  organization: OrganizationId,
  { from, archives: folder, follow, signal }: StreamOptions,
): AsyncGenerator<ActivityRow[]> {
  const read = activity.pages(organization);
  let next = from;
  while (!signal.aborted) {
    const rows = await read(next - 1);
    const page = unbroken(rows, next);
    if (page.length > 0) {
      yield page;
      next += page.length;
      continue;
    }
    // Read after the entries, because they may have moved to an archive meanwhile.
    const archives = await selectArchives(database, organization);
    const archive = archives.find(({ last_sequence: last }) => last >= next);
    if (archive) {
      if (folder === undefined)
        throw new MissingEntries(
          `${archivedSentence(archives)} To stream from entry ${next} on, pass \`--archives FOLDER\`.`,
        );
      for await (const batch of archivedFrom(folder, organization, archive, next)) {
        if (signal.aborted) return;
        yield batch;
      }
      next = archive.last_sequence + 1;
    } else if (rows.length > 0) {
      throw new MissingEntries(
        `Entry ${next} is missing from the log. To find the fault, run \`activity verify\`.`,
      );
    } else if (follow) await delay(POLL_MILLISECONDS, undefined, { signal }).catch(() => undefined);
    else return;
  }
}
