// One successful request with the demo data for each available operation.
import type { AvailableOperationId } from '../../generated/operations';
import { MILLBROOK, PRIMARY, RTU, SCADA } from './walk-ids';

export interface AvailableStep {
  operationId: AvailableOperationId;
  method: string;
  path: string;
  body?: unknown;
}

export const AVAILABLE: AvailableStep[] = [
  { operationId: 'getFacilities', method: 'GET', path: '/facilities' },
  { operationId: 'getFacility', method: 'GET', path: `/facilities/${MILLBROOK}` },
  { operationId: 'getControlCenters', method: 'GET', path: '/control-centers' },
  { operationId: 'getControlCenter', method: 'GET', path: `/control-centers/${PRIMARY}` },
  { operationId: 'getCyberSystems', method: 'GET', path: '/cyber-systems' },
  { operationId: 'getCyberSystem', method: 'GET', path: `/cyber-systems/${SCADA}` },
  { operationId: 'getCyberAssets', method: 'GET', path: '/cyber-assets' },
  {
    operationId: 'createCyberAsset',
    method: 'POST',
    path: '/cyber-assets',
    body: { name: 'MLB345-RTU07', cyber_system_id: SCADA, asset_type: 'hardware' },
  },
  { operationId: 'getCyberAsset', method: 'GET', path: `/cyber-assets/${RTU}` },
  {
    operationId: 'updateCyberAsset',
    method: 'PATCH',
    path: `/cyber-assets/${RTU}`,
    body: { name: 'MLB345-RTU01A' },
  },
  { operationId: 'deleteCyberAsset', method: 'DELETE', path: `/cyber-assets/${RTU}` },
];
