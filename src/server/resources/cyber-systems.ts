// The representation of cyber systems: with the id of a facility
// or of a control center; the other is absent, not null.
import type { components } from '../../../generated/types';
import type { Database } from '../../database/database';
import { createCollection } from './collection';

export const createCyberSystems = (database: Database) =>
  createCollection<components['schemas']['CyberSystem']>(database, {
    name: 'cyber_systems',
    json: (slug) => {
      const at = (place: string) =>
        database.dialect.jsonObject({
          id: 'r.id',
          name: 'r.name',
          impact_rating: 'r.impact_rating',
          [place]: `r.${place}`,
          organization_slug: slug,
        });
      return database.dialect.jsonChoice('r.facility_id', at('control_center_id'), at('facility_id'));
    },
  });
