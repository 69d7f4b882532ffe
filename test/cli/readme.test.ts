// Runs every command of the README and the guide: here, in `.ci/run`, or in a test that is named below.
import { createProgram } from '../../src/cli/program';
import { demoOrganization, demoData } from '../../src/sandbox/demo-data/demo-data';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MAIN, ROOT, type Ended, cliIn, ended, said, start, stop } from '../support/cli';
import { temporaryFolder } from '../support/folder';

const GUIDE = 'spec/guide';
const PAGES = [
  'README.md',
  ...readdirSync(join(ROOT, GUIDE))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${GUIDE}/${name}`),
];
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** Returns each line of the shell blocks of a page, with continued lines joined. */
const commandsOf = (page: string): string[] =>
  [...read(page).matchAll(/^ *```sh\n([^]*?)^ *```/gm)].flatMap(([, block]) =>
    block!
      .replace(/\\\n\s*/g, '')
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  );
/** `test/journeys/guide-pages.test.ts` runs them from the first command to the last. */
const RUN_AS_A_WHOLE = ['walkthrough', 'work-order-sync', 'evidence-sync', 'compliance-calendar'].map(
  (name) => `${GUIDE}/${name}.md`,
);
const commands = [...new Set(PAGES.filter((page) => !RUN_AS_A_WHOLE.includes(page)).flatMap(commandsOf))];

/** The beginning of each command that this test does not run, with the test that runs it or the reason. */
const ELSEWHERE: Record<string, string> = {
  "DATABASE_URL='postgres://user:password@db1.example": 'test/database/postgres/servers.test.ts',
  'npm run spec:review -- --base HEAD --calls': 'test/cli/review.test.ts',
  'export CMDB_URL=': 'test/sync/export.test.ts',
  'export CMDB_AUTHORIZATION=': 'test/sync/export.test.ts',
  'node node_modules/compliance-inventory/dist/src/sync/maps/export.mjs': 'test/sync/export.test.ts',
  'sudo install ': 'needs root',
  'sudo cp .github/compliance-inventory-sync.service': 'needs root; `.ci/run` verifies both units',
  'cd /opt/compliance-inventory/current/': 'needs root',
  'sudo systemctl ': 'needs systemd',
  'useradd ': 'needs root',
  'npm install --prefix /opt/': 'needs root; `.ci/run package` installs the package',
  'ln --symbolic --force --no-dereference 0.': 'needs root; test/database/in-place.test.ts replaces a build',
  'sudo --user=compliance-inventory ': 'needs root; test/cli/units.test.ts, test/database/in-place.test.ts',
  'install --mode=0600 settings.env': 'needs root',
  'cp /opt/compliance-inventory/current/': 'needs root; test/cli/units.test.ts runs the unit',
  'systemctl ': 'needs systemd',
  'docker ': 'needs a container engine; test/cli/compose.test.ts, test/installation/image.mjs',
  'export DATABASE_PASSWORD=': 'needs a container engine; test/cli/compose.test.ts',
  'npm install @opentelemetry/': 'test/server/monitoring/opentelemetry.mjs',
  'OTEL_SERVICE_NAME=': 'test/server/monitoring/opentelemetry.mjs',
  'npm run release -- createTask': 'test/release/release.test.ts',
  'npx --no-install compliance-inventory replay ': 'test/review/replay/recorded-suites.test.ts',
  'npx --no-install compliance-inventory conformance ': 'test/cli/conformance.test.ts',
  'npm run generate': '`npm run generate:check` builds the same files',
  'REDOCLY_TELEMETRY=off npx redocly respect': 'test/journeys/journeys.test.ts',
  'npm install ./dist/compliance-inventory-client.tgz': 'test/client/package.test.ts',
  'npx @usebruno/cli@4.1.0 ': '`.ci/run bruno`; test/sandbox/collections.test.ts',
  'node_modules/.bin/prism ': 'test/cli/started-commands.test.ts, test/sandbox/prism-cli.test.ts',
  'npx --no-install compliance-inventory move ': 'needs db.example; test/database/postgres/move.test.ts',
  'npx --no-install compliance-inventory organization delete ':
    'other commands need the organization; test/database/organization-deletion.test.ts',
  'npx --no-install compliance-inventory serve': 'test/cli/started-commands.test.ts',
  'node test/citus/cluster.mjs': 'needs the source tree of Citus',
};
const beginningOf = (command: string): string | undefined =>
  Object.keys(ELSEWHERE).find((beginning) => command.startsWith(beginning));

/** The pages with `bash` blocks, which one shell runs, each with the test that runs them. */
const SCRIPTS: Record<string, string> = {
  'README.md': 'test/contract/guide.test.ts: they are those of start-partner.md',
  [`${GUIDE}/backup-and-move.md`]: 'test/cli/recovery-drill.test.ts, test/cli/point-in-time.nightly.test.ts',
  [`${GUIDE}/cmdb-sync.md`]: 'test/cli/units.test.ts',
  [`${GUIDE}/start-integrator.md`]: 'test/journeys/guide-pages.test.ts',
  [`${GUIDE}/start-operator.md`]: 'test/journeys/guide-pages.test.ts',
  [`${GUIDE}/start-partner.md`]: 'test/journeys/guide-pages.test.ts',
  [`${GUIDE}/worlds.md`]: 'test/journeys/guide-pages.test.ts',
};

const isCurl = (command: string): boolean => command.startsWith('curl ');
const isSync = (command: string): boolean =>
  /^(npx --no-install compliance-inventory sync |export (API_KEY|SYNC_URL)=)/.test(command);
const isStart = (command: string): boolean =>
  /^\w+=.+ npx --no-install compliance-inventory serve$/.test(command);
const isTool = (command: string): boolean =>
  /^(\w+=\S+ )?npx --no-install compliance-inventory /.test(command) &&
  !isSync(command) &&
  beginningOf(command) === undefined;

const folder = temporaryFolder();

let url: string;
beforeAll(async () => {
  const sandbox = start(['sandbox'], { PORT: '0' });
  url = (await said(sandbox, 'stdout', /Sandbox +(\S+)[^]*Ctrl-C/))[1]!;
});
beforeEach(() => fetch(`${url}/sandbox/worlds/${demoOrganization.id}/reset`, { method: 'POST' }));

const shell = (line: string): Promise<Ended> => ended(start(['-c', line], {}, ['/bin/sh']));
/** Runs a command of this project in the folder. The shell reads its quotes and patterns. */
async function runTool(command: string): Promise<Ended> {
  const [, settings = '', line, file] =
    /^(\w+=\S+ )?npx --no-install compliance-inventory (.*?)(?: > (\S+))?$/.exec(command)!;
  const words = (await shell(`cd '${folder}' && printf '%s\\0' ${settings}${line}`)).stdout
    .split('\0')
    .slice(0, -1);
  const environment = settings === '' ? {} : Object.fromEntries([words.shift()!.split('=')]);
  const result = await cliIn(folder, words, environment);
  if (file !== undefined) writeFileSync(join(folder, file), result.stdout);
  return file === undefined ? result : { ...result, stdout: '' };
}
const asInstalled = (command: string): string =>
  command.replace('npx --no-install compliance-inventory', `'${process.execPath}' '${MAIN}'`);
const atSandbox = (command: string): string => command.replaceAll('http://127.0.0.1:4010', url);

test('every page is free of placeholders and TODO notes', () => {
  for (const page of PAGES) expect([page, read(page).match(/@@|TODO|FIXME/)]).toEqual([page, null]);
});

test('the README has at most 200 lines', () => {
  expect(read('README.md').split('\n').length).toBeLessThanOrEqual(200);
});

test('every link to a file or a heading of the repository has a target', () => {
  const files = new Map(PAGES.map((page) => [page, read(page)]));
  const broken = [...files].flatMap(([page, text]) =>
    [...text.replace(/^```[^]*?^```/gm, '').matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, target]) => {
      if (/^https?:/.test(target!)) return [];
      const [path, anchor] = target!.split('#') as [string, string?];
      const file = path === '' ? page : join(page, '..', path);
      const exists = path === '' || existing(file);
      const headings = [...(files.get(file) ?? '').matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
        heading!
          .toLowerCase()
          .replace(/[^\w\- ]/g, '')
          .replaceAll(' ', '-'),
      );
      return exists && (anchor === undefined || headings.includes(anchor)) ? [] : [`${page}: ${target}`];
    }),
  );
  expect(broken).toEqual([]);
});

/** A review writes the first ones, and CODEOWNERS protects all of them before they exist. */
const MADE_LATER = /^spec\/(replay-waivers\.yaml|review\.yaml|waivers\.yaml)$|^\.(gitattributes|npmrc)$/;

test('every path that the README, the guide, a decision or a file of .github names exists', () => {
  const filesIn = (folder: string) => readdirSync(join(ROOT, folder)).map((name) => `${folder}/${name}`);
  const pages = [...PAGES, ...filesIn('spec/decisions'), ...filesIn('.github')].filter((page) =>
    page.endsWith('.md'),
  );
  const named = pages.flatMap((page) =>
    [...read(page).matchAll(/`((?:src|spec|test|\.ci|\.github)\/[\w./-]*\w)\/?`/g)].map(([, path]) => [
      page,
      path!,
    ]),
  );
  const owned = [...read('.github/CODEOWNERS').matchAll(/^\/([^\s*]+?)\/?(?:\*\S*)?\s/gm)].map(([, path]) => [
    'CODEOWNERS',
    path!,
  ]);
  const missing = [...named, ...owned].filter(
    ([, path]) => !existsSync(join(ROOT, path!)) && !MADE_LATER.test(path!),
  );
  expect(missing).toEqual([]);
});

/** Returns the lines of `.ci/run`, with the package's scripts that they run. */
function ciLines(): string[] {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const lines = read('.ci/run')
    .split('\n')
    .filter((line) => !line.startsWith('#'));
  for (const line of lines)
    // the list grows during the loop
    for (const [, name] of line.matchAll(/npm run ([\w:]+)/g))
      if (scripts[name!] && !lines.includes(scripts[name!]!)) lines.push(scripts[name!]!);
  return lines;
}

const existing = (path: string): boolean =>
  readdirSync(join(ROOT, path, '..')).includes(path.split('/').at(-1)!);

test('no line of README and guide fetches the package from the registry, where others can take the name', () => {
  const files = [...PAGES, '.github/SECURITY.md', '.github/ISSUE_TEMPLATE/problem.md'];
  const unsafe = files.flatMap((page) =>
    [
      ...read(page).matchAll(
        /\bnpx\b(?!.*--no-install).{0,40}\bcompliance-inventory.*|\bnpm (install|i|add)\b[^`\n]* compliance-inventory(?![\w/.-]).*/g,
      ),
    ].map(([line]) => [page, line]),
  );
  expect(unsafe).toEqual([]);
});

test('the index lists every page of the guide', () => {
  const listed = [...read(`${GUIDE}/index.md`).matchAll(/^\| \[.+\]\(([\w-]+\.md)\)/gm)].map(
    ([, name]) => name,
  );
  expect(listed.map((name) => `${GUIDE}/${name}`).sort()).toEqual(
    PAGES.filter((page) => page !== 'README.md' && !page.endsWith('/index.md')).sort(),
  );
});

test('CI runs every command that no test runs', () => {
  const inCi = commands
    .filter((command) => ![isCurl, isSync, isStart, isTool].some((isTested) => isTested(command)))
    .filter((command) => beginningOf(command) === undefined)
    .flatMap((command) => command.split(' && '));
  const lines = ciLines();
  const missing = inCi.filter(
    (command) => !lines.some((line) => new RegExp(`(^|\\s)${command}([\\s;]|$)`).test(line)),
  );
  expect(missing).toEqual([]);
  expect(
    Object.keys(ELSEWHERE).filter((row) => !commands.some((command) => command.startsWith(row))),
  ).toEqual([]);
});

test('a test runs the scripts of each page that has some', () => {
  expect(PAGES.filter((page) => /^ *```bash$/m.test(read(page))).sort()).toEqual(Object.keys(SCRIPTS).sort());
  for (const test of [...Object.values(ELSEWHERE), ...Object.values(SCRIPTS)])
    for (const [path] of test.matchAll(/\btest\/[\w./-]+\b/g))
      expect([path, existsSync(join(ROOT, path))]).toEqual([path, true]);
});

test('no block of a page has a command in another language than sh, bash, python, yaml or js', () => {
  const hidden = PAGES.flatMap((page) =>
    [...read(page).matchAll(/^ *```(?!sh|bash|python|yaml|js)\w*\n([^]*?)^ *```/gm)].flatMap(([, block]) =>
      block!.split('\n').filter((line) => /^ *(npm|npx|node|curl|docker|sudo|systemctl) /.test(line)),
    ),
  );
  expect(hidden).toEqual([]);
});

test('each `npm run` of a page names a script, and each command of the program exists', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const programs = createProgram().commands.map((command) => command.name());
  for (const page of PAGES) {
    const text = read(page);
    for (const [line, name] of text.matchAll(/npm run (?:--silent )?([a-z][\w:]*)/g))
      expect([page, line, name! in scripts]).toEqual([page, line, true]);
    for (const [line, name] of text.matchAll(/npx --no-install compliance-inventory ([a-z]+)/g))
      expect([page, line, programs.includes(name!)]).toEqual([page, line, true]);
  }
});

test('the curl commands return the documented statuses', async () => {
  // In turn: a busy sandbox returns 503 to some of many requests at once.
  const statuses = [];
  const isFault = (command: string): boolean => command.endsWith('/faults');
  const curls = commands.filter(isCurl);
  for (const command of [...curls.filter((each) => !isFault(each)), ...curls.filter(isFault)]) {
    const line = `cd '${folder}' && ${atSandbox(command)} --silent --output /dev/null --write-out '%{http_code}'`;
    statuses.push([command.split(' ').at(-1), (await shell(line)).stdout]);
  }
  expect(statuses).toEqual([
    ['http://127.0.0.1:4010/cyber-assets', '400'],
    ['http://127.0.0.1:4010/cyber-assets', '429'],
    ["'http://127.0.0.1:4010/users?limit=3'", '200'],
    [`http://127.0.0.1:4010/sandbox/worlds/${demoOrganization.id}/calls`, '200'],
    ['http://127.0.0.1:4010/facilities', '200'],
    ['http://127.0.0.1:4010/cyber-assets/ca_01kbs4t885enxtxcxapjygarsc', '200'],
    ['http://127.0.0.1:4010/tasks', '200'],
    ['http://127.0.0.1:4010/tasks', '201'],
    ['http://127.0.0.1:4010/sandbox/worlds', '201'],
    [`http://127.0.0.1:4010/sandbox/worlds/${demoOrganization.id}/keys`, '201'],
    [`http://127.0.0.1:4010/sandbox/worlds/${demoOrganization.id}/faults`, '200'],
  ]);
});

test('the responses in the README are those of the sandbox', async () => {
  const shown = [...read('README.md').matchAll(/```sh\n(curl [^]*?)```\s+(?:[^`]*\n)?```json\n([^]*?)```/g)];
  expect(shown).toHaveLength(1);
  for (const [, command, body] of shown) {
    const { stdout } = await shell(`${atSandbox(command!.replace(/\\\n\s*/g, '').trim())} --silent`);
    expect(JSON.parse(stdout)).toEqual(JSON.parse(body!));
  }
});

test('the inventory in the README can be imported', async () => {
  const [, inventory] = /^```json\n(\{ "facilities"[^]*?)```/m.exec(read('README.md'))!;
  const own = join(folder, 'first');
  mkdirSync(own);
  writeFileSync(join(own, 'inventory.json'), inventory!);
  await cliIn(own, ['organization', 'create', 'cedar-valley', '--name', 'Cedar Valley']);
  const { status, stdout } = await cliIn(own, ['import', 'cedar-valley', 'inventory.json']);
  expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringMatching(/cyber_assets +1/) });
});

test('the commands create a key, restore a backup and verify the log', async () => {
  writeFileSync(join(folder, 'inventory.json'), JSON.stringify(demoData()));
  const outputs = new Map<string, string>();
  for (const command of commands.filter(isTool)) {
    const { status, stdout, stderr } = await runTool(command);
    expect({ command, status, stderr }).toEqual({ command, status: 0, stderr: '' });
    outputs.set(command.replace(/^(\w+=\S+ )?npx --no-install compliance-inventory /, ''), stdout);
  }
  const outputOf = (name: string): string => [...outputs].find(([command]) => command.startsWith(name))![1];
  expect(outputOf('key create')).toMatch(/^cik_live_/);
  expect(outputOf('restore')).toMatch(/^cedar-valley +cyber_assets +400$/m);
  expect(outputOf('activity verify')).toMatch(/^\d+ entries, none altered/);
  expect(outputOf('admin invite')).toMatch(/^http:\/\/127\.0\.0\.1:3001\//);
});

test('the server starts with the documented environment', async () => {
  const starts = commands.filter(isStart);
  expect(starts).toHaveLength(1);
  for (const command of starts) {
    const line = command
      .replace('SETTINGS_PORT=3001', 'SETTINGS_PORT=0')
      .replace('npx --no-install compliance-inventory', `'${process.execPath}' '${MAIN}'`);
    const environment = { PORT: '0', DATABASE_URL: `sqlite:${join(folder, 'started.sqlite')}` };
    const server = start(['-c', `exec env ${line}`], environment, ['/bin/sh']);
    const [, logged] = await said(server, 'stderr', /^(.*"msg":"listening".*)$/m);
    expect(JSON.parse(logged!)).toHaveProperty('settings');
    expect(await stop(server)).toBe(0);
  }
});

test('the sync commands plan and apply, and the next plan is empty', async () => {
  const page = read(`${GUIDE}/cmdb-sync.md`);
  const blocks = [...page.matchAll(/```(csv|yaml)\n([^]*?)```/g)].map(
    ([, kind, text]) => [kind, text!] as const,
  );
  const maps = blocks.filter(([kind]) => kind === 'yaml').map(([, text]) => text);
  expect(maps).toEqual(
    ['servicenow', 'netbox', 'device42', 'snipe-it', 'glpi'].map((name) =>
      read(`src/sync/maps/${name}.yaml`),
    ),
  );
  writeFileSync(join(folder, 'cmdb.csv'), blocks.find(([kind]) => kind === 'csv')![1]);
  writeFileSync(join(folder, 'servicenow.yaml'), maps[0]!);

  const [checked, key, server, ...syncs] = commands.filter(isSync);
  const results: [number | null, string][] = [];
  for (const command of [checked!, ...syncs]) {
    const line = atSandbox(`cd '${folder}' && ${key} && ${server} && ${asInstalled(command)}`);
    const { status, stdout } = await shell(line);
    results.push([status, stdout]);
  }
  expect(results).toEqual([
    [0, expect.stringContaining('4 read, 3 taken, 1 left out, 0 not synced.')],
    [2, expect.stringMatching(/ {2}MLB345-RTU02 [^]*Adopts 2 existing assets by name/)],
    [0, expect.stringMatching(/^create +1 +0 +0$[^]*Converged/m)],
    [0, expect.stringContaining('Nothing to do.')],
  ]);
});
