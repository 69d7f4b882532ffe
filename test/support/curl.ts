// Runs a line for a shell that ends with a call by curl, and gives the status of the answer.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** @throws Error when curl fails, or waits for longer than ten seconds. */
export async function curlStatus(line: string, folder: string): Promise<number> {
  const { stdout } = await run(
    '/bin/sh',
    ['-c', `set -e; ${line} --silent --max-time 10 --output /dev/null --write-out '%{http_code}'`],
    { cwd: folder },
  );
  return Number(stdout);
}
