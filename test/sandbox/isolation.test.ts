// Tests that the real server neither loads nor uses the sandbox, so that it never returns a mock for a real
// organization.
import { readFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { operations } from '../../generated/operations';
import { openInventory } from '../../src/app/inventory';
import { DEMO_KEY } from '../../src/sandbox/demo-data/demo-data';
import { MAIN, ROOT, said, start, stop } from '../support/cli';
import { temporaryFolder } from '../support/folder';
import { createTenant } from '../support/inventory';

const HOOK = join(ROOT, 'test/sandbox/loaded-files.cjs');
const folder = temporaryFolder();
const environment = { DATABASE_URL: `sqlite:${join(folder, 'inventory.sqlite')}`, PORT: '0' };

/** Starts a command, calls it and stops it. Returns the modules that it loaded from dist or node_modules. */
async function loadedBy(
  command: string,
  stream: 'stdout' | 'stderr',
  listens: RegExp,
  visit: (url: string) => Promise<void>,
): Promise<string[]> {
  const file = join(folder, `${command}.txt`);
  const child = start([command], { ...environment, LOADED_FILES: file }, [
    process.execPath,
    '-r',
    HOOK,
    MAIN,
  ]);
  const [, url] = await said(child, stream, listens);
  await visit(url!);
  expect(await stop(child)).toBe(0);
  return readFileSync(file, 'utf8').split('\n');
}

const planned = operations.filter(({ availability }) => availability === 'planned');
const SANDBOX = join(dirname(MAIN), 'sandbox') + sep;
const SANDBOX_PACKAGES = /node_modules[/\\](@stoplight|swagger-ui[^/\\]*|json-schema-faker|fp-ts)[/\\]/;
const ofSandbox = (files: string[]) =>
  files.filter((file) => file.startsWith(SANDBOX) || SANDBOX_PACKAGES.test(file));

async function callPlanned(url: string, key: string, status: number): Promise<void> {
  for (const { method, path } of planned) {
    for (const Prefer of ['code=200', 'dynamic=true']) {
      const answer = await fetch(url + path.replace(/\{\w+\}/g, '1'), {
        method,
        headers: { 'X-API-Key': key, Prefer },
      });
      await answer.text();
      const fields = ['x-answered-by', 'x-availability', 'x-contract-version', 'preference-applied'].map(
        (name) => answer.headers.get(name),
      );
      expect([method, path, answer.status, ...fields]).toEqual([
        method,
        path,
        status,
        null,
        null,
        null,
        null,
      ]);
    }
  }
}

it('the real server loads no file of the sandbox, even for planned operations', async () => {
  const inventory = await openInventory(environment.DATABASE_URL);
  const { key } = await createTenant(inventory, 'cedar');
  await inventory.close();
  const files = await loadedBy('serve', 'stderr', /"url":"([^"]+)"/, async (url) => {
    await callPlanned(url, key, 501);
    for (const page of [
      '/',
      '/docs',
      '/docs/openapi.json',
      '/console/',
      '/console/worlds',
      '/console/settings.json',
    ]) {
      expect([page, (await fetch(url + page)).status]).toEqual([page, 401]);
      expect([page, (await fetch(url + page, { headers: { 'X-API-Key': key } })).status]).toEqual([
        page,
        404,
      ]);
    }
  });
  expect(files).toContain(join(dirname(MAIN), 'app/server.js')); // the files are those of the server
  expect(ofSandbox(files)).toEqual([]);
});

it('the sandbox loads these files, so the test above would detect them', async () => {
  const files = await loadedBy('sandbox', 'stdout', /^Sandbox +(\S+)/m, async (url) => {
    expect((await fetch(`${url}/tasks`, { headers: { 'X-API-Key': 'none' } })).status).toBe(401);
    expect(
      (await fetch(`${url}/tasks`, { headers: { 'X-API-Key': DEMO_KEY, Prefer: 'dynamic=true' } })).status,
    ).toBe(200);
  });
  const loaded = ofSandbox(files);
  expect(loaded.some((file) => file.startsWith(join(SANDBOX, 'mocks')))).toBe(true);
  expect(loaded.some((file) => SANDBOX_PACKAGES.test(file))).toBe(true);
});
