// Reads spec/waivers.yaml.
import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { ReviewError } from './review-error';

/** What the file holds, unchecked; an empty list when there is none. @throws ReviewError when it is no YAML. */
export async function readWaivers(file: string): Promise<unknown> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
  try {
    // Everything is text: a fingerprint such as 566868681468 or 2e9558542568 is no number. What is empty is null all the same.
    return parse(text, { schema: 'failsafe', customTags: ['null'] }) as unknown;
  } catch (error) {
    throw new ReviewError(`${file} is not YAML: ${(error as Error).message.split('\n')[0]}`, {
      cause: error,
    });
  }
}
