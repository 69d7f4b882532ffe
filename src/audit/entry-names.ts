// Names the actors and the records of log entries, for lists that people read.
import type { Database } from '../database/database';
import type { OrganizationId } from '../organizations/organization';
import { type ActorNames, type ActorSources, actorKey, createNameActors } from './actor-names';
import type { ActivityRow } from './chain';
import { nameIn } from './entry-values';
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
      const present = await findPresentRecords(all, organization, rows);
      const nameOf = (row: ActivityRow): string | undefined =>
        nameIn(row) ?? present.nameOf(row) ?? actors.get(actorKey(asActor(row)));
      const nameless = rows.filter((row) => nameOf(row) === undefined);
      const past = await findPastNames(all, organization, nameless);
      return rows.map((row) => ({
        ...row,
        actorName: actors.get(actorKey(row)) ?? null,
        resourceName: nameOf(row) ?? past.get(row.resource_id) ?? null,
        systemName: (row.resource_type === 'cyber-asset' && present.systemOf(row)?.name) || null,
        siteName: present.siteNameOf(row) ?? null,
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
