// The file of a month: one entry a line as the database stored it, by organization and sequence, as gzip.
import { createReadStream, createWriteStream } from 'node:fs';
import { Readable, pipeline as connect } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { chunksOf } from '../../base/text';
import type { OrganizationId } from '../../base/organization';
import { type ActivityRow, hashOf } from './chain';
import type { Head } from './append';

export type StoredEntry = { organization_id: OrganizationId } & ActivityRow;

export const archiveName = (month: string): string => `activity-${month}.ndjson.gz`;

/** Writes the organization first in each line, so that a reader skips the lines of others unparsed. */
async function* linesOf(entries: AsyncIterable<StoredEntry>): AsyncGenerator<string> {
  for await (const { organization_id, ...entry } of entries)
    yield `${JSON.stringify({ organization_id, ...entry })}\n`;
}

export const writeArchive = (file: string, entries: AsyncIterable<StoredEntry>): Promise<void> =>
  pipeline(Readable.from(chunksOf(linesOf(entries))), createGzip(), createWriteStream(file, { flags: 'r+' }));

/** Yields the lines of a text. JSON may contain other separators of lines, at which `readline` would split it. */
async function* splitLines(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of chunks) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop()!;
    yield* lines;
  }
  if (rest !== '') yield rest;
}

/** Yields the entries of one organization, or of all. @throws Error of zlib or JSON for a damaged file. */
export async function* readArchive(file: string, organization?: OrganizationId): AsyncGenerator<StoredEntry> {
  const start = organization === undefined ? '' : `{"organization_id":${JSON.stringify(organization)},`;
  const content = connect(createReadStream(file), createGunzip(), () => undefined).setEncoding('utf8');
  for await (const line of splitLines(content))
    if (line.startsWith(start)) yield JSON.parse(line) as StoredEntry;
}

/** Returns why an entry does not follow the previous one in its file; undefined when it does. */
export function problemOf(entry: StoredEntry, previous: Head): string | undefined {
  const sequence = previous.sequence + 1;
  if (entry.sequence !== sequence)
    return `entry ${sequence} is missing, and entry ${entry.sequence} is in its place`;
  if (hashOf(entry.organization_id, entry) !== entry.hash) return `entry ${sequence} does not match its hash`;
  if (entry.previous_hash !== previous.hash)
    return `entry ${sequence} does not follow entry ${previous.sequence}`;
  return undefined;
}
