// The representation of control centers.
import type { components } from '../../../generated/types';
import type { Database } from '../../database/database';
import { createCollection } from './collection';

export const createControlCenters = (database: Database) =>
  createCollection<components['schemas']['ControlCenter']>(database, {
    name: 'control_centers',
    json: (slug) => database.dialect.jsonObject({ id: 'r.id', name: 'r.name', organization_slug: slug }),
  });
