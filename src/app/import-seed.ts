// Imports the records of a sandbox's world into an organization: the kinds whose operations are released.
import type { Organization } from '../base/organization';
import { contractDocument, listOperations } from '../contract/document';
import { createRecordModel } from '../contract/record-model';
import { checkSeed, type Seed, storedInSeed } from '../sandbox/control/seed';
import type { ImportReport } from '../server/import/importer';
import { createNoMemory } from '../server/records/memory';
import { createOpenWorlds, createWorldStores } from '../server/records/open-worlds';
import { TABLES } from '../server/records/tables';
import type { World } from '../server/records/world';
import type { Inventory } from './inventory';

type Counts = ImportReport['collections']['facilities'];

export interface SeedReport {
  dry_run: boolean;
  collections: Record<string, Counts>;
  /** Kinds of records without a released operation. */
  left_out: string[];
}

const model = createRecordModel(contractDocument);

/** Kinds that belong to records of others, so that no operation returns them alone. */
const BELONGING = ['DocumentType', 'File', 'TaskInstance'];

/** Returns the kinds that operations of the server return or use. */
function releasedKinds(): Set<string> {
  const released = listOperations(contractDocument).filter(
    ({ availability }) => availability === 'available',
  );
  const kinds = released.map(model.collectionOf);
  return new Set(kinds.every((kind) => kind in TABLES) ? kinds : [...kinds, ...BELONGING]);
}

async function write(world: World, kind: string, records: Seed[string]): Promise<Counts> {
  const counts = { created: 0, updated: 0, unchanged: 0 };
  for (const record of records) {
    const stored = storedInSeed(kind, record);
    const before = await world.storedRecord(kind, String(record['id']));
    if (before === undefined) {
      await world.create(kind, stored, { operation: 'imported' });
      counts.created++;
      continue;
    }
    const after = await world.change(kind, before, { ...before, ...stored }, { operation: 'imported' });
    counts[after === before ? 'unchanged' : 'updated']++;
  }
  return counts;
}

/**
 * Writes the inventory in one transaction, and the other records in a second one. @throws ImportError, or ApiError
 * `validation_error` before anything is written.
 */
export async function importSeed(
  { database, clock, importer }: Inventory,
  organization: Organization,
  seed: Seed,
  dryRun: boolean,
): Promise<SeedReport> {
  await checkSeed(seed);
  const released = releasedKinds();
  const kinds = Object.keys(seed).filter((kind) => !(kind in TABLES));
  const inventory = Object.fromEntries(
    Object.entries(TABLES).map(([kind, collection]) => [collection, seed[kind] ?? []]),
  );
  const { collections } = await importer.run(organization, inventory, { dryRun });
  const report: SeedReport = {
    dry_run: dryRun,
    collections: { ...collections },
    left_out: kinds.filter((kind) => !released.has(kind)),
  };
  const stores = createWorldStores(database, {
    ...{ isSandbox: false, clock, memory: createNoMemory() },
    origin: () => '',
  });
  const worlds = createOpenWorlds(stores, model);
  const written = kinds.filter((kind) => released.has(kind));
  const writeAll = async (world: World) => {
    for (const kind of written) report.collections[kind] = await write(world, kind, seed[kind]!);
  };
  if (dryRun) await writeAll(worlds.outside(organization));
  else await worlds.change(organization, writeAll);
  return report;
}
