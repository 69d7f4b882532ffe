// Compares the schema of a database with that of a new one: a dropped trigger lets entries of the log change, and an
// added one can undo the revocation of a key (spec/decisions/0013-backups.md).

/** A table, column, constraint, index, trigger, view, rule, policy or function. */
export interface SchemaPart {
  /** Kind and name, for example `trigger activity_refuses_update on activity`. */
  name: string;
  /** Equal for parts that do the same. */
  definition: string;
  /** Whether an operator may add it: a plain index, which changes no result. */
  mayBeAdded?: boolean;
}

/** The fault of a sandbox's database, whose log a reset replaces. */
export const SANDBOX_FAULT =
  'It is the database of a sandbox, in which no trigger protects the activity log.';

export const SCHEMA_ADVICE =
  'The schema of the database is not the one that `migrate` makes. Find out who changed it. ' +
  'Then undo these changes, or restore a backup that verifies.';

/** The schema is not that of a new database. */
export class SchemaChanged extends Error {
  constructor(readonly faults: readonly string[]) {
    super([...faults, SCHEMA_ADVICE].join(' '));
    this.name = 'SchemaChanged';
  }
}

/** @throws SchemaChanged. */
export function requireNoFaults(faults: readonly string[]): void {
  if (faults.length > 0) throw new SchemaChanged(faults);
}

/** Returns a sentence for each part that is missing, changed or added. */
export function compareSchemas(expected: readonly SchemaPart[], found: readonly SchemaPart[]): string[] {
  const definitions = new Map(found.map(({ name, definition }) => [name, definition]));
  const known = new Set(expected.map(({ name }) => name));
  const differing = expected.flatMap(({ name, definition }) => {
    const present = definitions.get(name);
    if (present === undefined) return [`The ${name} is missing.`];
    return present === definition ? [] : [`The ${name} was changed.`];
  });
  const added = found
    .filter(({ name, mayBeAdded }) => !known.has(name) && !mayBeAdded)
    .map(({ name }) => `The ${name} was added.`);
  return [...differing, ...added];
}
