// Names the actors and the records of log entries, for lists that people read.
import type { Database } from '../../database/database';
import type { OrganizationId } from '../../base/organization';
import { type ActorNames, type ActorSources, actorKey, createNameActors } from './actor-names';
import type { ActivityRow } from './chain';
import { type ReadEntry, readEntry } from './entry-values';
import { createFindPastNames } from './past-names';
import { createFindPresentRecords } from './present-records';

/** Names beside the ids of an entry; null where there is none. */
export interface EntryNames {
  actorName: string | null;
  resourceName: string | null;
  /** The system of an asset. */
  systemName: string | null;
  /** The facility or control center of a system or an asset. */
  siteName: string | null;
}

export type NamedRow = ActivityRow & Partial<EntryNames>;

/** Names entries, and returns the names of all actors that a filter may offer. */
export type NameEntries = (
  organization: OrganizationId,
  rows: readonly ActivityRow[],
) => Promise<{ rows: NamedRow[]; actors: ActorNames }>;

/** Actors of these types are also records. */
const ACTOR_TYPES: Record<string, string> = { user: 'user', 'api-key': 'api_key' };

const asActor = ({ resource_type, resource_id }: ActivityRow) => ({
  actor_type: ACTOR_TYPES[resource_type] ?? '',
  actor_id: resource_id,
});

/** Names are those at the time of the entry where the entry has them, and the present ones otherwise. */
export function createNameEntries(database: Database, sources: ActorSources): NameEntries {
  const nameActors = createNameActors(sources);
  const findPresentRecords = createFindPresentRecords(database);
  const findPastNames = createFindPastNames(database);

  return async (organization, rows) => {
    const subjects = rows.filter(({ resource_type }) => resource_type in ACTOR_TYPES).map(asActor);
    const actors = await nameActors(organization, [...rows, ...subjects]);
    const named = await database.snapshot({ organization }, async (all) => {
      const entries = rows.map(readEntry);
      const present = await findPresentRecords(all, organization, entries);
      const nameOf = (entry: ReadEntry): string | undefined =>
        entry.name ?? present.nameOf(entry) ?? actors.get(actorKey(asActor(entry.row)));
      const nameless = entries.filter((entry) => nameOf(entry) === undefined);
      const past = await findPastNames(all, organization, nameless);
      return entries.map((entry) => ({
        ...entry.row,
        actorName: actors.get(actorKey(entry.row)) ?? null,
        resourceName: nameOf(entry) ?? past.get(entry.row.resource_id) ?? null,
        systemName: (entry.row.resource_type === 'cyber-asset' && present.systemOf(entry)?.name) || null,
        siteName: present.siteNameOf(entry) ?? null,
      }));
    });
    return { rows: named, actors };
  };
}

/** Entries that one query of names serves. */
const BATCH = 500;

/** Yields entries with their names. */
export async function* namedRows(
  nameEntries: NameEntries,
  organization: OrganizationId,
  rows: AsyncIterable<ActivityRow>,
): AsyncGenerator<NamedRow> {
  let batch: ActivityRow[] = [];
  for await (const row of rows) {
    if (batch.push(row) < BATCH) continue;
    yield* (await nameEntries(organization, batch)).rows;
    batch = [];
  }
  if (batch.length > 0) yield* (await nameEntries(organization, batch)).rows;
}
