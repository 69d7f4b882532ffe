// The handler of each available operation. The compiler checks that none is missing.
import { createLog } from '../audit/append';
import type { Limits } from '../audit/quota';
import type { Clock } from '../../base/clock';
import type { HandlerTable } from '../../contract/handler';
import type { Database } from '../../database/database';
import { createCyberAsset } from './cyber-assets/create';
import { deleteCyberAsset } from './cyber-assets/delete';
import { type AssetContext, createCyberAssetStore } from '../records/asset-store';
import { updateCyberAsset } from './cyber-assets/update';
import { createIdempotency } from '../records/idempotency';
import { getRecord, listRecords } from '../records/collection';
import { createControlCenters, createCyberSystems, createFacilities } from '../records/tables';

/** `revision` identifies the contract. Binds each handler to what it works with. */
export function createHandlers(
  database: Database,
  revision: string,
  clock: Clock,
  limits?: Limits,
): HandlerTable {
  const store = createCyberAssetStore(database);
  const log = createLog(database, clock, limits);
  const idempotency = createIdempotency(database, clock);
  const assets: AssetContext = { database, store, log, idempotency, clock };
  const facilities = { collection: createFacilities(database), revision };
  const centers = { collection: createControlCenters(database), revision };
  const systems = { collection: createCyberSystems(database), revision };
  const assetReads = { collection: store, revision };

  return {
    getFacilities: (input) => listRecords(facilities, input),
    getFacility: (input) => getRecord(facilities, input),
    getControlCenters: (input) => listRecords(centers, input),
    getControlCenter: (input) => getRecord(centers, input),
    getCyberSystems: (input) => listRecords(systems, input),
    getCyberSystem: (input) => getRecord(systems, input),
    getCyberAssets: (input) => listRecords(assetReads, input),
    getCyberAsset: (input) => getRecord(assetReads, input),
    createCyberAsset: (input) => createCyberAsset(assets, input),
    updateCyberAsset: (input) => updateCyberAsset(assets, input),
    deleteCyberAsset: (input) => deleteCyberAsset(assets, input),
  };
}
