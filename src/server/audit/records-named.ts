// Finds the records that have or had a name, for the filter of the log by name.
import type { ReadSource } from '../../database/database';
import { compile } from '../../database/statement';
import type { OrganizationId } from '../../base/organization';
import { nameKey } from '../resources/cyber-assets/asset-rules';
import type { ActivityRow } from './chain';
import { NAME_FIELDS } from './entry-values';

export type RecordRef = Pick<ActivityRow, 'resource_type' | 'resource_id'>;

/** Returns the records with a name. Case does not matter, outside of assets in ASCII letters only. */
export type FindNamed = (organization: OrganizationId, name: string) => Promise<RecordRef[]>;

/** Records that may be older than the log, or whose creation is archived. */
const TABLES = {
  facility: 'facilities',
  'control-center': 'control_centers',
  'cyber-system': 'cyber_systems',
};

/** Returns patterns of LIKE for entries that give a record this name, or take it away. */
const patternsOf = (name: string): string[] => {
  const value = JSON.stringify(name.toLowerCase()).replace(/[!%_]/g, '!$&');
  return NAME_FIELDS.flatMap((field) => [
    `%{"field":"${field}","before":${value},%`,
    `%{"field":"${field}","before":null,"after":${value}}%`,
    `%{"field":"${field}","before":"%","after":${value}}%`,
  ]);
};

export function createFindNamed({ knex, read }: ReadSource): FindNamed {
  return (organization, name) => {
    const present = Object.entries(TABLES).map(([type, table]) =>
      knex(table)
        .select(knex.raw('? as resource_type', [type]), 'id as resource_id')
        .where('organization_id', organization)
        .whereRaw('lower(name) = ?', [name.toLowerCase()]),
    );
    // This part reads the changes of every entry of the organization.
    const logged = knex('activity')
      .select('resource_type', 'resource_id')
      .where('organization_id', organization)
      .where((any) => {
        for (const pattern of patternsOf(name)) any.orWhereRaw(`lower(changes) like ? escape '!'`, [pattern]);
      });
    const statement = compile<object, RecordRef>(() =>
      knex('cyber_assets')
        .select(knex.raw(`'cyber-asset' as resource_type`), 'id as resource_id')
        .where({ organization_id: organization, name_key: nameKey(name) })
        .union([...present, logged]),
    );
    return read({ organization }, statement, {});
  };
}
