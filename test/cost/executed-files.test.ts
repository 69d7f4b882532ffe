// The number of files whose code a warm request executes: a reader must open them to follow it.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { DEMO_KEY } from '../../src/sandbox/demo-data/demo-data';
import { newAsset } from '../support/assets';
import { MAIN, said, stop } from '../support/cli';
import { temporaryFolder } from '../support/folder';
import { openBeside } from '../support/serving';

const HOOK = join(__dirname, 'executed-files.cjs');
/** The server writes its log and frees its resources after the response. */
const AFTER_RESPONSE = 100;

const folder = temporaryFolder();
let child: ChildProcess;
afterEach(() => stop(child));

function run(command: string, environment: NodeJS.ProcessEnv, output: 'stdout' | 'stderr', url: RegExp) {
  const env = { PATH: process.env.PATH, PORT: '0', OPERATIONS_PORT: 'off', ...environment };
  child = fork(MAIN, [command], { env, silent: true, execArgv: ['--require', HOOK] });
  return said(child, output, url);
}

/** Returns the files that the second of two requests executes. */
async function filesOf(url: string, key: string, bodies: [object, object]): Promise<string[]> {
  let files: string[] = [];
  for (const body of bodies) {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect([response.status, await response.json()]).toEqual([201, expect.anything()]);
    await delay(AFTER_RESPONSE);
    child.send('take');
    [files] = (await once(child, 'message')) as [string[]];
  }
  return files.sort();
}

it('POST /cyber-assets executes code of at most 48 files', async () => {
  const database = `sqlite:${join(folder, 'inventory.sqlite')}`;
  const { inventory, newKey } = await openBeside(database);
  const key = await newKey();
  await inventory.close();
  const [, url] = await run('serve', { DATABASE_URL: database }, 'stderr', /"url":"([^"]+)"/);
  const files = await filesOf(`${url}/cyber-assets`, key, [newAsset(), newAsset()]);
  expect(files.slice(48)).toEqual([]);
});

it('POST /tasks of the sandbox executes code of at most 66 files', async () => {
  const [, url] = await run('sandbox', {}, 'stdout', /(http:\/\/127\.0\.0\.1:\d+)/);
  const files = await filesOf(`${url}/tasks`, DEMO_KEY, [{ title: 'Patch' }, { title: 'Test' }]);
  expect(files.slice(66)).toEqual([]);
});
