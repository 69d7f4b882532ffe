// Builds sources and inventories for tests, and plans them.
import type { Claim, RowFault } from '../../generated/files';
import {
  type Asset,
  createDirectory,
  createInScope,
  type Scope,
  type Snapshot,
} from '../../src/sync/inventory/inventory';
import type { Desired } from '../../src/sync/source/translate';
import { makePlan, type PlanOptions } from '../../src/sync/plan/make-plan';

const SYSTEMS = [
  { id: 'cs_h', name: 'EMS', impact_rating: 'high', control_center_id: 'cc_p' },
  { id: 'cs_m', name: 'Protection', impact_rating: 'medium', facility_id: 'fac_m' },
  { id: 'cs_m2', name: 'SCADA', impact_rating: 'medium', facility_id: 'fac_m' },
] as const satisfies Snapshot['systems'];

const RATINGS = { cs_h: 'high', cs_m: 'medium', cs_m2: 'medium' } as const;
type SystemId = keyof typeof RATINGS;

const NOW = '2026-01-31T08:15:30.123Z';

export const asset = (id: string, name: string, system: SystemId = 'cs_m'): Asset => ({
  id,
  name,
  cyber_system_id: system,
  asset_type: 'hardware',
  impact_rating: RATINGS[system],
  created_at: NOW,
  updated_at: NOW,
});
export const row = (key: string, name: string, system: SystemId = 'cs_m'): Desired => ({
  key,
  line: Number(key.replace(/\D/g, '')) + 1,
  fields: { name, cyber_system_id: system, asset_type: 'hardware' },
});

export interface Given {
  rows: Desired[];
  assets: Asset[];
  known?: Record<string, string>;
  /** Claims by asset id. Without them, the source was the last writer of the assets it knows. */
  claims?: Record<string, Claim>;
  faults?: RowFault[];
  scopes?: Scope[];
  options?: Partial<PlanOptions>;
}

/** Makes a plan without any requests. */
export function planOf({ rows, assets, known = {}, claims, faults = [], scopes = [], options = {} }: Given) {
  const snapshot: Snapshot = {
    organization: 'cedar',
    assets,
    systems: [...SYSTEMS],
    facilities: [{ id: 'fac_m', name: 'Millbrook' }],
    controlCenters: [{ id: 'cc_p', name: 'Primary' }],
  };
  const directory = createDirectory(snapshot);
  return makePlan({
    source: { desired: rows, faults, leftOut: [] },
    known: new Map(Object.entries(known)),
    claims: new Map(
      Object.entries(claims ?? Object.fromEntries(assets.map(({ id, updated_at }) => [id, { updated_at }]))),
    ),
    snapshot,
    directory,
    inScope: createInScope(scopes, directory),
    options: {
      delete: false,
      createPossibleRenames: false,
      adopt: 'exact',
      pairs: new Map(),
      claim: new Set<string>(),
      ...options,
    },
  });
}
