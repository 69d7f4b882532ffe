// Tests that a named pipe in place of a file ends each command with a sentence: opening it would wait forever.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cli, ended, MAIN, ROOT, start } from '../support/cli';
import { temporaryFolder } from '../support/folder';

const folder = temporaryFolder();
const at = (name: string): string => join(folder, name);
const PIPES = ['pipe', 'pipe.csv', 'pipe.json', 'pipe.yaml', 'pipe.har', 'map.state.json.journal'];
const SOUND = join(ROOT, 'test/review/sound.yaml');
const review = ['review', '--base', SOUND, '--head', SOUND];
const sync = ['--source', at('cmdb.csv'), '--map', at('map.yaml')];

beforeAll(async () => {
  await cli(['organization', 'create', 'cedar', '--name', 'Cedar'], {
    DATABASE_URL: `sqlite:${at('inventory.sqlite')}`,
  });
  execFileSync('mkfifo', PIPES.map(at));
  writeFileSync(at('cmdb.csv'), 'key,name,system\n');
  writeFileSync(
    at('map.yaml'),
    'source: {name: cmdb}\nkey: key\nfields: {name: name, asset_type: {value: hardware}, cyber_system: system}\n',
  );
  writeFileSync(at('empty.har'), '{"log":{"entries":[]}}');
  writeFileSync(
    at('referring.yaml'),
    '{"openapi":"3.1.0","info":{"title":"x","version":"1"},"paths":{"/a":{"$ref":"./pipe.yaml"}}}',
  );
});

async function expectRejection(args: string[], database: string): Promise<void> {
  const { status, stdout, stderr } = await cli(args, {
    API_KEY: 'cik_test_CedarValleyPowerAndLightDemo010TfbS6',
    DATABASE_URL: database,
    PORT: '0',
  });
  expect([status === 0, stdout]).toEqual([false, '']);
  expect(stderr).toMatch(
    /^[^\n]*\/(pipe|map)[^\n]* is a named pipe, not a file[^\n]*(\nNothing was imported\.)?\n$/,
  );
}

test.each([
  ['sync check', ['sync', 'check', '--source', at('pipe.csv'), '--map', at('map.yaml')]],
  ['sync check with a map', ['sync', 'check', '--source', at('cmdb.csv'), '--map', at('pipe.yaml')]],
  ['sync plan with a journal', ['sync', 'plan', ...sync]],
  ['sync apply', ['sync', 'apply', at('pipe.json')]],
  ['sync undo', ['sync', 'undo', at('pipe.json')]],
  ['replay', ['replay', at('pipe.har'), '--url', 'http://127.0.0.1:1']],
  [
    'replay with waivers',
    ['replay', at('empty.har'), '--url', 'http://127.0.0.1:1', '--waivers', at('pipe')],
  ],
  ['review of a document that refers to it', ['review', '--base', SOUND, '--head', at('referring.yaml')]],
  ['review with a policy', [...review, '--policy', at('pipe.yaml')]],
  ['review with waivers', [...review, '--waivers', at('pipe.yaml')]],
  ['review with recordings', [...review, '--calls', at('pipe.har')]],
  ['import', ['import', 'cedar', at('pipe.json')]],
  ['activity checkpoint', ['activity', 'checkpoint', '--key', at('pipe')]],
  ['sandbox with a contract', ['sandbox', '--contract', at('pipe.yaml')]],
  ['sandbox with data', ['sandbox', '--persist', at('pipe')]],
])('%s rejects a named pipe', (_what, args) => expectRejection(args, `sqlite:${at('inventory.sqlite')}`));

test('a command rejects a named pipe in place of its database', () =>
  expectRejection(['key', 'list', 'cedar'], `sqlite:${at('pipe')}`));

test('replay reads a recording from standard input', async () => {
  const line = `'${process.execPath}' '${MAIN}' replay /dev/stdin --url http://127.0.0.1:1`;
  const run = start(['-c', `printf '{"log":{"entries":[]}}' | ${line}`], {}, ['/bin/sh']);
  expect(await ended(run)).toMatchObject({ status: 2, stderr: expect.stringContaining('does not respond') });
});
