// The alternatives of a schema: the branches of `oneOf` and `anyOf`, and the subtypes of a discriminator.
import { groupBy, isObject, type JsonObject } from '../../base/values';
import { under } from '../../contract/pointer';
import { asArray, asObject, asString, canonicalJson } from './json';
import type { Located } from './document';
import { isAnnotation } from './keywords';
import { type ResolvedSchema, type SchemaResolver, type Union, memoized } from './schema';
import { fieldsOf, ownTypes, resolveBranches, typesOf, typesText, valuesOf } from './schema-facts';

export interface Branch {
  schema: ResolvedSchema;
  /** What callers recognize it by: the discriminator value, or the fields with exactly one value. */
  tag: string | undefined;
  /** The fields with exactly one value. With a discriminator, only its field. */
  constants: Map<string, string>;
  name: string | undefined;
  /** Its shape and its own scalar keywords, to match branches without tag and name. */
  signature: string;
  /** Its types, field names and listed values. */
  shape: string;
  label: string;
  /** Whether only the discriminator identifies it, so that branches with different tags never match. */
  isTagExact: boolean;
}

/** Returns the values of the fields with exactly one value. */
const constantFields = (schema: ResolvedSchema, only?: string): Map<string, string> =>
  new Map(
    [...fieldsOf(schema)].flatMap(([name, field]): [string, string][] => {
      const values = valuesOf(field.schema);
      if (values?.size !== 1 || (only !== undefined && name !== only)) return [];
      const [text, value] = [...values][0]!;
      return [[name, asString(value) ?? text]];
    }),
  );

/** Returns constants as a tag, for example `kind=building`. */
const constantTag = (constants: Map<string, string>): string | undefined =>
  constants.size > 0
    ? [...constants]
        .map(([name, value]) => `${name}=${value}`)
        .sort()
        .join(',')
    : undefined;

/** Returns the keys of the discriminator mapping that lead to a component. */
function mappingKeys({ discriminator }: Union, reference: string, name: string): string | undefined {
  const keys = Object.entries(asObject(discriminator['mapping'])).flatMap(([key, target]) =>
    target === reference || target === name ? [key] : [],
  );
  return keys.length > 0 ? keys.sort().join(',') : undefined;
}

function createBranch(
  schema: ResolvedSchema,
  union: Union | undefined,
  reference: string | undefined,
  index: number,
): Branch {
  const componentName = reference?.split('/').at(-1);
  const property = asString(union?.discriminator['propertyName']);
  const constants = constantFields(schema, property);
  const discriminatorTag =
    property && reference && componentName
      ? `${property}=${mappingKeys(union!, reference, componentName) ?? componentName}`
      : undefined;
  const tag = constantTag(constants) ?? discriminatorTag;
  const title = schema.parts.map((part) => asString(part.schema['title'])).find((text) => text !== undefined);
  const shape = canonicalJson([
    [...typesOf(schema)].sort(),
    [...fieldsOf(schema).keys()].sort(),
    [...(valuesOf(schema)?.keys() ?? [])].sort(),
  ]);
  const scalarKeywords = schema.parts.flatMap((part) =>
    Object.entries(part.schema)
      .filter(([key, value]) => !isAnnotation(key) && typeof value !== 'object')
      .map(([key, value]) => `${key}=${String(value)}`),
  );
  return {
    schema,
    tag,
    constants,
    name: componentName ?? title,
    signature: canonicalJson([shape, scalarKeywords.sort()]),
    shape,
    label: tag ?? title ?? componentName ?? `${typesText(schema)} ${index + 1}`,
    isTagExact: constants.size === 0 && discriminatorTag !== undefined,
  };
}

/** Returns a schema with only the `type` beside the union, always the same object. */
const typeSchema = memoized((schema: ResolvedSchema): { type: string[] } | undefined => {
  const types = ownTypes(schema);
  const names = [...(types ?? [])].filter((type) => type !== 'fraction');
  return (
    types && { type: names.map((type) => (type === 'integer' && types.has('fraction') ? 'number' : type)) }
  );
}, undefined);

/** Returns the branches of a union. `withType` adds the type beside the union to each branch. */
export function readBranches(schema: ResolvedSchema, union: Union, withType: boolean): Branch[] {
  const value = withType ? typeSchema(schema) : undefined;
  const schemas = value
    ? union.branches.map((branch) => schema.resolver.resolve([branch, { value, pointer: schema.pointer }]))
    : resolveBranches(schema, union);
  return schemas.map((each, index) => createBranch(each, union, union.branches[index]!.reference, index));
}

const combined = new WeakMap<JsonObject, JsonObject[]>();

/** Returns, for each branch of a schema's only union, the keywords beside the union that apply with the branch. */
function besides(holder: JsonObject, keyword: string): JsonObject[] {
  const known = combined.get(holder);
  if (known) return known;
  const branches = asArray(holder[keyword]).map(asObject);
  const isChoiceOfField = (branch: JsonObject): boolean =>
    keyword === 'oneOf' &&
    Object.keys(branch).join() === 'required' &&
    asArray(branch['required']).length === 1;
  const created = branches.map((branch) => {
    // `oneOf` rejects the field that alone makes another branch match.
    const excluded = new Set(
      branches
        .filter((other) => other !== branch && isChoiceOfField(other))
        .flatMap(({ required }) => asArray(required)),
    );
    const isIncluded = ([name]: [string, unknown]): boolean => !excluded.has(name);
    const properties = Object.fromEntries(Object.entries(asObject(holder['properties'])).filter(isIncluded));
    const rest = Object.entries(holder).filter(([name]) => ![keyword, 'discriminator'].includes(name));
    return { ...Object.fromEntries(rest), properties };
  });
  combined.set(holder, created);
  return created;
}

/**
 * Returns the branches of a schema with one union beside other keywords, each with these keywords, or undefined for
 * another schema. A schema means the same before and after its keywords are written into each branch.
 */
export function distributedBranches(schema: ResolvedSchema): Branch[] | undefined {
  const [holder, ...otherParts] = schema.parts;
  const [union, ...otherUnions] = schema.unions;
  if (!holder || !union || otherParts.length + otherUnions.length > 0 || union.allowsNull) return undefined;
  const { pointer } = holder;
  const parts = besides(holder.schema, union.keyword);
  if (parts.length !== union.branches.length) return undefined;
  return union.branches.map((branch, index) =>
    createBranch(
      schema.resolver.resolve([branch, { value: parts[index]!, pointer }]),
      union,
      branch.reference,
      index,
    ),
  );
}

/** Returns a schema outside of a union as a list of one branch. */
export const asBranches = (schema: ResolvedSchema): Branch[] => [
  createBranch(schema, undefined, `#${schema.pointer}`, 0),
];

type Component = Located & { value: JsonObject; reference: string };

const componentsOf = ({ document }: SchemaResolver): JsonObject =>
  asObject(asObject(document.root['components'])['schemas']);

function findComponent(resolver: SchemaResolver, name: string): Component[] {
  const value = componentsOf(resolver)[name];
  const pointer = under('', 'components', 'schemas', name);
  return isObject(value) ? [{ value, pointer, reference: `#${pointer}` }] : [];
}

/** Returns the components whose `allOf` contains a schema, by that schema. */
const derivedComponents = memoized((resolver: SchemaResolver): Map<unknown, Component[]> => {
  const components = Object.keys(componentsOf(resolver)).flatMap((name) => findComponent(resolver, name));
  const derivations = components.flatMap((component) =>
    asArray(component.value['allOf']).map((part) => ({
      component,
      parent: resolver.document.dereference(part, component.pointer).value,
    })),
  );
  const byParent = groupBy(derivations, ({ parent }) => parent);
  return new Map([...byParent].map(([parent, all]) => [parent, all.map(({ component }) => component)]));
}, new Map<unknown, Component[]>());

/** Returns the components of the discriminator mapping. A target is a reference or a component name. */
const mappedComponents = (resolver: SchemaResolver, discriminator: JsonObject): Component[] =>
  Object.values(asObject(discriminator['mapping'])).flatMap((target) =>
    findComponent(resolver, String(target).replace('#/components/schemas/', '')),
  );

const OBJECT_TYPE = { type: 'object' };
const withoutAllOf = memoized<JsonObject, JsonObject>(
  (value) => Object.fromEntries(Object.entries(value).filter(([keyword]) => keyword !== 'allOf')),
  {},
);

/** Returns what a subtype says itself. Its supertypes are compared on their own. */
function ownParts(
  { document }: SchemaResolver,
  { value, pointer }: Component,
  family: Set<unknown>,
): Located[] {
  const parts = asArray(value['allOf']).map((part, index) => ({
    value: part,
    pointer: under(pointer, 'allOf', index),
  }));
  return [
    { value: withoutAllOf(value), pointer },
    ...parts.filter((part) => !family.has(document.dereference(part.value, part.pointer).value)),
    { value: OBJECT_TYPE, pointer },
  ];
}

/**
 * Returns the subtypes of a schema with a discriminator but no union, as OpenAPI 3.0 writes inheritance: the
 * components that extend it with `allOf`, and those of its mapping. Returns undefined for other schemas and
 * for the subtypes themselves.
 */
export function readSubtypes({ parts, resolver }: ResolvedSchema): Branch[] | undefined {
  const base = parts.find(
    ({ schema }) =>
      asString(asObject(schema['discriminator'])['propertyName']) !== undefined &&
      !schema['oneOf'] &&
      !schema['anyOf'],
  )?.schema;
  if (!base) return undefined;
  const discriminator = asObject(base['discriminator']);
  const derived = derivedComponents(resolver);
  const subtypes = new Map<unknown, Component>();
  const queue = [...(derived.get(base) ?? []), ...mappedComponents(resolver, discriminator)];
  for (let next = queue.pop(); next; next = queue.pop()) {
    if (next.value === base || subtypes.has(next.value)) continue;
    subtypes.set(next.value, next);
    queue.push(...(derived.get(next.value) ?? []));
  }
  if (parts.some(({ schema }) => subtypes.has(schema))) return undefined;
  const family = new Set<unknown>([base, ...subtypes.keys()]);
  const union: Union = { keyword: 'allOf', branches: [], allowsNull: false, discriminator };
  return [...subtypes.values()].map((subtype) => {
    const schema = resolver.resolve(ownParts(resolver, subtype, family), subtype.pointer);
    return createBranch(schema, union, subtype.reference, 0);
  });
}
