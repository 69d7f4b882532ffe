// Writes what proves an inventory of a day without this server: the list, the whole log, and a program that
// recomputes the list from the log.
import { createWriteStream } from 'node:fs';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type ActivityReader, readRows } from '../audit/read';
import { digestOfFile } from '../../base/digest';
import { COLLECTIONS, IMPORT_COLLECTIONS } from '../import/collections';
import type { OrganizationRecord } from '../organizations/store';
import { joinChunks } from '../../base/text';
import type { PastInventory } from './past-inventory';
import { inventoryRows } from './rows';

const PROGRAM = 'verify-proof.mjs';

/** Writes a file and returns its SHA-256. */
async function write(path: string, lines: Iterable<string> | AsyncIterable<string>): Promise<string> {
  await pipeline(Readable.from(joinChunks(lines)), createWriteStream(path));
  return digestOfFile(path);
}

async function* rowLines(past: PastInventory): AsyncIterable<string> {
  for (const { collection, id, fields, rating, last } of await inventoryRows(past)) {
    const { resourceType: type } = IMPORT_COLLECTIONS[collection];
    yield `${JSON.stringify({ type, id, fields, impact_rating: rating, entry: last?.sequence ?? null })}\n`;
  }
}

/** Yields the entries up to the head of the inventory: a caller may have appended more since. */
async function* entryLines(activity: ActivityReader, { id }: OrganizationRecord, head: number) {
  for await (const row of readRows(activity.pages(id, { before: head + 1 })))
    yield `${JSON.stringify({ ...row, organization_id: undefined })}\n`; // every entry has the same organization
}

/** Writes the proof of the whole inventory of a day. `folder` is created. */
export async function writeProof(
  activity: ActivityReader,
  folder: string,
  organization: OrganizationRecord,
  day: string,
  past: PastInventory,
): Promise<void> {
  const { begin, head = begin } = past;
  const entries = entryLines(activity, organization, head.sequence);
  await mkdir(folder, { recursive: true });
  const files = {
    'inventory.ndjson': await write(join(folder, 'inventory.ndjson'), rowLines(past)),
    'entries.ndjson': await write(join(folder, 'entries.ndjson'), entries),
  };
  const { id, slug, name } = organization;
  const proof = {
    organization: { id, slug, name },
    day,
    sequence: past.sequence,
    begin,
    head,
    columns: Object.fromEntries(
      COLLECTIONS.map((each) => [IMPORT_COLLECTIONS[each].resourceType, IMPORT_COLLECTIONS[each].columns]),
    ),
    files,
  };
  await writeFile(join(folder, 'proof.json'), `${JSON.stringify(proof, null, 2)}\n`);
  await copyFile(join(__dirname, PROGRAM), join(folder, PROGRAM));
}
