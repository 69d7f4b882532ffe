// Compares keywords of single values: type, null, enum, const, pattern, format and default.
import { getKind, listPointers } from '../edits/edits';
import { under } from '../../contract/pointer';
import { TEXT_FORMATS } from '../../contract/validation/text-messages';
import { asArray, canonicalJson, zip } from '../model/json';
import type { Located } from '../model/document';
import type { ResolvedSchema } from '../model/schema';
import {
  allowsNull,
  isUnrestricted,
  findKeyword,
  listTypes,
  typesText,
  listValues,
  valuesUnder,
} from '../model/schema-facts';
import { allowedValues, isBoundedBy } from './limits';
import { type SchemaPair, fieldPath } from './schema-pair';

const isSubset = (left: ReadonlySet<string>, right: ReadonlySet<string>): boolean =>
  [...left].every((item) => right.has(item));

/** Returns false when the schemas have nothing else to compare. */
export function compareTypes(pair: SchemaPair): boolean {
  const { base, head } = pair;
  const [baseTypes, headTypes] = [listTypes(base), listTypes(head)];
  const areBothListed = listValues(base) !== undefined && listValues(head) !== undefined;
  const isNarrowed = isSubset(headTypes, baseTypes);
  const isWidened = isSubset(baseTypes, headTypes);
  const isSame = isNarrowed && isWidened;
  if (!isSame && !areBothListed) {
    const isNarrower = isNarrowed && headTypes.size > 0;
    const isWider = isWidened && baseTypes.size > 0;
    pair.report(
      isNarrower ? 'type-narrowed' : isWider ? 'type-widened' : 'type-changed',
      { before: typesText(base), after: typesText(head) },
      { head: findKeyword(head, 'type')?.pointer ?? head.pointer, base: base.pointer },
    );
  }
  if (isUnrestricted(base) !== isUnrestricted(head) && !isSame) return false;
  compareNull(pair);
  return areBothListed || [...headTypes].some((type) => baseTypes.has(type));
}

/** Returns the pointer of the type that lists null, or of the schema. */
function nullPointer({ parts, pointer }: ResolvedSchema): string {
  const part = parts.find(({ value }) => asArray(value['type']).includes('null'));
  return part ? under(part.pointer, 'type') : pointer;
}

export function compareNull(pair: SchemaPair): void {
  const { base, head } = pair;
  const [before, after] = [allowsNull(base), allowsNull(head)];
  if (before === after) return;
  if (after) return pair.report('null-allowed', { before, after }, { head: nullPointer(head) });
  const isSamePlace = base.pointer === head.pointer;
  const at = isSamePlace ? { head: findKeyword(head, 'type')?.pointer } : { base: nullPointer(base) };
  pair.report('null-refused', { before, after }, at);
}

const BOOLEANS = new Map<string, unknown>([
  ['true', true],
  ['false', false],
]);

export function compareValues(pair: SchemaPair): void {
  /** A boolean beside a list of values counts as a list. */
  const read = (schema: ResolvedSchema, other: ResolvedSchema): Map<string, unknown> | undefined =>
    allowedValues(schema) ??
    (allowedValues(other) && [...listTypes(schema)].join() === 'boolean' ? BOOLEANS : undefined);
  const { base, head } = pair;
  const [baseValues, headValues] = [read(base, head), read(head, base)];
  const getPointer = (schema: ResolvedSchema) =>
    (findKeyword(schema, 'enum') ?? findKeyword(schema, 'const'))?.pointer;
  const at = { head: getPointer(head), base: getPointer(base) };
  const shortList = (values: Map<string, unknown>) =>
    [...values.keys()].sort().map((text) => values.get(text));
  if (baseValues && headValues) {
    for (const [text, value] of baseValues)
      if (!headValues.has(text)) pair.report('value-removed', { before: value }, at);
    for (const [text, value] of headValues)
      if (!baseValues.has(text)) pair.report('value-added', { after: value }, at);
  } else if (headValues) pair.report('values-restricted', { after: shortList(headValues) }, at);
  else if (baseValues) pair.report('values-unrestricted', { before: shortList(baseValues) }, at);
}

/** Returns the values that the parts have for a keyword, by their JSON text. */
export const keywordValues = (schema: ResolvedSchema, keyword: string): Map<string, Located> =>
  new Map(valuesUnder(schema, keyword).map((located) => [canonicalJson(located.value), located]));

/** Reports each value that was added, removed or replaced. */
export function compareSets(
  pair: SchemaPair,
  family: 'pattern' | 'format' | 'constraint' | 'default',
  base: Map<string, Located>,
  head: Map<string, Located>,
  describe: (value: unknown) => unknown = (value) => value,
): void {
  const removed = [...base].filter(([text]) => !head.has(text)).map(([, located]) => located);
  const added = [...head].filter(([text]) => !base.has(text)).map(([, located]) => located);
  for (const [before, after] of zip(removed, added)) {
    const values = { before: before && describe(before.value), after: after && describe(after.value) };
    pair.report(`${family}-${getKind(before, after)}`, values, listPointers(before, after));
  }
}

/** Patterns that every text matches. */
const UNRESTRICTING_PATTERNS = new Set<unknown>(['', '.*']);

/** Returns the patterns. A format of this project counts as its pattern, so that one can replace the other. */
function findPatterns(schema: ResolvedSchema): Map<string, Located> {
  const patterns = [...keywordValues(schema, 'pattern')].filter(
    ([, { value }]) => !UNRESTRICTING_PATTERNS.has(value),
  );
  const formats = [...keywordValues(schema, 'format').values()].flatMap((located): [string, Located][] => {
    const source = TEXT_FORMATS.get(String(located.value))?.allowed.source.replaceAll('\\/', '/');
    return source === undefined ? [] : [[canonicalJson(source), located]];
  });
  return new Map([...patterns, ...formats]);
}

export function comparePatternsAndFormats(pair: SchemaPair): void {
  const { base, head } = pair;
  if (listTypes(base).has('string') && listTypes(head).has('string'))
    compareSets(pair, 'pattern', findPatterns(base), findPatterns(head));
  compareFormats(pair);
}

/** Returns the formats. 3.1 writes the formats `byte` and `binary` of 3.0 as content keywords. */
function findFormats(schema: ResolvedSchema): Map<string, Located> {
  const formats = new Map<string, Located>();
  const add = (keyword: string, replaced?: string, replacement?: string): void => {
    for (const { value, pointer } of keywordValues(schema, keyword).values()) {
      if (TEXT_FORMATS.has(String(value))) continue;
      const format = value === replaced ? replacement : value;
      formats.set(String(format), { value: format, pointer });
    }
  };
  add('format');
  add('contentEncoding', 'base64', 'byte');
  add('contentMediaType', 'application/octet-stream', 'binary');
  return formats;
}

/** Number formats and the next wider format. */
const WIDER_FORMATS: Record<string, string> = { int32: 'int64', float: 'double' };

/** Inclusive limits of the integer formats. `int64` is rounded to the nearest double. */
const INTEGER_RANGES = new Map([
  ['int32', { minimum: -(2 ** 31), maximum: 2 ** 31 - 1 }],
  ['int64', { minimum: -(2 ** 63), maximum: 2 ** 63 }],
]);

function compareFormats(pair: SchemaPair): void {
  const [baseFormats, headFormats] = [findFormats(pair.base), findFormats(pair.head)];
  // An integer format restricts nothing if the bounds of one side do. Their changes are limits.
  for (const [format, range] of INTEGER_RANGES)
    if (
      baseFormats.has(format) !== headFormats.has(format) &&
      [pair.base, pair.head].some((schema) => isBoundedBy(schema, range))
    )
      for (const formats of [baseFormats, headFormats]) formats.delete(format);
  const [[before = ''], [after = '']] = [[...baseFormats.keys()], [...headFormats.keys()]];
  const isWidened = WIDER_FORMATS[before] === after;
  const isNarrowed = WIDER_FORMATS[after] === before;
  if (baseFormats.size !== 1 || headFormats.size !== 1 || !(isWidened || isNarrowed))
    return compareSets(pair, 'format', baseFormats, headFormats);
  pair.report(
    isWidened ? 'limit-loosened' : 'limit-tightened',
    { before: { format: before }, after: { format: after } },
    { head: headFormats.get(after)?.pointer },
  );
}

/** Compares the columns of a CSV file: a column is a field of each row. New columns are at the end. */
export function compareColumns(pair: SchemaPair): void {
  const [before, after] = [pair.base, pair.head].map((schema) => findKeyword(schema, 'x-columns'));
  const [old = [], current = []] = [before, after].map((columns) => asArray(columns?.value).map(String));
  const at = listPointers(before, after);
  const values = { before: { columns: old }, after: { columns: current } };
  if (!before && !after) return;
  if (!before) return pair.report('constraint-added', { after: values.after }, at);
  if (!after) return pair.report('constraint-removed', { before: values.before }, at);
  for (const name of old)
    if (!current.includes(name))
      pair.report('field-removed', { before: name, suffix: `[]${fieldPath(name)}` }, at);
  for (const name of current)
    if (!old.includes(name)) pair.report('field-added', { after: name, suffix: `[]${fieldPath(name)}` }, at);
  const kept = old.filter((name) => current.includes(name));
  if (kept.some((name, index) => current[index] !== name)) pair.report('constraint-changed', values, at);
}

export function compareDefaults(pair: SchemaPair): void {
  const read = (schema: ResolvedSchema): Map<string, Located> => {
    const located = findKeyword(schema, 'default');
    return new Map(located ? [[canonicalJson(located.value), located]] : []);
  };
  compareSets(pair, 'default', read(pair.base), read(pair.head));
}
