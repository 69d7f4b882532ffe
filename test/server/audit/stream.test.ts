// Tests `activity stream`: order, completeness with concurrent writers, signals and archives.
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { archiveLogs } from '../../../src/server/audit/archive';
import { type Inventory, openInventory } from '../../../src/app/inventory';
import { toMonth, nextMonth } from '../../../src/base/day';
import type { OrganizationRecord } from '../../../src/server/organizations/store';
import { cli, ended, start } from '../../support/cli';
import { temporaryFolder } from '../../support/folder';
import { type TestDatabase, testDatabase } from '../../support/database';
import { inventoryOf } from '../../support/inventory';

const archives = join(temporaryFolder(), 'archives');
mkdirSync(archives);

let database: TestDatabase;
let writers: Inventory[];
let organization: OrganizationRecord;
beforeAll(async () => {
  database = await testDatabase();
  writers = [await openInventory(database.url), await openInventory(database.url)];
  organization = (await writers[0]!.organizations.create('cedar', 'Cedar'))!;
  await writers[0]!.importer.run(organization, inventoryOf('cedar'));
});
afterAll(async () => {
  for (const writer of writers) await writer.close();
  await database.remove();
});

const environment = () => ({ DATABASE_URL: database.url });
const stream = (...args: string[]) => cli(['activity', 'stream', 'cedar', ...args], environment());

const sequencesIn = (output: string): number[] =>
  output
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => (JSON.parse(line) as { sequence: number }).sequence);

const upTo = (last: number, first = 1): number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

const headOf = async (): Promise<number> => (await writers[0]!.activity.head(organization.id))!.sequence;

/** Adds 60 entries from two connections at the same time. */
const write = (round: string) =>
  Promise.all(
    writers.map(async (writer, index) => {
      for (let number = 0; number < 30; number++)
        await writer.importer.run(organization, {
          facilities: [{ id: `fac_${round}_${index}_${number}`, name: `Site ${round} ${index} ${number}` }],
        });
    }),
  );

test('prints each entry from a sequence on as one line of JSON', async () => {
  const { status, stdout, stderr } = await stream('--from', '8');
  expect([status, stderr]).toEqual([0, '']);
  expect(sequencesIn(stdout)).toEqual(upTo(await headOf(), 8));
  expect(JSON.parse(stdout.slice(0, stdout.indexOf('\n')))).toMatchObject({
    organization: 'cedar',
    sequence: 8,
    resourceId: 'ca_cedar_rtu',
    hash: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
});

test('prints nothing when the first entry is beyond the head', async () => {
  expect(await stream('--from', '999999')).toEqual({ status: 0, stdout: '', stderr: '' });
  expect((await stream('--from', '0')).status).toBe(2);
});

test('loses and repeats no entry of concurrent writers when it is stopped and resumed', async () => {
  let printed: number[] = [];
  let isWriting = true;
  async function writeOn(): Promise<void> {
    for (let round = 1; isWriting; round++) await write(String(round));
  }
  const writing = writeOn();
  for (const signal of ['SIGKILL', 'SIGTERM', 'SIGINT'] as const) {
    const from = String((printed.at(-1) ?? 0) + 1);
    const child = start(['activity', 'stream', 'cedar', '--from', from, '--follow'], environment());
    const finished = ended(child);
    await once(child.stdout!, 'data');
    if (signal === 'SIGINT') {
      isWriting = false;
      await writing;
      const follows = lineOf((await headOf()) + 60, child);
      await write('last');
      await follows;
    }
    child.kill(signal);
    const { status, stdout, stderr } = await finished;
    if (signal !== 'SIGKILL') expect([status, stderr]).toEqual([0, '']);
    const complete = stdout.slice(0, stdout.lastIndexOf('\n') + 1);
    printed = [...printed, ...sequencesIn(complete)];
  }
  expect(printed).toEqual(upTo(await headOf()));
}, 60_000);

/** Waits until a stream prints an entry that is not yet written. */
function lineOf(sequence: number, { stdout }: ChildProcess): Promise<void> {
  let text = '';
  return new Promise((resolve) => {
    stdout!.on('data', (part: Buffer) => {
      text += part.toString();
      if (text.includes(`"sequence":${sequence},`)) resolve();
    });
  });
}

test('reads archived entries from their folder, and exits with 1 without it', async () => {
  for await (const archived of archiveLogs(writers[0]!, nextMonth(toMonth(new Date())), archives))
    void archived;
  const missing = await stream('--from', '3');
  expect([missing.status, missing.stdout]).toEqual([1, '']);
  expect(missing.stderr).toMatch(
    /are archived in the file .*To stream from entry 3 on, pass `--archives FOLDER`\./,
  );
  await write('four');
  const { status, stdout } = await stream('--from', '3', '--archives', archives);
  expect(status).toBe(0);
  expect(sequencesIn(stdout)).toEqual(upTo(await headOf(), 3));
}, 60_000);
