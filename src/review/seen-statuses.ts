// The record that a test run leaves: one line of JSON for each status that a test file has seen of an operation.
import { readFile } from 'node:fs/promises';
import type { SeenStatus } from './coverage';

/** Undefined when there is none. */
export async function readSeenStatuses(file: string): Promise<SeenStatus[] | undefined> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  return text?.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as SeenStatus]));
}
