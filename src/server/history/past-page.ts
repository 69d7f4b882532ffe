// Reads one page of the inventory of a day, which costs less than all of it: few assets are complete.
import { changesIn, creates, type FieldValues } from '../audit/compare-records';
import { compileSelectRows } from '../../database/rows';
import type { Database, ReadSource } from '../../database/database';
import { forEachInSlices } from '../../base/scheduling/time-slices';
import { COLLECTIONS, IMPORT_COLLECTIONS } from '../import/collections';
import type { OrganizationId } from '../../base/organization';
import type { Snapshot } from '../import/records';
import {
  addEntry,
  addPresent,
  addRecords,
  afterDay,
  emptyPast,
  entriesFrom,
  LISTED,
  type ListedEntry,
  type LoggedInventoryChange,
  type PastInventory,
  undo,
} from './past-inventory';
import type { PastRecord } from './rows';

const ASSETS = IMPORT_COLLECTIONS.cyber_assets;
/** The sites and systems: few records, which say where the assets are. */
const PLACES = COLLECTIONS.filter((name) => name !== ASSETS.name);
/** The operations that decide which assets an inventory has, and in which systems. No other one moves an asset. */
const PLACING = ['created', 'imported', 'moved', 'deleted'];

/** Adds the assets of the day with their systems, and no other field. */
async function addPlacedAssets(snapshot: Snapshot, past: PastInventory): Promise<void> {
  const assets = past.records.cyber_assets;
  await addPresent(snapshot, past, ASSETS.name, ['cyber_system_id']);
  const settled = new Set<string>();
  const undoFirst = (entry: LoggedInventoryChange) => {
    const { resource_id: id } = entry;
    if (settled.has(id)) return; // the first entry after the day has the earlier values
    const changes = changesIn(entry.changes);
    const move = changes.find(({ field }) => field === 'cyber_system_id');
    if (creates(entry, changes)) assets.delete(id);
    else if (move) assets.set(id, { cyber_system_id: move.before });
    else return;
    settled.add(id);
  };
  const changes = snapshot.knex.raw("case operation when 'created' then '[]' else changes end as changes");
  const range = {
    direction: 'asc',
    columns: ['operation', 'resource_id', changes],
    types: [ASSETS.resourceType],
    operations: PLACING,
    ...afterDay(past),
  } as const;
  for await (const part of entriesFrom(snapshot, range)) await forEachInSlices(part, undoFirst);
}

type PageSource = ReadSource & Pick<Database, 'dialect'>;

/** Makes the chosen assets what they were, and adds the last entries about the chosen records. */
async function complete(
  source: PageSource,
  snapshot: Snapshot,
  past: PastInventory,
  chosen: readonly PastRecord[],
) {
  const { all, organization: organization_id } = snapshot;
  const assetKeys = chosen
    .filter(({ collection }) => collection === ASSETS.name)
    .map(({ id }) => ({ organization_id, id }));
  const selectAssets = compileSelectRows<(typeof assetKeys)[0], FieldValues & { id: string }>(
    source,
    ASSETS.name,
    ['organization_id', 'id'],
    ['id', ...ASSETS.columns],
  );
  const assets = past.records.cyber_assets;
  for (const { id } of assetKeys) assets.delete(id);
  for (const { id, ...fields } of await selectAssets(all, assetKeys)) assets.set(id, fields);

  const entryKeys = chosen.map(({ collection, id }) => ({
    organization_id,
    resource_type: IMPORT_COLLECTIONS[collection].resourceType,
    resource_id: id,
  }));
  const selectEntries = compileSelectRows<(typeof entryKeys)[0], ListedEntry>(
    source,
    'activity',
    ['organization_id', 'resource_type', 'resource_id'],
    LISTED,
  );
  const entries = (await selectEntries(all, entryKeys)).sort((one, other) => one.sequence - other.sequence);
  const later = entries.filter(({ sequence }) => sequence > past.sequence);
  for (const entry of later.reverse()) if (entry.resource_type === ASSETS.resourceType) undo(past, entry);
  for (const entry of entries) if (entry.sequence <= past.sequence) addEntry(past, entry);
}

/**
 * Reads everything in one snapshot. `choose` sees which records there were and where; only those that it shows get
 * the names and types of assets, and their last entries. @throws ArchivedDay.
 */
export const readPastPage = <Page extends { shown: readonly PastRecord[] }>(
  source: PageSource,
  organization: OrganizationId,
  day: string,
  choose: (past: PastInventory) => Promise<Page>,
): Promise<{ past: PastInventory; page: Page }> =>
  source.snapshot({ organization }, async (all) => {
    const snapshot: Snapshot = { all, knex: source.knex, organization };
    const past = await emptyPast(snapshot, day);
    await addRecords(snapshot, past, PLACES);
    await addPlacedAssets(snapshot, past);
    const page = await choose(past);
    await complete(source, snapshot, past, page.shown);
    return { past, page };
  });
