// What the README says of speed is what was measured.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

it('the README and the charts are what the committed results give', async () => {
  await promisify(execFile)(process.execPath, [join(__dirname, 'report.mjs'), '--check']);
});
