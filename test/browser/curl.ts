// Runs a shell command line that ends with a curl command and returns the HTTP status.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** @throws Error when curl fails or takes longer than 10 seconds. */
export async function curlStatus(line: string, folder: string): Promise<number> {
  const { stdout } = await run(
    '/bin/sh',
    ['-c', `set -e; ${line} --silent --max-time 10 --output /dev/null --write-out '%{http_code}'`],
    { cwd: folder },
  );
  return Number(stdout);
}
