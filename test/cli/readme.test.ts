// Every command of the README works as it stands there: here, or in `.ci/run` where it needs an installation.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { demoData } from '../../src/sandbox/demo-data/demo-data';
import { MAIN, ROOT, type Ended, ended, said, start } from '../support/cli';
import { temporaryFolder } from '../support/folder';

const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
const ciScript = readFileSync(join(ROOT, '.ci/run'), 'utf8');

const commands = [...readme.matchAll(/```sh\n([^]*?)```/g)]
  .flatMap(([, block]) =>
    block!
      .replace(/\\\n\s*/g, '')
      .trim()
      .split('\n'),
  )
  .filter((line) => line !== '');
const curls = commands.filter((command) => command.startsWith('curl '));
const tools = commands.filter((command) => /^(\w+=\S+ )?npx compliance-inventory (?!sync )/.test(command));
const syncs = commands.filter((command) => /^(npx compliance-inventory sync |export API_KEY=)/.test(command));

const folder = temporaryFolder();

let url: string;
beforeAll(async () => {
  const sandbox = start(['sandbox'], { PORT: '0' });
  url = (await said(sandbox, 'stdout', /Sandbox +(\S+)[^]*Ctrl-C/))[1]!;
});
beforeEach(() => fetch(`${url}/console/reset`, { method: 'POST' })); // each test finds the demo world as new

const shell = (line: string, environment = {}): Promise<Ended> =>
  ended(start(['-c', line], environment, ['/bin/sh']));

test('no placeholder is left', () => {
  expect(readme).not.toMatch(/@@/);
});

test('every other command of the README is one that CI runs, or that a test of its own does', () => {
  const others = commands.filter(
    (command) => ![curls, tools, syncs].some((tested) => tested.includes(command)),
  );
  const testedElsewhere = others.filter((command) => command.startsWith('npx prism ')); // test/sandbox/prism-cli.test.ts
  const inCi = others
    .filter((command) => !testedElsewhere.includes(command))
    .flatMap((command) => command.split(' && '));
  expect([testedElsewhere.length, inCi.length]).toEqual([2, 10]);
  const ciLines = ciScript.split('\n').filter((line) => !line.startsWith('#'));
  for (const command of inCi)
    expect(ciLines.filter((line) => new RegExp(`(^|\\s)${command}(\\s|$)`).test(line))).not.toEqual([]);
});

test('the calls that the README shows answer as it says', async () => {
  const statuses: string[] = [];
  for (const command of curls) {
    const call = command.replaceAll('http://127.0.0.1:4010', url);
    statuses.push((await shell(`${call} --silent --output /dev/null --write-out '%{http_code}'`)).stdout);
  }
  expect(statuses).toEqual(['200', '200', '400', '200', '429']);
});

test('the commands that the README shows lead from nothing to a key, to a backup that has been restored, and to a verified log', async () => {
  writeFileSync(join(folder, 'inventory.json'), JSON.stringify(demoData));
  const outputs: string[] = [];
  for (const command of tools) {
    const line = command.replace('npx compliance-inventory', `'${process.execPath}' '${MAIN}'`);
    const { status, stdout, stderr } = await shell(`cd '${folder}' && ${line}`);
    expect({ command, status, stderr }).toEqual({ command, status: 0, stderr: '' });
    outputs.push(stdout);
  }
  expect(outputs.filter((output) => output.startsWith('cik_live_'))).toHaveLength(1);
  expect(outputs).toContainEqual(expect.stringMatching(/^cedar-valley +cyber_assets +400$/m)); // what was imported, restored
  expect(outputs.at(-1)).toMatch(/^\d+ entries, none altered/); // what the log says of it
});

test('the sync that the README shows, with its source and its map, plans, applies, and then has nothing to do', async () => {
  const blocks = [...readme.matchAll(/```(csv|yaml)\n([^]*?)```/g)].map(
    ([, kind, text]) => [kind, text!] as const,
  );
  const maps = blocks
    .filter(([kind, text]) => kind === 'yaml' && text.includes('\nkey: '))
    .map(([, text]) => text);
  expect(maps).toEqual(
    ['servicenow', 'netbox'].map((name) => readFileSync(join(ROOT, `src/sync/maps/${name}.yaml`), 'utf8')),
  );
  writeFileSync(join(folder, 'cmdb.csv'), blocks.find(([kind]) => kind === 'csv')![1]);
  writeFileSync(join(folder, 'servicenow.yaml'), maps[0]!);

  const exported = syncs.find((command) => command.startsWith('export '))!;
  const ends: [number | null, string][] = [];
  for (const command of syncs.filter((each) => each !== exported)) {
    const line = command
      .replace('npx compliance-inventory', `'${process.execPath}' '${MAIN}'`)
      .replace('http://127.0.0.1:4010', url);
    const { status, stdout } = await shell(`cd '${folder}' && ${exported} && ${line}`);
    ends.push([status, stdout]);
  }
  expect(ends).toEqual([
    [2, expect.stringMatching(/\+ MLB345-RTU02[^]*2 assets that are there are adopted by name/)],
    [0, expect.stringMatching(/^create +1 +0 +0$[^]*Converged/m)],
    [0, expect.stringContaining('Nothing to do.')],
  ]);
});
