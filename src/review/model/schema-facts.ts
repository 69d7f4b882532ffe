// Facts that follow from all parts of a schema together: types, null, listed values and fields.
import { hasOnly, listedValues, readDeprecation, typeOfValue } from './keywords';
import { asArray, asObject, canonicalJson } from './json';
import { type Located, getPart } from './document';
import { type ResolvedSchema, type SchemaPart, type Union, memoized, partsByName } from './schema';
import { rulesForUnlisted } from './unlisted-fields';
import { isObject } from '../../base/values';

/** `number` is both of these, so that an integer is a narrower number without a special rule. */
export const NUMBER = ['integer', 'fraction'];
const ALL_TYPES: ReadonlySet<string> = new Set(['null', 'boolean', 'object', 'array', 'string', ...NUMBER]);
const NO_TYPES: ReadonlySet<string> = new Set();

const intersection = (left: ReadonlySet<string>, right: ReadonlySet<string>): ReadonlySet<string> =>
  new Set([...left].filter((item) => right.has(item)));

function statedTypes({ value, passesNull }: SchemaPart, is30: boolean): ReadonlySet<string> | undefined {
  const { type } = value;
  const names = typeof type === 'string' ? [type] : Array.isArray(type) ? type.map(String) : undefined;
  if (!names) return undefined;
  const withNull = passesNull || (is30 && value['nullable'] === true);
  const types = names.flatMap((name) => (name === 'number' ? NUMBER : [name]));
  return new Set([...types, ...(withNull ? ['null'] : [])]);
}

export const resolveBranches = ({ resolver }: ResolvedSchema, union: Union): ResolvedSchema[] =>
  union.branches.map((branch) => resolver.resolve([branch]));

/** Returns the types that `type` states, without the alternatives. */
export function ownTypes({ parts, resolver }: ResolvedSchema): ReadonlySet<string> | undefined {
  const all = parts.flatMap((part) => statedTypes(part, resolver.document.is30) ?? []);
  return all.length > 0 ? all.reduce(intersection) : undefined;
}

const hasKeyword = ({ parts }: ResolvedSchema, ...keywords: string[]): boolean =>
  parts.some(({ value }) => keywords.some((keyword) => keyword in value));

const listLists = ({ parts }: ResolvedSchema): unknown[][] =>
  parts.map(({ value }) => listedValues(value)).filter((list) => list !== undefined);

/** Returns the allowed types except null. A schema without `type` that only describes fields is an object. */
export const listTypes = memoized((schema: ResolvedSchema): ReadonlySet<string> => {
  if (schema.never) return NO_TYPES;
  let types = ownTypes(schema);
  for (const union of schema.unions) {
    const ofBranches = new Set(resolveBranches(schema, union).flatMap((branch) => [...listTypes(branch)]));
    types = types ? intersection(types, ofBranches) : ofBranches;
  }
  const [values] = listLists(schema);
  if (!types && values) types = new Set(values.map(typeOfValue));
  if (!types && hasKeyword(schema, 'properties', 'required', 'additionalProperties'))
    types = new Set(['object']);
  if (!types && hasKeyword(schema, 'items', 'prefixItems')) types = new Set(['array']);
  const result = new Set(types ?? ALL_TYPES);
  result.delete('null');
  return result;
}, NO_TYPES);

const hasAllTypes = (schema: ResolvedSchema): boolean => listTypes(schema).size === ALL_TYPES.size - 1;

/** Returns types as `type` names them. */
export const listNames = (types: ReadonlySet<string>): string[] =>
  [...types]
    .filter((type) => type !== 'integer' || !types.has('fraction'))
    .map((type) => (type === 'fraction' ? 'number' : type));

const MAX_SHOWN_TYPES = 7;

/** Returns the allowed types for a report: `string`, `string or number`, `anything`. */
export function typesText(schema: ResolvedSchema): string {
  if (hasAllTypes(schema)) return 'anything';
  return listNames(listTypes(schema)).sort().slice(0, MAX_SHOWN_TYPES).join(' or ') || 'nothing';
}

/** Returns whether the type is inferred from other keywords. An inferred type does not include null. */
const isTypeInferred = (schema: ResolvedSchema): boolean =>
  !ownTypes(schema) &&
  schema.unions.length === 0 &&
  schema.parts.every((part) => !listedValues(part.value) && !part.passesNull) &&
  !hasAllTypes(schema);

export const allowsNull = memoized((schema: ResolvedSchema): boolean => {
  if (schema.never) return false;
  const { is30 } = schema.resolver.document;
  const partAllowsNull = (part: SchemaPart): boolean =>
    part.passesNull ||
    ((statedTypes(part, is30)?.has('null') ?? true) && (listedValues(part.value)?.includes(null) ?? true));
  return (
    schema.parts.every(partAllowsNull) &&
    !isTypeInferred(schema) &&
    schema.unions.every((union) => union.allowsNull || resolveBranches(schema, union).some(allowsNull))
  );
}, false);

/** Many schemas can share one long list. */
const byText = memoized(
  (values: unknown[]): Map<string, unknown> =>
    new Map(values.filter((value) => value !== null).map((value) => [canonicalJson(value), value])),
  new Map<string, unknown>(),
);

/** Returns the listed values except null, by their JSON text. */
export const listValues = memoized((schema: ResolvedSchema): Map<string, unknown> | undefined => {
  const maps = listLists(schema).map(byText);
  return maps.length > 0
    ? maps.reduce((left, right) => new Map([...left].filter(([text]) => right.has(text))))
    : undefined;
}, undefined);

const WRAPPING = ['$ref', 'allOf', 'nullable', 'default', 'readOnly', 'writeOnly'];
const UNION_ONLY = [...WRAPPING, 'oneOf', 'anyOf', 'type', 'discriminator'];

/** Returns whether a schema allows every value. */
export const isUnrestricted = ({ parts, never }: ResolvedSchema): boolean =>
  !never && parts.every(({ value }) => hasOnly(value, WRAPPING));

/** Returns whether a schema is one `oneOf` or `anyOf` with nothing beside it except a type. */
export const isPureUnion = ({ parts, unions }: ResolvedSchema): boolean =>
  unions.length === 1 && parts.every(({ value }) => hasOnly(value, UNION_ONLY));

export type Field = ReturnType<typeof readField>;

function readField(object: ResolvedSchema, name: string, located: Located[], required: boolean) {
  const pointer = located[0]?.pointer ?? object.pointer;
  const schema = object.resolver.resolve([...located, ...rulesForUnlisted(object, name)], pointer);
  const hasFlag = (keyword: string) => schema.parts.some((part) => part.value[keyword] === true);
  return {
    schema,
    /** In the object. The schema can be elsewhere, behind a reference. */
    pointer,
    /** Whether the field has a schema. Otherwise it is only listed in `required`. */
    described: located.length > 0 && !schema.never,
    required,
    readOnly: hasFlag('readOnly'),
    writeOnly: hasFlag('writeOnly'),
    // The resolved schema does not contain a `deprecated` beside a reference.
    ...readDeprecation(...[...located, ...schema.parts].map(({ value }) => asObject(value))),
  };
}

/** Returns the described or required fields by name, without those that another part forbids. */
export const listFields = memoized((object: ResolvedSchema): Map<string, Field> => {
  const described = partsByName(object, 'properties');
  const names = object.parts.flatMap(({ value }) => asArray(value['required']));
  const required = new Set(names.filter((name) => typeof name === 'string'));
  const fields = new Map<string, Field>();
  for (const name of new Set([...described.keys(), ...required])) {
    const field = readField(object, name, described.get(name) ?? [], required.has(name));
    if (field.required || !field.schema.never) fields.set(name, field);
  }
  return fields;
}, new Map<string, Field>());

/** Returns the value of a keyword in the first part that has it. */
export const findKeyword = (schema: ResolvedSchema, keyword: string): Located | undefined =>
  valuesUnder(schema, keyword)[0];

/** Returns the values that the parts have for a keyword. */
export const valuesUnder = ({ parts }: ResolvedSchema, keyword: string): Located[] =>
  parts.map((part) => getPart(part, keyword)).filter(({ value }) => value !== undefined);

/** Returns the schemas that the parts have under a keyword. */
export const subschemasUnder = (schema: ResolvedSchema, keyword: string): Located[] =>
  valuesUnder(schema, keyword).filter(({ value }) => isObject(value) || typeof value === 'boolean');

/** Returns a schema as its authors wrote it. Fingerprints depend on it. */
export const asWritten = memoized(({ parts, never }: ResolvedSchema): unknown => {
  if (never) return false;
  return parts.length === 1 ? parts[0]!.value : parts.map(({ value }) => value);
}, null);
