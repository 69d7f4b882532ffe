// Statements with their values as literals: the driver's call for several statements takes no parameters.
import type { BoundStatement, Value } from '../statement';

/** Matches texts and quoted names, in which a question mark is no placeholder, and placeholders. */
const QUOTED_OR_PLACEHOLDER = /'(?:[^']|'')*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`|\?/g;

/**
 * Returns a value as a literal (https://www.sqlite.org/lang_expr.html#literal_values_constants_): in a text only the
 * quote has a special meaning. @throws Error for NUL, at which the driver would end the script.
 */
export function literal(value: Value): string {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'number') return String(value);
  if (value.includes('\0')) throw new Error('A text with NUL cannot stand in a script.');
  return `'${value.replaceAll("'", "''")}'`;
}

/** Returns the statement with its values in place of its placeholders. @throws Error when their numbers differ. */
export function inlined({ sql, values }: BoundStatement): string {
  let used = 0;
  const text = sql.replace(QUOTED_OR_PLACEHOLDER, (token) =>
    token === '?' ? literal(values[used++]) : token,
  );
  if (used !== values.length)
    throw new Error(`A statement has ${used} placeholders for ${values.length} values.`);
  return text;
}
