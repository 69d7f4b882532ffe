// Names the actors and the records of log entries, and the places of records, for lists that people read.
import { NAME_FIELDS } from './entry';
import type { OrganizationId } from '../../base/organization';
import type { Database, Transaction } from '../../database/database';
import { compileFindRow, compileSelectRows } from '../../database/rows';
import type { ActivityRow } from './chain';
import { type RecordChange, changesIn } from './compare-records';

export type ActorId = Pick<ActivityRow, 'actor_type' | 'actor_id'>;

/** Names by `actorKey`; undefined for an actor without a name, for example an operator. */
export type ActorNames = ReadonlyMap<string, string | undefined>;

/** Returns the key of an actor. Ids of different types may be equal. */
export const actorKey = ({ actor_type, actor_id }: ActorId): string => `${actor_type} ${actor_id}`;

/** Finds users and API keys. `app` hands it to the log. */
export interface Actors {
  /** Returns an organization's members by e-mail address, then its keys by label and last characters. */
  list(organization: OrganizationId): Promise<(ActorId & { name: string })[]>;
  /** Returns the name of an actor that the list lacks, for example of a former member. */
  nameOf(actor: ActorId, organization: OrganizationId): Promise<string | undefined>;
  /** Returns the ids of the actors with an id, an e-mail address or a key label. */
  find(organization: OrganizationId, name: string): Promise<string[]>;
}

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

/** The sources of names. `app` hands them to the log. */
export interface NameSources {
  database: Database;
  actors: Actors;
}

/** Returns the value after an entry, or the one before a deletion. */
function valueIn(changes: readonly RecordChange[], fields: readonly string[]): string | undefined {
  const change = changes.find(({ field }) => fields.includes(field));
  const value: unknown = change?.after ?? change?.before;
  return typeof value === 'string' ? value : undefined;
}

type ReadEntry = ReturnType<typeof readEntry>;

/** Returns an entry with what its changes say of its record: its name, and the ids of its system and its site. */
function readEntry(row: ActivityRow) {
  const changes = changesIn(row.changes);
  return {
    row,
    name: valueIn(changes, NAME_FIELDS),
    system: valueIn(changes, ['cyber_system_id']),
    site: valueIn(changes, ['facility_id', 'control_center_id']),
  };
}

/** Returns the names of an organization's members, its keys, and the actors of `shown` entries. */
export async function nameActors(
  actors: Actors,
  organization: OrganizationId,
  shown: Iterable<ActorId>,
): Promise<ActorNames> {
  const listed = await actors.list(organization);
  const names = new Map<string, string | undefined>(listed.map((actor) => [actorKey(actor), actor.name]));
  for (const actor of shown) {
    const key = actorKey(actor);
    if (!names.has(key)) names.set(key, await actors.nameOf(actor, organization));
  }
  return names;
}

/** Actors of these types are also records. */
const ACTOR_TYPES: Record<string, string> = { user: 'user', 'api-key': 'api_key' };

const asActor = ({ resource_type, resource_id }: ActivityRow): ActorId => ({
  actor_type: ACTOR_TYPES[resource_type] ?? '',
  actor_id: resource_id,
});

/**
 * Names entries, and returns the names of all actors that a filter may offer. Names are those at the time of the
 * entry where the entry has them, and the present ones otherwise.
 */
export async function nameEntries(
  { database, actors }: NameSources,
  organization: OrganizationId,
  rows: readonly ActivityRow[],
): Promise<{ rows: NamedRow[]; actors: ActorNames }> {
  const subjects = rows.filter(({ resource_type }) => resource_type in ACTOR_TYPES).map(asActor);
  const names = await nameActors(actors, organization, [...rows, ...subjects]);
  const named = await database.snapshot({ organization }, async (all) => {
    const entries = rows.map(readEntry);
    const present = await findPresentRecords(database, all, organization, entries);
    const getName = (entry: ReadEntry): string | undefined =>
      entry.name ?? present.nameOf(entry) ?? names.get(actorKey(asActor(entry.row)));
    const nameless = entries.filter((entry) => getName(entry) === undefined);
    const past = await findPastNames(database, all, organization, nameless);
    return entries.map((entry) => ({
      ...entry.row,
      actorName: names.get(actorKey(entry.row)) ?? null,
      resourceName: getName(entry) ?? past.get(entry.row.resource_id) ?? null,
      systemName: present.systemNameOf(entry) || null,
      siteName: present.siteNameOf(entry) ?? null,
    }));
  });
  return { rows: named, actors: names };
}

type LogKey = Pick<ActivityRow, 'resource_type' | 'resource_id' | 'operation'> & {
  organization_id: OrganizationId;
};

const KEY = ['organization_id', 'resource_type', 'resource_id', 'operation'] as const;

/** Entries that name their record, those with its last name first. */
const NAMING = ['deleted', 'created', 'imported'];

/** Finds the names of records that are gone, by id, in the entries that created or deleted them. */
async function findPastNames(
  database: Database,
  all: Transaction['all'],
  organization_id: OrganizationId,
  nameless: readonly ReadEntry[],
): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  if (nameless.length === 0) return names;
  type Found = LogKey & Pick<ActivityRow, 'changes'>;
  const query = compileFindRow<LogKey, Found>(database, 'activity', KEY, [...KEY, 'changes']);
  for (const operation of NAMING) {
    const keys = nameless.map(({ row: { resource_type, resource_id } }) => ({
      organization_id,
      resource_type,
      resource_id,
      operation,
    }));
    for (const entry of await query.run(all, keys)) {
      const name = entry && valueIn(changesIn(entry.changes), NAME_FIELDS);
      if (name !== undefined && !names.has(entry!.resource_id)) names.set(entry!.resource_id, name);
    }
  }
  return names;
}

type Named = { id: string; name: string };
type System = Named & { facility_id: string | null; control_center_id: string | null };
type Asset = Named & { cyber_system_id: string };

/** Finds the present records of entries, and where they are. */
async function findPresentRecords(
  database: Database,
  all: Transaction['all'],
  organization_id: OrganizationId,
  entries: readonly ReadEntry[],
) {
  /** Finds the rows of a table by their ids, of which some may be missing. */
  async function find<Row extends Named>(
    table: string,
    ids: readonly (string | null | undefined)[],
    columns: (keyof Row & string)[] = [],
  ): Promise<Map<string, Row>> {
    const keys = [...new Set(ids)].flatMap((id) => (id ? [{ organization_id, id }] : []));
    if (keys.length === 0) return new Map();
    const key = ['organization_id', 'id'] as const;
    const select = compileSelectRows<(typeof keys)[0], Row>(database, table, key, ['id', 'name', ...columns]);
    return new Map((await select(all, keys)).map((row) => [row.id, row]));
  }
  const listIds = (type: string): string[] =>
    entries.flatMap(({ row }) => (row.resource_type === type ? [row.resource_id] : []));

  const assets = await find<Asset>('cyber_assets', listIds('cyber-asset'), ['cyber_system_id']);
  const getSystemId = ({ row, system }: ReadEntry): string | undefined =>
    row.resource_type === 'cyber-system'
      ? row.resource_id
      : (system ?? assets.get(row.resource_id)?.cyber_system_id);
  const systemIds = entries.map(getSystemId);
  const systems = await find<System>('cyber_systems', systemIds, ['facility_id', 'control_center_id']);
  const getSystem = (entry: ReadEntry): System | undefined => systems.get(getSystemId(entry) ?? '');
  const getSiteId = (entry: ReadEntry): string | null | undefined => {
    const system = getSystem(entry);
    return entry.site ?? system?.facility_id ?? system?.control_center_id;
  };
  const siteIds = entries.map(getSiteId);
  const places = new Map([
    ...(await find('facilities', [...listIds('facility'), ...siteIds])),
    ...(await find('control_centers', [...listIds('control-center'), ...siteIds])),
  ]);
  const named: ReadonlyMap<string, Named>[] = [assets, systems, places];
  return {
    nameOf: ({ row }: ReadEntry) => named.map((each) => each.get(row.resource_id)?.name).find(Boolean),
    /** Returns the name of an asset's system: the one in the entry, or else the present one. */
    systemNameOf: (entry: ReadEntry) =>
      entry.row.resource_type === 'cyber-asset' ? getSystem(entry)?.name : undefined,
    /** Returns the name of the facility or control center, likewise. */
    siteNameOf: (entry: ReadEntry) => places.get(getSiteId(entry) ?? '')?.name,
  };
}

/** Yields the entries of pages with their names. */
export async function* namedRows(
  sources: NameSources,
  organization: OrganizationId,
  pages: AsyncIterable<ActivityRow[]>,
): AsyncGenerator<NamedRow> {
  for await (const page of pages) yield* (await nameEntries(sources, organization, page)).rows;
}
