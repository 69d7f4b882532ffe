// Archives of the log: the table of the files that hold the entries which left the database, and the file of a month,
// which has one entry a line as the database stored it, by organization and sequence, as gzip.
import { CommandError } from '../../base/command-error';
import type { ReadSource } from '../../database/database';
import { type Statement, compile } from '../../database/statement';
import type { Month } from '../../base/day';
import type { OrganizationId } from '../../base/organization';
import { createWriteStream, existsSync } from 'node:fs';
import { Readable, pipeline as connect } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { openToRead } from '../../base/read-file';
import { joinChunks } from '../../base/text';
import { type ActivityRow, computeHash } from './chain';
import type { Head } from './append';
import { toDigestFile, digestOfFile, readDigestFile } from '../../base/digest';

export const ARCHIVES_TABLE = 'activity_archives';

/** The entries of one organization in the file of a month. */
export interface Archive {
  month: Month;
  first_sequence: number;
  last_sequence: number;
  /** Of the last entry. */
  hash: string;
  file: string;
  /** SHA-256 of the file. */
  digest: string;
}

export type ArchiveRow = Archive & { organization_id: OrganizationId; archived_at: string };

export const ARCHIVE_COLUMNS: readonly (keyof ArchiveRow)[] = [
  'organization_id',
  'month',
  'first_sequence',
  'last_sequence',
  'hash',
  'file',
  'digest',
  'archived_at',
];

export const compileSelectArchives = ({
  knex,
}: Pick<ReadSource, 'knex'>): Statement<{ organization: OrganizationId }, Archive> =>
  compile((param) =>
    knex(ARCHIVES_TABLE)
      .select('month', 'first_sequence', 'last_sequence', 'hash', 'file', 'digest')
      .where('organization_id', param('organization'))
      .orderBy('last_sequence'),
  );

/** Returns the archives of an organization, oldest first. */
export const selectArchives = (
  source: Pick<ReadSource, 'knex' | 'read'>,
  organization: OrganizationId,
): Promise<Archive[]> => source.read({ organization }, compileSelectArchives(source), { organization });

/** Says where the older entries of an organization are; undefined when all are in the database. */
export function archivedSentence(archives: readonly Archive[]): string | undefined {
  const last = archives.at(-1);
  if (!last) return undefined;
  const files =
    archives.length === 1 ? `the file ${last.file}` : `${archives.length} files up to ${last.file}`;
  return `Entries 1 to ${last.last_sequence} are archived in ${files}.`;
}

export type StoredEntry = { organization_id: OrganizationId } & ActivityRow;

export const archiveName = (month: string): string => `activity-${month}.ndjson.gz`;

export function writeArchive(file: string, entries: AsyncIterable<StoredEntry>): Promise<void> {
  async function* lines() {
    // The organization is first in each line, so that a reader skips the lines of others unparsed.
    for await (const { organization_id, ...entry } of entries)
      yield `${JSON.stringify({ organization_id, ...entry })}\n`;
  }
  return pipeline(Readable.from(joinChunks(lines())), createGzip(), createWriteStream(file, { flags: 'r+' }));
}

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
  const content = connect(
    (await openToRead(file)).createReadStream(),
    createGunzip(),
    () => undefined,
  ).setEncoding('utf8');
  for await (const line of splitLines(content))
    if (line.startsWith(start)) yield JSON.parse(line) as StoredEntry;
}

/** Returns why an entry does not follow the previous one in its file; undefined when it does. */
export function findProblem(entry: StoredEntry, previous: Head): string | undefined {
  const sequence = previous.sequence + 1;
  if (entry.sequence !== sequence)
    return `entry ${sequence} is missing, and entry ${entry.sequence} is in its place`;
  if (computeHash(entry.organization_id, entry) !== entry.hash)
    return `entry ${sequence} does not match its hash`;
  if (entry.previous_hash !== previous.hash)
    return `entry ${sequence} does not follow entry ${previous.sequence}`;
  return undefined;
}

/** Reports why a month was not archived. Its entries are still in the database. */
export class ArchiveRefused extends CommandError {}

/** The entries of an organization in an archive. */
export interface Range {
  organization: OrganizationId;
  /** The entry before the first one. */
  previous: Head;
  /** The sequence of the last one. */
  last: number;
}

/** Returns the digest of the file. @throws ArchiveRefused when its digest file has another one. */
async function requireDigest(path: string): Promise<string> {
  const digest = await digestOfFile(path);
  const expected = existsSync(toDigestFile(path)) ? (await readDigestFile(path))?.digest : undefined;
  if (digest === expected) return digest;
  throw new ArchiveRefused(
    `${path} is damaged: its SHA-256 is not the one in ${toDigestFile(path)}. Move both away, and archive again.`,
  );
}

/**
 * Verifies that the file has exactly these entries, each with a valid hash. Returns the digest of the file and
 * each organization's last entry. @throws ArchiveRefused.
 */
export async function readBack(path: string, ranges: readonly Range[]) {
  const digest = await requireDigest(path);
  const ends = new Map<string, Head>(ranges.map(({ organization, previous }) => [organization, previous]));
  for await (const entry of readArchive(path)) {
    const previous = ends.get(entry.organization_id);
    const problem = previous ? findProblem(entry, previous) : 'the organization has no entries in this month';
    if (problem !== undefined)
      throw new ArchiveRefused(
        `The log of ${entry.organization_id} cannot be archived: ${problem}. Run \`activity verify\`.`,
      );
    ends.set(entry.organization_id, { sequence: entry.sequence, hash: entry.hash });
  }
  const short = ranges.find(({ organization, last }) => ends.get(organization)!.sequence !== last);
  if (short)
    throw new ArchiveRefused(
      `${path} ends at entry ${ends.get(short.organization)!.sequence} of ${short.organization}, ` +
        `and must end at ${short.last}. Run \`activity verify\`.`,
    );
  return { digest, ends };
}
