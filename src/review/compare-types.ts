// Types, null, listed values.
import { under } from '../contract/pointer';
import { allowedValues } from './bounds';
import { listOr, shorten } from './json';
import { ALL_TYPES, allowsNull, isAnything, keywordOf, typesOf, valuesOf } from './schema-facts';
import type { Local } from './local';
import type { View } from './resolved-schema';

const MAX_NAMED = 7;

/** As people write it: `string`, `string or number`, `anything`. */
export function typesText(view: View): string {
  const types = typesOf(view);
  if (types.size === ALL_TYPES.size - 1) return 'anything';
  const names = [...types].filter(
    (type) => type !== 'fraction' && !(type === 'integer' && types.has('fraction')),
  );
  return (
    [...names, ...(types.has('fraction') ? ['number'] : [])].sort().slice(0, MAX_NAMED).join(' or ') ||
    'nothing'
  );
}

const isWithin = (left: ReadonlySet<string>, right: ReadonlySet<string>): boolean =>
  [...left].every((type) => right.has(type));

const place = (before: View, after: View, keyword: string) => ({
  head: keywordOf(after, keyword)?.pointer ?? after.pointer,
  base: before.pointer,
});

/** @returns whether anything is left to compare. */
export function compareTypes(before: View, after: View, local: Local): boolean {
  const [was, is] = [typesOf(before), typesOf(after)];
  const values = { before: typesText(before), after: typesText(after) };
  const at = place(before, after, 'type');
  const bothListed = valuesOf(before) && valuesOf(after);
  const narrowed = isWithin(is, was);
  const widened = isWithin(was, is);
  if (!(narrowed && widened) && !bothListed)
    local.find(
      narrowed && is.size > 0 ? 'type-narrowed' : widened && was.size > 0 ? 'type-widened' : 'type-changed',
      values,
      at,
    );
  if (isAnything(before) !== isAnything(after) && !(narrowed && widened)) return false;
  compareNull(before, after, local);
  return [...is].some((type) => was.has(type)) || bothListed !== undefined;
}

/** The type that names null; else the schema itself, one of whose alternatives it is. */
function whereNull({ conjuncts, pointer }: View): string {
  const part = conjuncts.find(({ schema }) => listOr(schema['type']).includes('null'));
  return part ? under(part.pointer, 'type') : pointer;
}

export function compareNull(before: View, after: View, local: Local): void {
  if (allowsNull(before) === allowsNull(after)) return;
  const values = { before: allowsNull(before), after: allowsNull(after) };
  if (values.after) local.find('null-allowed', values, { head: whereNull(after) });
  else
    local.find(
      'null-refused',
      values,
      before.pointer === after.pointer
        ? { head: keywordOf(after, 'type')?.pointer }
        : { base: whereNull(before) },
    );
}

/** What a boolean may be, as a list. */
const BOTH = new Map<string, unknown>([
  ['true', true],
  ['false', false],
]);

const keywordOfValues = (view: View): string | undefined =>
  (keywordOf(view, 'enum') ?? keywordOf(view, 'const'))?.pointer;

export function compareValues(before: View, after: View, local: Local): void {
  const other = (view: View, listed: View) =>
    allowedValues(listed) && [...typesOf(view)].join() === 'boolean' ? BOTH : undefined;
  const [was, is] = [
    allowedValues(before) ?? other(before, after),
    allowedValues(after) ?? other(after, before),
  ];
  const at = { head: keywordOfValues(after), base: keywordOfValues(before) };
  const short = (values: Map<string, unknown>) =>
    shorten([...values.keys()].sort().map((text) => values.get(text)));
  if (was && is) {
    for (const [text, value] of was)
      if (!is.has(text)) local.find('value-removed', { before: shorten(value) }, at);
    for (const [text, value] of is)
      if (!was.has(text)) local.find('value-added', { after: shorten(value) }, at);
  } else if (is) local.find('values-restricted', { after: short(is) }, at);
  else if (was) local.find('values-unrestricted', { before: short(was) }, at);
}
