// The representations of facilities, control centers and cyber systems.
import type { components } from '../../../generated/types';
import type { Database } from '../../database/database';
import { createCollection } from './collection';

type Schemas = components['schemas'];

export const createFacilities = (database: Database) =>
  createCollection<Schemas['Facility']>(database, {
    name: 'facilities',
    json: (slug) => database.dialect.jsonObject({ id: 'r.id', name: 'r.name', organization_slug: slug }),
  });

export const createControlCenters = (database: Database) =>
  createCollection<Schemas['ControlCenter']>(database, {
    name: 'control_centers',
    json: (slug) => database.dialect.jsonObject({ id: 'r.id', name: 'r.name', organization_slug: slug }),
  });

/** A system has the id of a facility or of a control center; the other is absent, not null. */
export const createCyberSystems = (database: Database) =>
  createCollection<Schemas['CyberSystem']>(database, {
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
