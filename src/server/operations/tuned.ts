// The operations with a `run` of their own: statements on the tables of the inventory that are tuned by hand.
import type { OperationId } from '../../../generated/operations';
import type { Handler } from '../../contract/handler';
import { type AssetContext, createCyberAssetStore } from '../records/asset-store';
import { getRecord, listRecords } from '../records/collection';
import { createIdempotency } from '../records/idempotency';
import type { WorldStores } from '../records/open-worlds';
import { createControlCenters, createCyberSystems, createFacilities } from '../records/tables';
import { createCyberAsset } from './cyber-assets/create';
import { deleteCyberAsset } from './cyber-assets/delete';
import { updateCyberAsset } from './cyber-assets/update';

/** `revision` identifies the contract. Binds each handler to what it works with. */
export function createTunedHandlers({ database, log, clock }: WorldStores, revision: string) {
  const store = createCyberAssetStore(database);
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
  } satisfies { [Id in OperationId]?: Handler<Id> };
}

export type TunedOperationId = keyof ReturnType<typeof createTunedHandlers>;
