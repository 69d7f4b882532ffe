// Deletes the statuses that the previous test run recorded.
import { rmSync } from 'node:fs';
import { join } from 'node:path';

export default function forgetSeenStatuses(): void {
  rmSync(join(__dirname, '../../coverage/statuses.ndjson'), { force: true });
}
