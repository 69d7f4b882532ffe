// Runs the examples against base and head in a thread of its own: documents are not trusted, and a pattern of one may never come to its end.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { ContractDocument } from '../contract/document';
import type { Change } from '../review/change';
import type { Transcripts } from '../review/transcripts/transcript';

/** What the thread is given. */
export interface Task {
  /** For its databases. */
  folder: string;
  base: ContractDocument;
  head: ContractDocument;
  changes: Change[];
}

const MOST_SECONDS = 120;
const MOST_MEGABYTES = 1024;

const without = (why: string): Transcripts => ({ list: [], notes: [`There are no transcripts: ${why.replace(/[\p{C}\s]+/gu, ' ').slice(0, 300)}`] });

/** Never fails: what stands in the way is said in a note. */
export async function transcriptsOf(base: ContractDocument, head: ContractDocument, changes: Change[]): Promise<Transcripts> {
  const folder = await mkdtemp(join(tmpdir(), 'compliance-inventory-transcripts-'));
  const task: Task = { folder, base, head, changes };
  const worker = new Worker(join(__dirname, 'transcripts-thread.js'), { workerData: task, resourceLimits: { maxOldGenerationSizeMb: MOST_MEGABYTES } });
  let patience: NodeJS.Timeout | undefined;
  try {
    return await new Promise<Transcripts>((resolve) => {
      patience = setTimeout(() => resolve(without(`they take longer than ${MOST_SECONDS} seconds.`)), MOST_SECONDS * 1000);
      worker.once('message', resolve);
      worker.once('error', ({ message }) => resolve(without(message)));
      worker.once('exit', () => resolve(without('the thread that makes them ended early.')));
    });
  } finally {
    clearTimeout(patience);
    await worker.terminate();
    await rm(folder, { recursive: true, force: true });
  }
}
