// Runs the examples against base and head, in a process of its own.
import type { ContractDocument } from '../contract/document';
import type { ContractChange } from '../review/change';
import type { Transcripts } from '../review/transcripts/transcript';
import { runInProcess } from './child-process';
import { inTemporaryFolder } from './temporary-folder';

/** What the process is given. */
export interface Task {
  /** For its databases. */
  folder: string;
  base: ContractDocument;
  head: ContractDocument;
  changes: ContractChange[];
}

const MAX_SECONDS = 120;

const without = (why: string): Transcripts => ({
  list: [],
  notes: [`There are no transcripts: ${why.replace(/[\p{C}\s]+/gu, ' ').slice(0, 300)}`],
});

/** Never fails: what stands in the way is said in a note. */
export function transcriptsOf(
  base: ContractDocument,
  head: ContractDocument,
  changes: ContractChange[],
): Promise<Transcripts> {
  return inTemporaryFolder('transcripts', (folder) => {
    const task: Task = { folder, base, head, changes };
    return runInProcess<Transcripts>('transcripts-process', task, MAX_SECONDS).catch((error: Error) =>
      without(error.message),
    );
  });
}
