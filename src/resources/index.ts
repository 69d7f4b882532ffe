// The table of handlers: one for each operation that the contract makes available. The compiler holds it complete.
import { createLog } from '../audit/append';
import type { HandlerTable } from '../contract/handler';
import type { Database } from '../database/database';
import { createIdempotency } from '../api/idempotency';
import { createControlCenters } from './control-centers/control-centers';
import { createCyberAssetHandlers } from './cyber-assets/handlers';
import { createCyberAssetStore } from './cyber-assets/store';
import { createCyberSystems } from './cyber-systems/cyber-systems';
import { createFacilities } from './facilities/facilities';
import { createReadHandlers } from './read-handlers';

/** `revision` changes when the contract does. */
export function createHandlers(database: Database, revision: string) {
  const facilities = createReadHandlers('facilities', createFacilities(database), revision);
  const controlCenters = createReadHandlers('control_centers', createControlCenters(database), revision);
  const cyberSystems = createReadHandlers('cyber_systems', createCyberSystems(database), revision);
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
    ...createCyberAssetHandlers(database, assetStore, createIdempotency(database), createLog(database)),
  } satisfies HandlerTable;
}
