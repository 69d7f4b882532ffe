// Names the actors and the records of log entries, for lists that people read.
import type { Database } from '../database/database';
import { compileFindRow } from '../database/rows';
import type { OrganizationId } from '../organizations/organization';
import { type ActorNames, type ActorSources, actorKey, createNameActors } from './actor-names';
import type { ActivityRow } from './chain';
import { type LoggedChange, changesIn } from './compare-records';

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

interface Id {
  organization_id: OrganizationId;
  id: string;
}
type Named = Id & { name: string };
type System = Named & { facility_id: string | null; control_center_id: string | null };
type Asset = Named & { cyber_system_id: string };
type LogKey = Pick<ActivityRow, 'resource_type' | 'resource_id' | 'operation'> & {
  organization_id: OrganizationId;
};

const NAME_FIELDS = ['name', 'label', 'email', 'title'];

/** Returns the value after an entry, or the one before a deletion. */
function valueIn({ changes }: Pick<LoggedChange, 'changes'>, ...fields: string[]): string | undefined {
  const change = changesIn(changes).find(({ field }) => fields.includes(field));
  const value: unknown = change?.after ?? change?.before;
  return typeof value === 'string' ? value : undefined;
}

/** Entries that name their record. The log keeps them after the record. */
const NAMING: readonly string[] = ['deleted', 'created', 'imported'];

/** Actors of these types are also records. */
const ACTOR_TYPES: Record<string, string> = { user: 'user', 'api-key': 'api_key' };

/** Names are those at the time of the entry where the entry has them, and the present ones otherwise. */
export function createNameEntries(database: Database, sources: ActorSources): NameEntries {
  const nameActors = createNameActors(sources);
  const find = <Row extends Id>(table: string, columns: readonly string[]) =>
    compileFindRow<Id, Row>(
      database,
      table,
      ['organization_id', 'id'],
      ['organization_id', 'id', 'name', ...columns],
    );
  const assets = find<Asset>('cyber_assets', ['cyber_system_id']);
  const systems = find<System>('cyber_systems', ['facility_id', 'control_center_id']);
  const sites = {
    facility: find<Named>('facilities', []),
    'control-center': find<Named>('control_centers', []),
  };
  const namings = compileFindRow<LogKey, LogKey & Pick<ActivityRow, 'changes'>>(
    database,
    'activity',
    ['organization_id', 'resource_type', 'resource_id', 'operation'],
    ['organization_id', 'resource_type', 'resource_id', 'operation', 'changes'],
  );

  return async (organization_id, rows) => {
    const subjects = rows.flatMap(({ resource_type, resource_id }) =>
      resource_type in ACTOR_TYPES
        ? [{ actor_type: ACTOR_TYPES[resource_type]!, actor_id: resource_id }]
        : [],
    );
    const actors = await nameActors(organization_id, [...rows, ...subjects]);

    const named = await database.snapshot({ organization: organization_id }, async (all) => {
      async function findAll<Row extends Id>(
        query: { run(run: typeof all, keys: Id[]): Promise<(Row | undefined)[]> },
        ids: Iterable<string | null | undefined>,
      ): Promise<Map<string, Row>> {
        const known = [...new Set([...ids].flatMap((id) => id ?? []))];
        const found =
          known.length === 0
            ? []
            : await query.run(
                all,
                known.map((id) => ({ organization_id, id })),
              );
        return new Map(found.flatMap((row) => (row ? [[row.id, row]] : [])));
      }
      const idsOf = (type: string) =>
        rows.filter(({ resource_type }) => resource_type === type).map(({ resource_id }) => resource_id);

      const assetsById = await findAll(assets, idsOf('cyber-asset'));
      const systemIdOf = (row: ActivityRow): string | undefined =>
        row.resource_type === 'cyber-system'
          ? row.resource_id
          : (valueIn(row, 'cyber_system_id') ?? assetsById.get(row.resource_id)?.cyber_system_id);
      const systemsById = await findAll(systems, rows.map(systemIdOf));
      const places = [...systemsById.values()];
      const sitesById = new Map([
        ...(await findAll(sites.facility, [
          ...idsOf('facility'),
          ...places.map(({ facility_id }) => facility_id),
          ...rows.map((row) => valueIn(row, 'facility_id')),
        ])),
        ...(await findAll(sites['control-center'], [
          ...idsOf('control-center'),
          ...places.map(({ control_center_id }) => control_center_id),
          ...rows.map((row) => valueIn(row, 'control_center_id')),
        ])),
      ]);

      const present = (row: ActivityRow): string | undefined =>
        [assetsById, systemsById, sitesById].map((each) => each.get(row.resource_id)?.name).find(Boolean) ??
        actors.get(actorKey({ actor_type: ACTOR_TYPES[row.resource_type] ?? '', actor_id: row.resource_id }));
      const nameless = rows.filter(
        (row) => valueIn(row, ...NAME_FIELDS) === undefined && present(row) === undefined,
      );
      const past = new Map<string, string>();
      for (const operation of nameless.length === 0 ? [] : NAMING) {
        const keys = nameless.map(({ resource_type, resource_id }) => ({
          organization_id,
          resource_type,
          resource_id,
          operation,
        }));
        for (const entry of await namings.run(all, keys)) {
          const name = entry && valueIn(entry, ...NAME_FIELDS);
          if (name !== undefined && !past.has(entry!.resource_id)) past.set(entry!.resource_id, name);
        }
      }

      return rows.map((row): NamedRow => {
        const system = systemsById.get(systemIdOf(row) ?? '');
        const site =
          valueIn(row, 'facility_id', 'control_center_id') ??
          system?.facility_id ??
          system?.control_center_id;
        return {
          ...row,
          actorName: actors.get(actorKey(row)) ?? null,
          resourceName: valueIn(row, ...NAME_FIELDS) ?? present(row) ?? past.get(row.resource_id) ?? null,
          systemName: row.resource_type === 'cyber-asset' ? (system?.name ?? null) : null,
          siteName: sitesById.get(site ?? '')?.name ?? null,
        };
      });
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
