// Reads an archive back before its entries leave the database.
import { existsSync } from 'node:fs';
import { digestFileOf, digestOfFile, readDigestFile } from '../../base/digest';
import type { OrganizationId } from '../../base/organization';
import type { Head } from './append';
import { problemOf, readArchive } from './archive-file';

/** Reports why a month was not archived. Its entries are still in the database. */
export class ArchiveRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ArchiveRefused';
  }
}

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
  const expected = existsSync(digestFileOf(path)) ? await readDigestFile(path) : undefined;
  if (digest === expected) return digest;
  throw new ArchiveRefused(
    `${path} is damaged: its SHA-256 is not the one in ${digestFileOf(path)}. Move both away, and archive again.`,
  );
}

/**
 * Verifies that the file has exactly these entries, each with a valid hash. Returns the digest of the file and
 * the hash of each organization's last entry. @throws ArchiveRefused.
 */
export async function readBack(
  path: string,
  ranges: readonly Range[],
): Promise<{ digest: string; hashes: Map<OrganizationId, string> }> {
  const digest = await requireDigest(path);
  const ends = new Map<string, Head>(ranges.map(({ organization, previous }) => [organization, previous]));
  for await (const entry of readArchive(path)) {
    const previous = ends.get(entry.organization_id);
    const problem = previous ? problemOf(entry, previous) : 'the organization has no entries in this month';
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
  return {
    digest,
    hashes: new Map(ranges.map(({ organization }) => [organization, ends.get(organization)!.hash])),
  };
}
