// Inheritance as 3.0 writes it: a schema with a discriminator and no list of alternatives has for alternatives the components that build on it by `allOf`, and those of its mapping.
import { under } from '../contract/pointer';
import { type Branch, asBranch } from './branches';
import { isObject, type JsonObject, listOr, objectOr, textOr } from './json';
import type { Located } from './source';
import type { Schemas, Union, View } from './resolved-schema';

type Component = Located & { value: JsonObject; reference: string };

const known = new WeakMap<Schemas, Map<unknown, Component[]>>();

const componentsOf = ({ source }: Schemas): JsonObject =>
  objectOr(objectOr(source.document['components'])['schemas']);

/** The components whose `allOf` names a schema, by that schema. */
function heirsOf(schemas: Schemas): Map<unknown, Component[]> {
  const { source } = schemas;
  const heirs = known.get(schemas) ?? new Map<unknown, Component[]>();
  if (known.has(schemas)) return heirs;
  known.set(schemas, heirs);
  for (const [name, value] of Object.entries(componentsOf(schemas))) {
    const pointer = under('', 'components', 'schemas', name);
    if (!isObject(value)) continue;
    for (const part of listOr(value['allOf'])) {
      schemas.spend(1);
      const { value: base } = source.settle(part, pointer);
      const own = heirs.get(base) ?? [];
      own.push({ value, pointer, reference: `#${pointer}` });
      heirs.set(base, own);
    }
  }
  return heirs;
}

/** Of the mapping, where a target is written as a reference or by its name. */
const mappedBy = (schemas: Schemas, discriminator: JsonObject): Component[] =>
  Object.values(objectOr(discriminator['mapping'])).flatMap((target): Component[] => {
    const name = String(target).replace('#/components/schemas/', '');
    const pointer = under('', 'components', 'schemas', name);
    const value = componentsOf(schemas)[name];
    return isObject(value) ? [{ value, pointer, reference: `#${pointer}` }] : [];
  });

const OBJECT = { type: 'object' };
const withoutParts = new WeakMap<object, JsonObject>();

/** What a component says itself, and not those that it builds on: they are compared on their own. */
function ownParts({ source }: Schemas, { value, pointer }: Component, family: Set<unknown>): Located[] {
  const own =
    withoutParts.get(value) ??
    Object.fromEntries(Object.entries(value).filter(([keyword]) => keyword !== 'allOf'));
  withoutParts.set(value, own);
  const parts = listOr(value['allOf']).map((part, index) => ({
    value: part,
    pointer: under(pointer, 'allOf', index),
  }));
  return [
    { value: own, pointer },
    ...parts.filter((part) => !family.has(source.settle(part.value, part.pointer).value)),
    { value: OBJECT, pointer },
  ];
}

/** @returns undefined where there is no such discriminator, or the schema is one of the alternatives itself. */
export function readSubtypes({ conjuncts, schemas }: View): Branch[] | undefined {
  const base = conjuncts.find(
    ({ schema }) =>
      textOr(objectOr(schema['discriminator'])['propertyName']) !== undefined &&
      !schema['oneOf'] &&
      !schema['anyOf'],
  );
  if (!base) return undefined;
  const discriminator = base.schema['discriminator'] as JsonObject;
  const subtypes = new Map<unknown, Component>();
  const waiting = [...(heirsOf(schemas).get(base.schema) ?? []), ...mappedBy(schemas, discriminator)];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    schemas.spend(1);
    if (next.value === base.schema || subtypes.has(next.value)) continue;
    subtypes.set(next.value, next);
    waiting.push(...(heirsOf(schemas).get(next.value) ?? []));
  }
  if (conjuncts.some(({ schema }) => subtypes.has(schema))) return undefined;
  const family = new Set<unknown>([base.schema, ...subtypes.keys()]);
  const union: Union = { keyword: 'allOf', branches: [], allowsNull: false, discriminator };
  return [...subtypes.values()].map((one) =>
    asBranch(schemas.view(ownParts(schemas, one, family), one.pointer), union, one.reference),
  );
}
