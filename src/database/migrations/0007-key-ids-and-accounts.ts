// Makes key ids unique over all organizations,
// limits a form to one key, and allows several accounts for an address.
import type { Knex } from 'knex';
import { unavailable } from '../../base/errors';
import type { SchemaDialect } from './schema';

/** @throws ApiError `unavailable` that names each id with several keys. */
async function requireUniqueIds(knex: Knex): Promise<void> {
  const duplicates = await knex('api_keys as k')
    .join('organizations as o', 'o.id', 'k.organization_id')
    .whereIn('k.id', knex('api_keys').select('id').groupBy('id').havingRaw('count(*) > 1'))
    .orderBy(['k.id', 'o.slug'])
    .select<{ id: string; slug: string }[]>('k.id', 'o.slug');
  if (duplicates.length === 0) return;
  const named = duplicates.map(({ id, slug }) => `${JSON.stringify(id)} of ${slug}`).join(', ');
  throw unavailable(
    new Error(
      `several API keys have the same id: ${named}. The key that was created first is genuine. ` +
        'Delete the others from api_keys, and their rows from key_requests. Then migrate again.',
    ),
  );
}

export async function up(knex: Knex, schema: SchemaDialect): Promise<void> {
  await requireUniqueIds(knex);
  await knex.schema.alterTable('api_keys', (table) => {
    table.string('submission', 64); // digest of the token of the form that made the key
    table.unique(['id']);
    table.unique(['submission']);
  });
  await knex.schema.alterTable('users', (table) => {
    table.dropUnique(['email']);
    table.index(['email']);
    table.string('retired_at', 24); // when the account left its last organization
  });
  await schema.allowSettings(knex, 'identities', 'delete'); // an identity of a retired account moves on
}
