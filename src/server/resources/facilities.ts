// The representation of facilities.
import type { components } from '../../../generated/types';
import type { Database } from '../../database/database';
import { createCollection } from './collection';

export const createFacilities = (database: Database) =>
  createCollection<components['schemas']['Facility']>(database, {
    name: 'facilities',
    json: (slug) => database.dialect.jsonObject({ id: 'r.id', name: 'r.name', organization_slug: slug }),
  });
