// The check of the dependencies, with a planted lock file and with an npm whose registry answers, fails or hangs.
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, ended, start } from '../support/cli';
import { temporaryFolder } from '../support/folder';

const folder = temporaryFolder();

/** Runs the check with an `npm` that runs a shell command. */
function check(npm: string, packages?: object) {
  const command = join(folder, 'npm');
  writeFileSync(command, `#!/bin/sh\n${npm}\n`);
  chmodSync(command, 0o755);
  const lock = join(folder, 'lock.json');
  if (packages) writeFileSync(lock, JSON.stringify({ packages: { '': {}, ...packages } }));
  const args = [join(ROOT, 'src/build/check-packages.mjs'), ...(packages ? [lock] : [])];
  return ended(start(args, { PATH: `${folder}:${process.env['PATH']}` }, [process.execPath]));
}

const NONE_KNOWN = `echo '{"auditReportVersion":2,"vulnerabilities":{}}'`;

test('the dependencies of this project have allowed licenses and reviewed install scripts', async () => {
  expect(await check(NONE_KNOWN)).toMatchObject({ status: 0, stderr: '' });
});

test.each([
  ['GPL-3.0', false, 1],
  ['(MIT AND GPL-3.0)', false, 1],
  ['(MIT OR GPL-3.0)', false, 0],
  [null, false, 1],
  ['MPL-2.0', false, 1],
  ['MPL-2.0', true, 0],
])('the license %s with dev: %s ends the check with %d', async (license, dev, status) => {
  const result = await check(NONE_KNOWN, {
    'node_modules/a/node_modules/@x/b': { license: license ?? undefined, dev },
  });
  expect(result.status).toBe(status);
  if (status > 0) expect(result.stderr).toContain(`@x/b has the license ${license ?? 'no license'}`);
});

test('an install script that is not reviewed ends the check with 1', async () => {
  const packages = {
    'node_modules/sqlite3': { license: 'MIT', hasInstallScript: true },
    'node_modules/miner': { license: 'MIT', hasInstallScript: true },
  };
  const { status, stderr } = await check(NONE_KNOWN, packages);
  expect([status, stderr]).toEqual([
    1,
    'miner runs a script when it is installed. Review it, and add it to allowScripts in package.json.\n',
  ]);
});

test('a known vulnerability ends the check with 1', async () => {
  const report = { vulnerabilities: { knex: { name: 'knex', severity: 'high' } } };
  const { status, stderr } = await check(`echo '${JSON.stringify(report)}'; exit 1`);
  expect([status, stderr]).toEqual([1, expect.stringContaining('knex has a known vulnerability (high).')]);
});

test.each([
  ['fails', `echo '{"message":"ENOTFOUND","error":{}}'; exit 1`],
  ['prints no JSON', 'exit 1'],
  ['hangs', 'exec sleep 60'],
])(
  'a registry whose npm audit %s is reported and does not end the check with 1',
  async (_what, npm) => {
    expect(await check(npm)).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('Left out npm audit: the registry does not answer.'),
    });
  },
  30_000,
);
