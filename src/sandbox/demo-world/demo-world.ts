// The demo organization and its inventory, in the form of an import file: fictional, and the same in every sandbox, so that the contract's
// examples can quote it.
import type { components } from '../../../generated/types';
import type { OrganizationId } from '../../organizations/organization';
import { demoId } from './demo-id';
import { expand } from './expand';
import { CONTROL_CENTERS, FACILITIES } from './sites';
import { type DemoSystem, SYSTEMS } from './systems';

type Schemas = components['schemas'];

export interface DemoWorld {
  facilities: Pick<Schemas['Facility'], 'id' | 'name'>[];
  control_centers: Pick<Schemas['ControlCenter'], 'id' | 'name'>[];
  cyber_systems: (Pick<Schemas['CyberSystem'], 'id' | 'name' | 'impact_rating'> & {
    facility_id?: string;
    control_center_id?: string;
  })[];
  cyber_assets: Omit<Schemas['CyberAsset'], 'impact_rating' | 'organization_slug'>[];
}

export const demoOrganization = {
  id: demoId('org', 'cedar-valley').id as OrganizationId,
  slug: 'cedar-valley',
  name: 'Cedar Valley Power & Light',
};

const records = (prefix: string, names: string[]) =>
  names.map((name) => ({ id: demoId(prefix, name).id, name }));

const systemName = ({ site, name }: DemoSystem): string => `${site} ${name}`;

function toSystem(system: DemoSystem): DemoWorld['cyber_systems'][number] {
  const [name, facility, controlCenter] = [
    systemName(system),
    FACILITIES[system.site],
    CONTROL_CENTERS[system.site],
  ];
  return {
    id: demoId('cs', name).id,
    name,
    impact_rating: system.rating,
    ...(facility !== undefined ? { facility_id: demoId('fac', facility).id } : {}),
    ...(controlCenter !== undefined ? { control_center_id: demoId('cc', controlCenter).id } : {}),
  };
}

function toAssets(system: DemoSystem): DemoWorld['cyber_assets'] {
  return (['hardware', 'software'] as const).flatMap((type) =>
    system[type]
      .flatMap((template) => expand(template, system.site))
      .map((name) => {
        const { id, createdAt } = demoId('ca', name);
        const entered = createdAt.toISOString();
        return {
          id,
          name,
          cyber_system_id: demoId('cs', systemName(system)).id,
          asset_type: type,
          created_at: entered,
          updated_at: entered,
        };
      }),
  );
}

export const demoWorld: DemoWorld = {
  facilities: records('fac', Object.values(FACILITIES)),
  control_centers: records('cc', Object.values(CONTROL_CENTERS)),
  cyber_systems: SYSTEMS.map(toSystem),
  cyber_assets: SYSTEMS.flatMap(toAssets),
};
