// Tests that the troubleshooting page has what commands really print, with a remedy.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, cli } from '../support/cli';
import { temporaryFolder } from '../support/folder';

const page = readFileSync(join(ROOT, 'spec/guide/troubleshooting.md'), 'utf8');

/** Returns each row of the page: a pattern of the message, in which `…` is any text, and the remedy. */
const rows = [...page.matchAll(/^\| (.+?) \| (.+) \|$/gm)].map(([, message, remedy]) => {
  const text = message!.replace(/\\([*<[\]|])/g, '$1');
  const pattern = text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll('…', '.*?');
  return { pattern: new RegExp(pattern), literal: text.replaceAll('…', '').length, remedy: remedy! };
});

/** Returns the remedy of the row that fits a message best. */
const remedyOf = (message: string): string | undefined =>
  rows
    .filter(({ pattern, literal }) => literal > 10 && pattern.test(message))
    .sort((one, other) => other.literal - one.literal)[0]?.remedy;

const folder = temporaryFolder();
const at = (name: string): string => join(folder, name);
const DATABASE_URL = `sqlite:${at('inventory.sqlite')}`;

beforeAll(async () => {
  await cli(['organization', 'create', 'cedar', '--name', 'Cedar'], { DATABASE_URL });
  writeFileSync(at('source.csv'), 'id,name\n1,A\n');
  writeFileSync(at('map.yaml'), 'source:\n  name: [\n');
  writeFileSync(at('plan.json'), '{}');
  writeFileSync(at('broken.yaml'), 'openapi: 2.0\n');
});

it('says nothing about a text that no program prints', () => {
  expect(remedyOf('All quiet on the western front.')).toBeUndefined();
});

const FAULTS: [area: string, args: string[], environment: Record<string, string>][] = [
  ['startup', ['serve'], { PORT: 'x' }],
  ['startup', ['serve'], { HOST: '0.0.0.0' }],
  ['startup', ['sandbox', '--watch'], {}],
  ['startup', ['sandbox', '--public'], { SANDBOX_TOKEN: 'x'.repeat(32) }],
  ['organizations', ['organization', 'create', 'cedar', '--name', 'Cedar'], {}],
  ['keys', ['key', 'revoke', 'key_missing'], {}],
  ['imports', ['import', 'cedar', 'missing.json'], {}],
  ['the activity log', ['activity', 'elsewhere'], {}],
  ['sign-in', ['admin', 'recover', 'nobody@example.com'], {}],
  ['migration', ['backup', 'verify', 'missing.sqlite'], {}],
  ['migration', ['move', '--from', 'sqlite:missing.sqlite', '--to', 'sqlite:other.sqlite'], {}],
  ['sync', ['sync', 'check', '--source', at('source.csv'), '--map', at('map.yaml')], {}],
  ['sync', ['sync', 'apply', at('plan.json')], { API_KEY: 'cik_test_x', SYNC_URL: 'http://127.0.0.1:9' }],
  ['review', ['review', '--base', at('broken.yaml'), '--head', at('broken.yaml')], {}],
  ['review', ['replay', 'missing.har', '--url', 'http://127.0.0.1:9'], {}],
];

it.each(
  FAULTS.map(([area, args, environment]) => ({
    area,
    command: args.slice(0, 2).join(' '),
    args,
    environment,
  })),
)('a fault of $area, from `$command`, is on the page with a remedy', async ({ args, environment }) => {
  const { status, stderr } = await cli(args, { DATABASE_URL, ...environment });
  expect(status).not.toBe(0);
  expect([stderr, stderr.split('\n').map(remedyOf).find(Boolean)]).toEqual([stderr, expect.any(String)]);
});
