// Statements compiled once: Knex builds the SQL when a store is made, and requests only bind values to it. Each runs in
// a scope: the rows that it may see.
import type { Knex } from 'knex';
import type { OrganizationId } from '../base/organization';
import { escapeControls } from '../base/text';

/** The maximum time of a list or report. Past it, the server returns 503. */
export const STATEMENT_MILLISECONDS = 10_000;

/** A query before it is compiled. */
export type Query = Knex.QueryBuilder;

/** A compiled query. Parameters are passed by name. `Row`, the type of a result row, is for the compiler only. */
export interface Statement<Params, Row> {
  readonly sql: string;
  readonly bind: (params: Params) => Value[];
  readonly row?: Row;
}

/** Values of the stores are texts, numbers and nulls. */
export type Value = string | number | null | undefined;

/** A statement with its values, ready to be sent. */
export interface BoundStatement {
  sql: string;
  values: readonly Value[];
  /** Whether the statement is not prepared: its SQL differs each time, or it must not be stale (pipeline.ts). */
  isOnce?: true;
}

export const plain = (sql: string): BoundStatement => ({ sql, values: [] });

export const bindTo = <Params>(
  { sql, bind }: Statement<Params, unknown>,
  params: Params,
): BoundStatement => ({ sql, values: bind(params) });

export interface LookupRow {
  value: string | null;
}

/** A query for one small text, compiled twice (query-batcher.ts). */
export interface Lookup<Params> {
  readonly one: Statement<Params, LookupRow>;
  /** Returns one row for each member of a JSON array of params, in its order. */
  readonly each: Statement<{ lookups: string }, LookupRow>;
}

// No value begins with this mark, because every text with NUL is rejected before it reaches the database.
const MARK = '\u0000param:';

/**
 * Compiles the query that `build` makes. `param` makes a placeholder, which Knex carries through like a value, and which
 * becomes a named parameter. Other values stay.
 */
export function compile<Params, Row>(
  build: (param: (name: keyof Params & string) => string) => Knex.QueryBuilder | Knex.Raw,
): Statement<Params, Row> {
  const { sql, bindings } = build((name) => MARK + name)
    .toSQL()
    .toNative();
  const slots = bindings.map((value) =>
    typeof value === 'string' && value.startsWith(MARK)
      ? { name: value.slice(MARK.length) as keyof Params }
      : { value },
  );
  return {
    sql,
    bind: (params) => slots.map((slot) => ('name' in slot ? params[slot.name] : slot.value) as Value),
  };
}

/** Compiles a query with its values, where no request of the API waits for it. */
export const once = <Row = never>(query: Query | Knex.Raw): Statement<object, Row> => compile(() => query);

/**
 * Waits for independent statements of one transaction. Throws the first error only when all have ended,
 * because the next statement, such as a rollback, must not overtake any of them.
 */
export async function settleAll<Results extends unknown[]>(
  ...statements: { [Index in keyof Results]: Promise<Results[Index]> }
): Promise<Results> {
  await Promise.allSettled(statements);
  return Promise.all(statements);
}

/**
 * The rows that a statement may see. The stores name an organization in each query; PostgreSQL
 * checks the scope too; SQLite uses it only to share connections fairly.
 * - `{ organization }`: a request of the API; sees the organization's own rows.
 * - `{ keyDigest }`: a request before its key is known; sees the key with this digest, and its organization.
 * - `{ holder }`: the Settings pages before the organization is known; sees the rows of what the request
 *   holds: the digest of a session or link, a user's id or e-mail address, the domain of an address, or an organization's slug.
 * - `{ organization, by: 'settings', holder? }`: the Settings pages in an organization; sees keys and users
 *   too, and with `holder` that user's own rows.
 * - `{ organization, by: 'operator' }`: an operator's change; sees all rows, and takes turns with the
 *   organization's.
 * - `'operator'`: sees all rows.
 */
export type Scope =
  | { organization: OrganizationId; by?: 'operator' }
  | { organization: OrganizationId; by: 'settings'; holder?: string }
  | { keyDigest: string }
  | { holder: string }
  | 'operator';

/** Returns whether a scope is that of an API request in an organization. */
export const isOfRequest = (scope: Scope): scope is { organization: OrganizationId } =>
  typeof scope === 'object' && 'organization' in scope && scope.by === undefined;

/** Returns the organization of a scope that has one. */
export const getOrganization = (scope: Scope): OrganizationId | undefined =>
  typeof scope === 'object' && 'organization' in scope ? scope.organization : undefined;

/** Returns the name under which a scope shares connections fairly with others: its organization, where it has one. */
export const getTenant = (scope: Scope): string => getOrganization(scope) ?? JSON.stringify(scope);

/** Returns a name that is the same for equal scopes. */
export const scopeName = (scope: Scope): string => JSON.stringify(scope);

const toStandardError = (message: unknown): void =>
  void process.stderr.write(`${escapeControls(String(message))}\n`);

export const KNEX_LOG = {
  warn: () => {},
  error: () => {},
  deprecate: toStandardError,
  debug: toStandardError,
};
