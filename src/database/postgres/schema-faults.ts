// Compares the schema of a database with that of a new one, which generated/postgres-schema.json describes: a login that
// only serves cannot create a new database.
import describedParts from '../../../generated/postgres-schema.json';
import { MIGRATIONS_TABLE, missingAfter } from '../migrate';
import { type SchemaPart, compareSchemas } from '../schema-comparison';
import { PARTITION, type Query, readParts } from './schema-parts';

const PARTITION_TABLE = /^table (activity_(?:default|[0-9]{4}_[0-9]{2}))$/;

/**
 * Citus drops the references to tables of the coordinator, lets the owner see all rows of a distributed table, adds a
 * trigger to it, and may show its shards.
 */
const DIFFERS_ON_CITUS = /^(?:constraint|table|disabled check) |^trigger truncate_trigger_|_\d{5,}$/;

/** Returns the parts of a new database that has these partitions. */
function expectedParts(partitions: readonly string[]): SchemaPart[] {
  return Object.entries<string>(describedParts).flatMap(([name, definition]) =>
    name.includes(PARTITION)
      ? partitions.map((partition) => ({ name: name.replace(PARTITION, partition), definition }))
      : [{ name, definition }],
  );
}

/** Returns a sentence for each fault of the schema. */
export async function schemaFaults(query: Query, isDistributed: boolean): Promise<string[]> {
  const names = await query<{ name: string }>(`select name from ${MIGRATIONS_TABLE}`);
  const missing = missingAfter(names.map(({ name }) => name));
  if (missing.length > 0)
    return [`The schema was not verified, because it lacks ${missing.join(', ')}. Run \`migrate\` first.`];
  const found = await readParts(query);
  const months = found.flatMap(({ name }) => PARTITION_TABLE.exec(name)?.[1] ?? []);
  const counts = ({ name }: SchemaPart): boolean => !isDistributed || !DIFFERS_ON_CITUS.test(name);
  const expected = expectedParts([...new Set(['activity_default', ...months])]);
  return compareSchemas(expected.filter(counts), found.filter(counts));
}
