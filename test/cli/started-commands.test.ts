// Starts each command of the README and the guide that runs until a signal, kills it as the shell's `kill $!` does, and
// looks for processes that are left.
import { once } from 'node:events';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, said, start } from '../support/cli';
import { freePort } from '../support/external-program';
import { temporaryFolder } from '../support/folder';
import { MARK, installed, processesMarked } from '../support/left-processes';
import { partOfContract } from '../support/part-of-contract';
import { until } from '../support/until';

const GUIDE = join(ROOT, 'spec/guide');
const pages = [
  join(ROOT, 'README.md'),
  ...readdirSync(GUIDE)
    .filter((name) => name.endsWith('.md') && name !== 'troubleshooting.md')
    .map((name) => join(GUIDE, name)),
];

const PROGRAM =
  '(?:npx --no-install |node_modules/\\.bin/)compliance-inventory|node node_modules/compliance-inventory/dist/src/main\\.js';
const RUNS_UNTIL_KILLED = new RegExp(
  `(?<![-\\w])(?:npm start|npm run (?:sandbox|mock)|(?:${PROGRAM}) (?:serve|sandbox)(?: --json)?|\\S*prism (?:mock|proxy) [^\\s\`]*json(?: http\\S+)?)(?![-\\w])`,
  'g',
);
const commands = new Set(
  pages.flatMap((page) =>
    [...readFileSync(page, 'utf8').matchAll(RUNS_UNTIL_KILLED)].map(([command]) => command),
  ),
);

test('the README and the guide have commands that run until a signal', () => {
  expect([...commands].sort()).toEqual([
    'node node_modules/compliance-inventory/dist/src/main.js serve',
    'node_modules/.bin/prism mock generated/openapi.json',
    'node_modules/.bin/prism proxy generated/openapi.json http://127.0.0.1:3000',
    'npm run mock',
    'npm run sandbox',
    'npm start',
    'npx --no-install compliance-inventory sandbox',
    'npx --no-install compliance-inventory sandbox --json',
    'npx --no-install compliance-inventory serve',
  ]);
});

const folder = temporaryFolder();
const installation = installed();
/** Prism reads the whole contract for five seconds. One of its three commands does. */
const part = join(folder, 'part.json');
writeFileSync(part, JSON.stringify(partOfContract(['/facilities'])));

test.each([...commands])('%s leaves no process after its process is killed', async (command) => {
  const port = `--port ${await freePort()}`;
  const line = command
    .replace(/^npm run mock$/, `$& -- ${port}`)
    .replace(/^(.*prism .*)generated\/openapi\.json(.*)$/, `$1${part}$2 ${port}`);
  const mark = `${folder} ${command}`;
  const environment = { PORT: '0', DATABASE_URL: `sqlite:${join(folder, 'inventory.sqlite')}`, [MARK]: mark };
  const place = /^npm|prism/.test(command) ? ROOT : installation;
  const child = start(['-c', `cd '${place}' && exec ${line} 2>&1`], environment, ['/bin/sh']);
  await said(child, 'stdout', /"listening"|Ctrl-C|"url"|Prism is listening/);
  expect(processesMarked(mark)).not.toEqual([]);
  const exited = once(child, 'exit');
  child.kill();
  await exited;
  await until(() => processesMarked(mark).length === 0).finally(() => {
    for (const pid of processesMarked(mark)) process.kill(Number(pid), 'SIGKILL');
  });
});
