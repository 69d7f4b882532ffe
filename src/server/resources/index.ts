// The handler of each available operation. The compiler checks that none is missing.
import { createLog } from '../audit/append';
import type { Clock } from '../../base/clock';
import type { HandlerTable } from '../../contract/handler';
import type { Database } from '../../database/database';
import { createIdempotency } from '../api/idempotency';
import { createControlCenters } from './control-centers';
import { createCreateCyberAsset } from './cyber-assets/create';
import { createDeleteCyberAsset } from './cyber-assets/delete';
import { createCyberAssetStore } from './cyber-assets/store';
import { createUpdateCyberAsset } from './cyber-assets/update';
import { createCyberSystems } from './cyber-systems';
import { createFacilities } from './facilities';
import { createReadHandlers } from './read-handlers';

/** `revision` identifies the contract. */
export function createHandlers(database: Database, revision: string, clock: Clock): HandlerTable {
  const facilities = createReadHandlers('facilities', createFacilities(database), revision);
  const controlCenters = createReadHandlers('control_centers', createControlCenters(database), revision);
  const cyberSystems = createReadHandlers('cyber_systems', createCyberSystems(database), revision);
  const log = createLog(database, clock);
  const assetStore = createCyberAssetStore(database);
  const cyberAssets = createReadHandlers('cyber_assets', assetStore, revision);

  return {
    getFacilities: facilities.list,
    getFacility: facilities.get,
    getControlCenters: controlCenters.list,
    getControlCenter: controlCenters.get,
    getCyberSystems: cyberSystems.list,
    getCyberSystem: cyberSystems.get,
    getCyberAssets: cyberAssets.list,
    getCyberAsset: cyberAssets.get,
    createCyberAsset: createCreateCyberAsset(
      database,
      assetStore,
      log,
      createIdempotency(database, clock),
      clock,
    ),
    updateCyberAsset: createUpdateCyberAsset(database, assetStore, log, clock),
    deleteCyberAsset: createDeleteCyberAsset(database, assetStore, log),
  };
}
