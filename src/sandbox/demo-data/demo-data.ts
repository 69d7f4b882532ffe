// The fictional demo organization and its inventory as an import file. Ids are derived from names: the contract's examples
// quote them.
import { hash } from 'node:crypto';
import type { components } from '../../../generated/types';
import type { OrganizationId } from '../../base/organization';
import { withChecksum } from '../../server/keys/format';
import { toTypeId } from '../../server/records/table';
import { CONTROL_CENTERS, type DemoSystem, FACILITIES, SYSTEMS } from './systems';

type Schemas = components['schemas'];

interface DemoData {
  facilities: Pick<Schemas['Facility'], 'id' | 'name'>[];
  control_centers: Pick<Schemas['ControlCenter'], 'id' | 'name'>[];
  cyber_systems: (Pick<Schemas['CyberSystem'], 'id' | 'name' | 'impact_rating'> & {
    facility_id?: string;
    control_center_id?: string;
  })[];
  cyber_assets: Omit<Schemas['CyberAsset'], 'impact_rating' | 'organization_slug'>[];
}

const DAY = 86_400_000;

/** First creation day by type. A facility is older than its systems, a system older than its assets. */
const FIRST_DAY: Record<string, number> = {
  org: Date.UTC(2025, 8, 1),
  usr: Date.UTC(2025, 8, 8),
  fac: Date.UTC(2025, 9, 6),
  cc: Date.UTC(2025, 9, 6),
  cs: Date.UTC(2025, 10, 3),
  ca: Date.UTC(2025, 11, 1),
};
const DEFAULT_FIRST_DAY = Date.UTC(2026, 2, 2);
const SPREAD_DAYS = 20;

/** Returns the id of a time in milliseconds and of a digest. */
export function createDemoId(prefix: string, milliseconds: number, digest: Buffer): string {
  const hex = digest.toString('hex');
  const variant = ((digest[8]! & 0x3f) | 0x80).toString(16); // RFC 9562, section 4.1
  return toTypeId(
    prefix,
    milliseconds,
    hex.slice(13, 16),
    `${variant}${hex.slice(18, 20)}-${hex.slice(20, 32)}`,
  );
}

/** Returns the id and creation time of a demo record: the same on every machine and in every version. */
export function demoId(prefix: string, name: string) {
  const digest = hash('sha256', `${prefix}:${name}`, 'buffer');
  const offset = digest.readUIntBE(16, 6) % (SPREAD_DAYS * DAY);
  const milliseconds = (FIRST_DAY[prefix] ?? DEFAULT_FIRST_DAY) + offset;
  return {
    id: createDemoId(prefix, milliseconds, digest),
    createdAt: new Date(milliseconds),
  };
}

export const demoOrganization = {
  id: demoId('org', 'cedar-valley').id as OrganizationId,
  slug: 'cedar-valley',
  name: 'Cedar Valley Power & Light',
};

/** The key of the default world of every sandbox. A server rejects it. */
export const DEMO_KEY = withChecksum('cik_test_CedarValleyPowerAndLightDemo01');

const GROUP = /\{([^{}]*)\}/;
const RANGE = /^(\d+)-(\d+)$/;

function alternatives(group: string): string[] {
  const [, from, to] = RANGE.exec(group) ?? [];
  if (from === undefined || to === undefined) return group.split(',');
  return Array.from({ length: Number(to) - Number(from) + 1 }, (_, index) =>
    String(Number(from) + index).padStart(from.length, '0'),
  );
}

function unfold(template: string): string[] {
  const group = GROUP.exec(template);
  if (!group) return [template];
  return alternatives(group[1]!).flatMap((part) => unfold(template.replace(GROUP, () => part)));
}

/** `@` is the site's code. `expand('@-RTU{01-03}', 'MLB345')` names three RTUs; `{21P,87L}` names two devices. */
export const expand = (template: string, site: string): string[] => unfold(template.replaceAll('@', site));

const records = (prefix: string, names: string[]) =>
  names.map((name) => ({ id: demoId(prefix, name).id, name }));

const systemName = ({ site, name }: DemoSystem): string => `${site} ${name}`;

function toSystem(system: DemoSystem): DemoData['cyber_systems'][number] {
  const name = systemName(system);
  const facility = FACILITIES[system.site];
  const controlCenter = CONTROL_CENTERS[system.site];
  return {
    id: demoId('cs', name).id,
    name,
    impact_rating: system.rating,
    ...(facility !== undefined ? { facility_id: demoId('fac', facility).id } : {}),
    ...(controlCenter !== undefined ? { control_center_id: demoId('cc', controlCenter).id } : {}),
  };
}

function toAssets(system: DemoSystem): DemoData['cyber_assets'] {
  const cyber_system_id = demoId('cs', systemName(system)).id;
  return (['hardware', 'software'] as const).flatMap((asset_type) =>
    system[asset_type]
      .flatMap((template) => expand(template, system.site))
      .map((name) => {
        const { id, createdAt } = demoId('ca', name);
        const created_at = createdAt.toISOString();
        return { id, name, cyber_system_id, asset_type, created_at, updated_at: created_at };
      }),
  );
}

let made: DemoData | undefined;
/** Returns the inventory, which a sandbox with the database of the build never needs. */
export const demoData = (): DemoData =>
  (made ??= {
    facilities: records('fac', Object.values(FACILITIES)),
    control_centers: records('cc', Object.values(CONTROL_CENTERS)),
    cyber_systems: SYSTEMS.map(toSystem),
    cyber_assets: SYSTEMS.flatMap(toAssets),
  });
