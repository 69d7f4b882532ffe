// Tests that commands end in a new process as they do in the reused processes of other tests.
import { join } from 'node:path';
import { cli, ended, start } from '../support/cli';
import { temporaryFolder } from '../support/folder';

const DATABASE_URL = `sqlite:${join(temporaryFolder(), 'inventory.sqlite')}`;

beforeAll(() => cli(['migrate'], { DATABASE_URL }));

test.each([
  ['a successful command', ['organization', 'list', '--json'], DATABASE_URL, 0],
  ['help', ['key', '--help'], DATABASE_URL, 0],
  ['a rejected command', ['key', 'revoke', 'key_none'], DATABASE_URL, 1],
  ['a usage error', ['key', 'create'], DATABASE_URL, 2],
  ['a configuration error', ['organization', 'list'], 'inventory.sqlite', 2],
  ['a usage error of sync, which uses 2 for pending changes', ['sync', 'plan'], DATABASE_URL, 1],
])('%s', async (_what, args, databaseUrl, status) => {
  const inNewProcess = await ended(start(args, { DATABASE_URL: databaseUrl }));
  expect(inNewProcess.status).toBe(status);
  expect(await cli(args, { DATABASE_URL: databaseUrl })).toEqual(inNewProcess);
});
