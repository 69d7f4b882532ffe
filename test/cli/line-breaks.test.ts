// Values of arguments, the environment and files in the output of commands.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { printUnexpected } from '../../src/cli/support/output';
import { KNEX_LOG } from '../../src/database/statement';
import { type Environment, ROOT, cli, cliIn } from '../support/cli';
import { temporaryFolder } from '../support/folder';

const folder = temporaryFolder();
const environment = { DATABASE_URL: `sqlite:${join(folder, 'inventory.sqlite')}`, API_KEY: 'ci_none' };
/** The second line of each value. */
const FORGED = 'FORGED';
const named = (end = ''): string => join(folder, `a\n${FORGED}${end}`);
const MAP = join(folder, 'map.yaml');

beforeAll(async () => {
  await cli(['organization', 'create', 'cedar', '--name', 'Cedar'], environment);
  mkdirSync(named('-folder'));
  writeFileSync(join(named('-folder'), 'facilities.csv'), `name,"b\n${FORGED}"\nCedar,1\n`);
  writeFileSync(named('.json'), JSON.stringify({ facilities: [{ [`b\n${FORGED}`]: 1 }] }));
  writeFileSync(named('.yaml'), `? "b\\n${FORGED}"\n: []\n`);
  writeFileSync(named('-plan.json'), '{}');
  writeFileSync(MAP, `"b\\n${FORGED}": 1\n`);
  writeFileSync(join(folder, 'source.csv'), 'sys_id\n1\n');
});

const source = ['--source', join(folder, 'source.csv')];
const invalid = { OPERATIONS_PORT: 'off' };

test.each<[string[], Environment]>([
  [['backup', named('.sqlite')], {}],
  [['backup', named('-folder')], {}],
  [['backup', 'verify', named()], {}],
  [['restore', named()], {}],
  [['restore', named()], { DATABASE_URL: `sqlite:${join(folder, 'none.sqlite')}` }],
  [['migrate'], { DATABASE_URL: named() }],
  [['migrate'], { DATABASE_URL: `sqlite:${named()}/none/none` }],
  [['migrate'], { DATABASE_URL: `postgres://localhost:1/a\n${FORGED}` }],
  [['move', '--from', named(), '--to', named()], {}],
  [['import', 'cedar', named('.json')], {}],
  [['import', 'cedar', named('.yaml')], {}],
  [['import', 'cedar', named('-folder')], {}],
  [['import', 'cedar', named('.none')], {}],
  [['import', named(), named('.json')], {}],
  [['key', 'list', named()], {}],
  [['key', 'revoke', named()], {}],
  [['activity', 'list', 'cedar', '--resource', named()], {}],
  [['activity', 'verify', 'cedar', '--head', named()], {}],
  [['admin', 'recover', `a\n${FORGED}@example.com`], { SETTINGS_URL: named() }],
  [['admin', 'recover', `a\n${FORGED}@example.com`], { SETTINGS_URL: 'https://settings.example' }],
  [['sync', 'apply', named()], {}],
  [['sync', 'apply', named('-plan.json')], {}],
  [['sync', 'undo', named('-plan.json')], {}],
  [['sync', 'plan', '--map', MAP, ...source], {}],
  [['sync', 'plan', '--map', named(), ...source], {}],
  [['sync', 'plan', '--map', MAP, '--source', named()], {}],
  [['sync', 'plan', '--map', MAP, ...source, '--key-from-env', named()], {}],
  [['review', '--base', named()], {}],
  [['review', '--base', named('.json'), '--head', named('.json')], {}],
  [['sandbox', '--contract', named('.json')], {}],
  [['sandbox', '--persist', named('-folder')], { PORT: '0' }],
  [['serve'], { ...invalid, PORT: named() }],
  [['serve'], { ...invalid, HOST: named(), OPERATIONS_HOST: named(), LOG_LEVEL: named() }],
  [['serve'], { ...invalid, TRUST_PROXY: named(), CORS_ORIGINS: named(), WORKERS: named() }],
  [['serve'], { ...invalid, TLS_CERT_FILE: named(), TLS_KEY_FILE: named() }],
  [['serve'], { ...invalid, SETTINGS_URL: named(), API_URL: named(), SETTINGS_PORT: named() }],
  [['conformance', '--url', named(), '--key', 'ci_none'], {}],
  [['conformance', '--url', 'http://127.0.0.1:1', '--key', named()], {}],
  [[`a\n(Did you mean ${FORGED}`], {}],
])(
  'values of arguments, variables and files never start an output line (case %#)',
  async (args, variables) => {
    const { stdout, stderr } = await cliIn(ROOT, args, { ...environment, ...variables });
    expect(stdout + stderr).not.toBe('');
    expect(
      `${stdout}\n${stderr}`.split('\n').filter((line) => /^(\(Did you mean )?FORGED/.test(line)),
    ).toEqual([]);
  },
);

test('a successful backup prints its file name on one line', async () => {
  const { stdout } = await cli(['backup', named('-again.sqlite')], environment);
  expect(stdout).toMatch(/^[^\n]*a\\u000aFORGED-again\.sqlite: \d+ bytes\n$/);
});

test('a rejected import prints one line for each row and one for the result', async () => {
  const { stderr } = await cli(['import', 'cedar', named('.json')], environment);
  expect(stderr.split('\n')).toEqual([
    expect.stringContaining('a\\u000aFORGED.json:1: '),
    'Nothing was imported.',
    '',
  ]);
});

test('a rejected import prints escapes in place of control characters and of those that turn the direction', async () => {
  const hostile = '\u001b[2Jfake \u202egnp.exe \u0000 \u2028 ::error file=a::b';
  const file = join(folder, 'controls.json');
  writeFileSync(
    file,
    JSON.stringify({
      facilities: [{ name: 'Cedar', [hostile]: hostile }],
      cyber_systems: [{ name: hostile, facility_name: hostile }],
    }),
  );
  const { stderr } = await cli(['import', 'cedar', file], environment);
  expect(stderr).toContain('\\u001b[2Jfake');
  expect(stderr).not.toMatch(
    /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/,
  );
});

test('an unexpected error prints its message on one line', () => {
  const print = jest.spyOn(globalThis.console, 'error').mockImplementation();
  printUnexpected(new Error(`a\n${FORGED}`));
  expect(print.mock.lastCall).toEqual([expect.stringMatching(/^Error: a\\u000aFORGED\n {4}at /)]);
  print.mockRestore();
});

test('a message of Knex stays on one line', () => {
  const write = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
  KNEX_LOG.deprecate(`a\n${FORGED}\u001b[2J`);
  expect(write.mock.lastCall).toEqual(['a\\u000aFORGED\\u001b[2J\n']);
  write.mockRestore();
});
