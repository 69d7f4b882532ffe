// The proof of an inventory: its program recomputes the list from the log, and notices every alteration.
import { execFile } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readPast } from '../../../src/server/history/past-inventory';
import { writeProof } from '../../../src/server/history/proof';
import { temporaryFolder } from '../../support/folder';
import { type Histories, makeHistory, openHistories } from './world';

const root = temporaryFolder();
const folder = join(root, 'proof');
const DAY = '2026-01-04';
const run = promisify(execFile);

interface Verified {
  status: number;
  text: string;
}

const verify = (inFolder: string): Promise<Verified> =>
  run(process.execPath, [join(inFolder, 'verify-proof.mjs')]).then(
    ({ stdout }) => ({ status: 0, text: stdout }),
    ({ code, stderr }: { code: number; stderr: string }) => ({ status: code, text: stderr }),
  );

let histories: Histories;
beforeAll(async () => {
  histories = await openHistories();
  const { activity, database, organizations } = histories.inventory;
  const organization = (await organizations.create('cedar', 'Cedar'))!;
  await makeHistory(histories, organization, 7, 8);
  await writeProof(activity, folder, organization, DAY, await readPast(database, organization.id, DAY));
});
afterAll(() => histories.close());

let copies = 0;

/** Copies the proof, and changes one of its files. */
function altered(file: string, change: (text: string) => string): string {
  const copy = join(root, `altered-${++copies}`);
  cpSync(folder, copy, { recursive: true });
  const path = join(copy, file);
  const text = readFileSync(path, 'utf8');
  const changed = change(text);
  expect(changed).not.toBe(text);
  writeFileSync(path, changed);
  return copy;
}

const linesOf = (file: string): string[] => readFileSync(join(folder, file), 'utf8').trimEnd().split('\n');

/** Also corrects the digest in the proof, so that only the content can betray the change. */
async function withDigest(inFolder: string, file: string): Promise<Verified> {
  const { createHash } = await import('node:crypto');
  const path = join(inFolder, 'proof.json');
  const proof = JSON.parse(readFileSync(path, 'utf8')) as { files: Record<string, string> };
  proof.files[file] = createHash('sha256')
    .update(readFileSync(join(inFolder, file)))
    .digest('hex');
  writeFileSync(path, JSON.stringify(proof));
  return verify(inFolder);
}

it('verifies the list of a day from the log', async () => {
  const { status, text } = await verify(folder);
  expect([status, text]).toEqual([
    0,
    expect.stringMatching(
      /^Cedar: \d+ records at the end of 2026-01-04 \(UTC\), from entries 1 to \d+\.\nHead /,
    ),
  ]);
});

it('verifies entries with every separator of lines that JSON allows', async () => {
  const { activity, database, organizations } = histories.inventory;
  const organization = (await organizations.create('separators', 'One\u2028two\u2029three'))!;
  const own = join(root, 'separators');
  await writeProof(activity, own, organization, DAY, await readPast(database, organization.id, DAY));
  expect((await verify(own)).status).toBe(0);
});

it('fails for an altered digest of a file', async () => {
  const { status, text } = await verify(altered('inventory.ndjson', (rows) => rows.replace('RTU', 'HMI')));
  expect([status, text]).toEqual([1, expect.stringContaining('inventory.ndjson was altered')]);
});

it('fails for each altered row, also with a digest that fits', async () => {
  const rows = linesOf('inventory.ndjson');
  expect(rows.length).toBeGreaterThan(5);
  for (const [index, row] of rows.entries()) {
    const { fields, ...rest } = JSON.parse(row) as { fields: { name: string } };
    const changed = JSON.stringify({ ...rest, fields: { ...fields, name: 'Altered' } });
    for (const lines of [rows.with(index, changed), rows.toSpliced(index, 1)]) {
      const copy = altered('inventory.ndjson', () => `${lines.join('\n')}\n`);
      expect([index, await withDigest(copy, 'inventory.ndjson')]).toEqual([
        index,
        { status: 1, text: expect.stringMatching(/in the log|in the list|by its system/) },
      ]);
    }
  }
});

it('fails for an altered or removed key of a user', async () => {
  for (const key of ['"key_other"', 'null']) {
    const copy = altered('entries.ndjson', (text) => text.replace('"key_history"', key));
    expect((await withDigest(copy, 'entries.ndjson')).text).toMatch(/^Entry \d+ was altered/);
  }
});

it('fails for each altered or removed entry, also with a digest that fits', async () => {
  const entries = linesOf('entries.ndjson');
  for (const [index, line] of entries.entries()) {
    const entry = JSON.parse(line) as { description: string };
    const changed = JSON.stringify({ ...entry, description: 'Altered.' });
    for (const lines of [entries.with(index, changed), entries.toSpliced(index, 1)]) {
      const copy = altered('entries.ndjson', () => lines.map((each) => `${each}\n`).join(''));
      expect([index, await withDigest(copy, 'entries.ndjson')]).toEqual([
        index,
        { status: 1, text: expect.stringMatching(/was altered, removed|The entries end with/) },
      ]);
    }
  }
});
