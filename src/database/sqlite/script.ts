// Several statements as one text: the driver's call for many takes no parameters, so that their values stand in it as literals.
import type { Statement } from '../statement';

/** What the driver would bind: all values of the stores are texts, numbers and nulls. */
type Value = string | number | null | undefined;

/** Texts and quoted names, in which a question mark is nothing but one; or a placeholder. */
const QUOTED_OR_PLACEHOLDER = /'(?:[^']|'')*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`|\?/g;

/** https://www.sqlite.org/lang_expr.html#literal_values_constants_. In a text, the quote alone means anything but itself. @throws Error of NUL, at which the driver would end the whole script. */
export function literal(value: Value): string {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'number') return String(value);
  if (value.includes('\0')) throw new Error('A text with NUL cannot stand in a script.');
  return `'${value.replaceAll("'", "''")}'`;
}

/** The statement with its values in place of its placeholders. @throws Error when they are not as many. */
export function inlined<Params>({ sql, bind }: Statement<Params, unknown>, params: Params): string {
  const values = bind(params) as Value[];
  let used = 0;
  const text = sql.replace(QUOTED_OR_PLACEHOLDER, (token) =>
    token === '?' ? literal(values[used++]) : token,
  );
  if (used !== values.length)
    throw new Error(`A statement has ${used} placeholders for ${values.length} values.`);
  return text;
}
