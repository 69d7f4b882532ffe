// Before the tests: a record of statuses tells of one run.
import { rmSync } from 'node:fs';
import { join } from 'node:path';

export default function forgetSeenStatuses(): void {
  rmSync(join(__dirname, '../../coverage/statuses.ndjson'), { force: true });
}
