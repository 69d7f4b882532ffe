// The alternatives of a schema: the branches of `oneOf` and `anyOf`, and the subtypes of a discriminator.
import { groupBy, isObject, type JsonObject } from '../../base/values';
import { asArray, asObject, asString, canonicalJson } from './json';
import { type Located, listEntries, listItems, getPart } from './document';
import { isAnnotation } from './keywords';
import { type ResolvedSchema, type SchemaResolver, type Union, memoized } from './schema';
import { listFields, listNames, ownTypes, listTypes, typesText, listValues } from './schema-facts';

export type Branch = ReturnType<typeof createBranch>;

const constantFields = (schema: ResolvedSchema, only?: string): Map<string, string> =>
  new Map(
    [...listFields(schema)].flatMap(([name, field]): [string, string][] => {
      const values = listValues(field.schema);
      if (values?.size !== 1 || (only !== undefined && name !== only)) return [];
      const [text, value] = [...values][0]!;
      return [[name, asString(value) ?? text]];
    }),
  );

const sortedList = (texts: string[]): string | undefined =>
  texts.length > 0 ? texts.sort().join(',') : undefined;

/** @param reference the `$ref` that leads to the branch. */
function createBranch(schema: ResolvedSchema, discriminator: JsonObject, reference: unknown, index = 0) {
  const componentName = asString(reference)?.split('/').at(-1);
  const property = asString(discriminator['propertyName']);
  /** The fields with exactly one value. With a discriminator, only its field. */
  const constants = constantFields(schema, property);
  // The keys of the mapping that lead to the component.
  const keys = Object.entries(asObject(discriminator['mapping'])).flatMap(([key, target]) =>
    target === reference || target === componentName ? [key] : [],
  );
  const discriminatorTag =
    property && componentName ? `${property}=${sortedList(keys) ?? componentName}` : undefined;
  /** What callers recognize it by: the discriminator value, or the fields with exactly one value. */
  const tag = sortedList([...constants].map(([name, value]) => `${name}=${value}`)) ?? discriminatorTag;
  const title = schema.parts.map(({ value }) => asString(value['title'])).find((text) => text !== undefined);
  const shape = canonicalJson([
    [...listTypes(schema)].sort(),
    [...listFields(schema).keys()].sort(),
    [...(listValues(schema)?.keys() ?? [])].sort(),
  ]);
  const scalarKeywords = schema.parts.flatMap((part) =>
    Object.entries(part.value)
      .filter(([key, value]) => !isAnnotation(key) && typeof value !== 'object')
      .map(([key, value]) => `${key}=${String(value)}`),
  );
  return {
    schema,
    tag,
    constants,
    name: componentName ?? title,
    /** To match branches without tag and name. */
    signature: canonicalJson([shape, scalarKeywords.sort()]),
    shape,
    label: tag ?? title ?? componentName ?? `${typesText(schema)} ${index + 1}`,
    /** Whether only the discriminator identifies it, so that branches with different tags never match. */
    isTagExact: constants.size === 0 && discriminatorTag !== undefined,
  };
}

/** Returns a schema with only the `type` beside the union, always the same object. */
const typeSchema = memoized((schema: ResolvedSchema): { type: string[] } | undefined => {
  const types = ownTypes(schema);
  return types && { type: listNames(types) };
}, undefined);

const toBranches = (
  { branches, discriminator }: Union,
  resolve: (branch: Located, index: number) => ResolvedSchema,
): Branch[] =>
  branches.map((branch, index) =>
    createBranch(resolve(branch, index), discriminator, asObject(branch.value)['$ref'], index),
  );

/** Returns the branches of a union. `withType` adds the type beside the union to each branch. */
export function readBranches(schema: ResolvedSchema, union: Union, withType: boolean): Branch[] {
  const value = withType ? typeSchema(schema) : undefined;
  const beside = value ? [{ value, pointer: schema.pointer }] : [];
  return toBranches(union, (branch) => schema.resolver.resolve([branch, ...beside]));
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
  const parts = besides(holder.value, union.keyword);
  if (parts.length !== union.branches.length) return undefined;
  return toBranches(union, (branch, index) =>
    schema.resolver.resolve([branch, { value: parts[index]!, pointer }]),
  );
}

/** Returns a schema outside of a union as a list of one branch. */
export const asBranches = (schema: ResolvedSchema): Branch[] => [
  createBranch(schema, {}, `#${schema.pointer}`),
];

/** Returns the schema components that are objects, by name. */
const listComponents = memoized(
  ({ document }: SchemaResolver): Map<string, Located> =>
    new Map(
      listEntries(getPart(document.whole, 'components'), 'schemas').filter(([, { value }]) =>
        isObject(value),
      ),
    ),
  new Map<string, Located>(),
);

/** Returns the components whose `allOf` contains a schema, by that schema. */
const derivedComponents = memoized((resolver: SchemaResolver): Map<unknown, Located[]> => {
  const derivations = [...listComponents(resolver).values()].flatMap((component) =>
    asArray(asObject(component.value)['allOf']).map((value) => ({
      component,
      parent: resolver.document.dereference({ value, pointer: component.pointer }).value,
    })),
  );
  const groups = groupBy(derivations, ({ parent }) => parent);
  return new Map([...groups].map(([parent, some]) => [parent, some.map(({ component }) => component)]));
}, new Map<unknown, Located[]>());

/** Returns the components of the discriminator mapping. A target is a reference or a component name. */
const mappedComponents = (resolver: SchemaResolver, discriminator: JsonObject): Located[] =>
  Object.values(asObject(discriminator['mapping'])).flatMap(
    (target) => listComponents(resolver).get(String(target).replace('#/components/schemas/', '')) ?? [],
  );

const OBJECT_TYPE = { type: 'object' };
const withoutAllOf = memoized<JsonObject, JsonObject>(
  (value) => Object.fromEntries(Object.entries(value).filter(([keyword]) => keyword !== 'allOf')),
  {},
);

/** Returns the own rules of a subtype. Its supertypes are compared on their own. */
const ownParts = ({ document }: SchemaResolver, component: Located, family: Set<unknown>): Located[] => [
  { ...component, value: withoutAllOf(asObject(component.value)) },
  ...listItems(component, 'allOf').filter((part) => !family.has(document.dereference(part).value)),
  { ...component, value: OBJECT_TYPE },
];

/**
 * Returns the subtypes of a schema with a discriminator but no union, as OpenAPI 3.0 writes inheritance: the
 * components that extend it with `allOf`, and those of its mapping. Returns undefined for other schemas and
 * for the subtypes themselves.
 */
export function readSubtypes({ parts, resolver }: ResolvedSchema): Branch[] | undefined {
  const base = parts.find(
    ({ value }) =>
      asString(asObject(value['discriminator'])['propertyName']) !== undefined &&
      !value['oneOf'] &&
      !value['anyOf'],
  )?.value;
  if (!base) return undefined;
  const discriminator = asObject(base['discriminator']);
  const derived = derivedComponents(resolver);
  const subtypes = new Map<unknown, Located>();
  const queue = [...(derived.get(base) ?? []), ...mappedComponents(resolver, discriminator)];
  for (let next = queue.pop(); next; next = queue.pop()) {
    if (next.value === base || subtypes.has(next.value)) continue;
    subtypes.set(next.value, next);
    queue.push(...(derived.get(next.value) ?? []));
  }
  if (parts.some(({ value }) => subtypes.has(value))) return undefined;
  const family = new Set<unknown>([base, ...subtypes.keys()]);
  return [...subtypes.values()].map((subtype) => {
    const schema = resolver.resolve(ownParts(resolver, subtype, family), subtype.pointer);
    return createBranch(schema, discriminator, `#${subtype.pointer}`);
  });
}
