// What follows from a schema's parts together: types, whether null is allowed, the listed values, the fields.
import { under } from '../contract/pointer';
import { cached } from './cached';
import { canonical, isObject, listOr, objectOr } from './json';
import { restFor } from './other-fields';
import type { Located } from './source';
import { type Conjunct, isNote, type Union, type View, listedIn } from './resolved-schema';

/** `number` is these two: so an integer is a narrower number without a rule of its own. */
const NUMBER = ['integer', 'fraction'];
export const ALL_TYPES: ReadonlySet<string> = new Set([
  'null',
  'boolean',
  'object',
  'array',
  'string',
  ...NUMBER,
]);

export const typeOfValue = (value: unknown): string =>
  value === null
    ? 'null'
    : Array.isArray(value)
      ? 'array'
      : typeof value === 'number'
        ? Number.isInteger(value)
          ? 'integer'
          : 'fraction'
        : typeof value;

const intersection = (left: ReadonlySet<string>, right: ReadonlySet<string>): ReadonlySet<string> =>
  new Set([...left].filter((item) => right.has(item)));

const listed = ({ schema }: Conjunct): unknown[] | undefined => listedIn(schema);

function stated({ schema, passesNull }: Conjunct, is30: boolean): ReadonlySet<string> | undefined {
  const type = schema['type'];
  const names = typeof type === 'string' ? [type] : Array.isArray(type) ? type.map(String) : undefined;
  if (!names) return undefined;
  const withNull = passesNull || (is30 && schema['nullable'] === true);
  return new Set([
    ...names.flatMap((name) => (name === 'number' ? NUMBER : [name])),
    ...(withNull ? ['null'] : []),
  ]);
}

const NOTHING: ReadonlySet<string> = new Set();

export const branchesOf = (view: View, union: Union): View[] =>
  union.branches.map((branch) => view.schemas.view([branch]));

/** The types that the schema's own parts state, its alternatives left aside. */
export const ownTypes = (view: View): ReadonlySet<string> | undefined => {
  const all = view.conjuncts
    .map((part) => stated(part, view.schemas.source.is30))
    .filter((types) => types !== undefined);
  return all.length > 0 ? all.reduce(intersection) : undefined;
};

const has = (view: View, ...keywords: string[]): boolean =>
  view.conjuncts.some(({ schema }) => keywords.some((keyword) => keyword in schema));

/** The types that a value may have, null left aside. What only speaks of fields is taken for an object, as its authors mean it. */
export const typesOf = cached((view: View): ReadonlySet<string> => {
  if (view.never) return NOTHING;
  let types = ownTypes(view);
  for (const union of view.unions) {
    const some = new Set(branchesOf(view, union).flatMap((branch) => [...typesOf(branch)]));
    types = types ? intersection(types, some) : some;
  }
  const values = view.conjuncts.map(listed).filter((list) => list !== undefined);
  if (!types && values.length > 0) types = new Set(values[0]!.map(typeOfValue));
  if (!types && has(view, 'properties', 'required', 'additionalProperties')) types = new Set(['object']);
  if (!types && has(view, 'items', 'prefixItems')) types = new Set(['array']);
  const left = new Set(types ?? ALL_TYPES);
  left.delete('null');
  return left;
}, NOTHING);

/** The type is not stated, but taken from keywords: then null is not among what its authors mean. */
const isInferred = (view: View): boolean =>
  !ownTypes(view) &&
  view.unions.length === 0 &&
  view.conjuncts.every((part) => !listed(part) && !part.passesNull) &&
  typesOf(view).size < ALL_TYPES.size - 1;

export const allowsNull = cached((view: View): boolean => {
  if (view.never) return false;
  const parts = view.conjuncts.every(
    (part) =>
      part.passesNull ||
      ((stated(part, view.schemas.source.is30)?.has('null') ?? true) &&
        (listed(part)?.includes(null) ?? true)),
  );
  return (
    parts &&
    !isInferred(view) &&
    view.unions.every((union) => union.allowsNull || branchesOf(view, union).some(allowsNull))
  );
}, false);

const textsOf = (values: unknown[]): Map<string, unknown> =>
  new Map(values.filter((value) => value !== null).map((value) => [canonical(value), value]));

/** The values that are listed, by their text; null left aside. */
export const valuesOf = cached((view: View): Map<string, unknown> | undefined => {
  const lists = view.conjuncts.map(listed).filter((list) => list !== undefined);
  // By list, not by schema: a long one that many schemas share is read once.
  const maps = lists.map((list) =>
    list.length > 1 ? view.schemas.source.once(list, () => textsOf(list)) : textsOf(list),
  );
  return maps.length > 0
    ? maps.reduce((left, right) => new Map([...left].filter(([text]) => right.has(text))))
    : undefined;
}, undefined);

const isMadeOf = (view: View, keywords: Set<string>): boolean =>
  view.conjuncts.every(({ schema }) => Object.keys(schema).every((key) => isNote(key) || keywords.has(key)));

const WRAPPING = ['$ref', 'allOf', 'nullable', 'default', 'readOnly', 'writeOnly'];
const EMPTY = new Set(WRAPPING);
const CHOICE = new Set([...WRAPPING, 'oneOf', 'anyOf', 'type', 'discriminator']);

/** Nothing is said about values. */
export const isAnything = (view: View): boolean => !view.never && isMadeOf(view, EMPTY);

/** One list of alternatives, and nothing beside it but a type. */
export const isPureUnion = (view: View): boolean => view.unions.length === 1 && isMadeOf(view, CHOICE);

export interface Field {
  view: View;
  /** Where the object says it; the view may stand elsewhere, behind a reference. */
  pointer: string;
  /** Has a schema; otherwise it is only required. */
  described: boolean;
  required: boolean;
  readOnly: boolean;
  writeOnly: boolean;
  deprecated: boolean;
}

/** Fields that are described or required, by name; without those that another part refuses. */
export const fieldsOf = cached((view: View): Map<string, Field> => {
  const seeds = new Map<string, Located[]>();
  const required = new Set<string>();
  for (const { schema, pointer } of view.conjuncts) {
    for (const name of listOr(schema['required'])) if (typeof name === 'string') required.add(name);
    for (const [name, value] of Object.entries(objectOr(schema['properties']))) {
      seeds.set(name, [...(seeds.get(name) ?? []), { value, pointer: under(pointer, 'properties', name) }]);
    }
  }
  for (const name of required) if (!seeds.has(name)) seeds.set(name, []);
  const fields = new Map<string, Field>();
  for (const [name, located] of seeds) {
    const field = view.schemas.view(
      [...located, ...restFor(view, name)],
      located[0]?.pointer ?? view.pointer,
    );
    if (field.never && !required.has(name)) continue;
    const marked = (keyword: string) => field.conjuncts.some(({ schema }) => schema[keyword] === true);
    const described = located.length > 0 && !field.never;
    // It may stand beside a reference, which the view has followed.
    const deprecated =
      marked('deprecated') || located.some(({ value }) => objectOr(value)['deprecated'] === true);
    fields.set(name, {
      view: field,
      pointer: located[0]?.pointer ?? view.pointer,
      described,
      required: required.has(name),
      readOnly: marked('readOnly'),
      writeOnly: marked('writeOnly'),
      deprecated,
    });
  }
  return fields;
}, new Map<string, Field>());

/** The first part that has a keyword, and what it says. */
export function keywordOf(view: View, keyword: string): Located | undefined {
  const part = view.conjuncts.find(({ schema }) => schema[keyword] !== undefined);
  return part && { value: part.schema[keyword], pointer: under(part.pointer, keyword) };
}

/** The schemas that the parts have under a keyword. */
export const partsUnder = (view: View, keyword: string): Located[] =>
  view.conjuncts.flatMap(({ schema, pointer }) => {
    const value = schema[keyword];
    return isObject(value) || typeof value === 'boolean' ? [{ value, pointer: under(pointer, keyword) }] : [];
  });

/** How much there is to read in the parts of a schema, those below left aside: a large part that many schemas join is read for each. */
export const weightOf = cached(
  ({ conjuncts }: View): number =>
    conjuncts.reduce((sum, { schema }) => {
      const values = ['const', 'default'].map((keyword) =>
        schema[keyword] === undefined ? 0 : canonical(schema[keyword]).length / 20,
      );
      const held = [
        'enum',
        'properties',
        'patternProperties',
        'required',
        'oneOf',
        'anyOf',
        'prefixItems',
      ].map(
        (keyword) =>
          (isObject(schema[keyword]) ? Object.keys(schema[keyword]) : listOr(schema[keyword])).length,
      );
      return sum + [...values, ...held].reduce((one, other) => one + other, 1);
    }, 0),
  0,
);
