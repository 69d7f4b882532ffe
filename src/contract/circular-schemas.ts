// Finds circular schemas (checking a value never ends) and infinite ones (no finite value is valid).
import { type ContractDocument, type Schema, resolve, targetOf } from './document';
import { partsOf } from './keywords';

interface Composed {
  $ref?: string;
  allOf?: Composed[];
  oneOf?: Composed[];
  anyOf?: Composed[];
  not?: Composed;
  if?: Composed;
  then?: Composed;
  else?: Composed;
}

const CHOICES = ['oneOf', 'anyOf'] as const;

/** Returns false for `true` and `false`, which are schemas without keywords. */
const isSchema = (value: unknown): value is Composed => typeof value === 'object' && value !== null;
const schemasIn = (list: unknown): Composed[] => (Array.isArray(list) ? list.filter(isSchema) : []);

const isReference = (schema: Composed): boolean => Object.keys(schema).join() === '$ref';

/** Returns the schemas and all schemas that `next` leads to. */
function reachable(from: readonly unknown[], next: (schema: Composed) => unknown[]): Set<Composed> {
  const found = new Set(from.filter(isSchema));
  // A Set's iterator also visits the members that the loop adds.
  for (const schema of found) for (const one of next(schema)) if (isSchema(one)) found.add(one);
  return found;
}

const referenced = (document: ContractDocument, { $ref }: Composed): Composed | undefined =>
  typeof $ref === 'string' ? schemasIn([targetOf(document, $ref)])[0] : undefined;

const branchesOf = (schema: Composed): Composed[] => CHOICES.flatMap((choice) => schemasIn(schema[choice]));

/** Returns the schemas that apply to the same value as a schema. */
const appliedWith = (document: ContractDocument, schema: Composed): Composed[] =>
  schemasIn([
    referenced(document, schema),
    ...schemasIn(schema.allOf),
    ...branchesOf(schema),
    schema.not,
    schema.if,
    schema.then,
    schema.else,
  ]);

/**
 * Breaks the cycle of a parent whose `oneOf` lists kinds that include the parent by `allOf`. Each kind gets
 * its parents without the choice between kinds. All other rules of the parents stay.
 */
export function cutCircularSchemas(document: ContractDocument): void {
  const applied = (schema: Composed): Composed[] => appliedWith(document, schema);

  /** Returns a part of `kind` without choices that lead back to it; the same object when there are none. */
  function inherited(
    kind: Composed,
    schema: Composed,
    isOwn: boolean,
    path: readonly Composed[] = [],
  ): Composed {
    if (!isSchema(schema) || path.includes(schema)) return schema;
    if (isReference(schema)) {
      const target = referenced(document, schema);
      const cut = target && inherited(kind, target, false, [...path, schema]);
      return cut && cut !== target ? cut : schema;
    }
    const { $ref, allOf = [], ...rest } = schema;
    const circular = isOwn
      ? []
      : CHOICES.filter((choice) => reachable(schemasIn(schema[choice]), applied).has(kind));
    const parts = $ref === undefined ? allOf : [{ $ref }, ...allOf];
    const cutParts = parts.map((part) => inherited(kind, part, isOwn, [...path, schema]));
    if (circular.length === 0 && cutParts.every((part, index) => part === parts[index])) return schema;
    for (const choice of circular) delete rest[choice];
    return { ...rest, allOf: cutParts };
  }

  const all = reachable(Object.values(document.components['schemas'] ?? {}), applied);
  const kinds = new Set(
    [...all]
      .flatMap(branchesOf)
      .map((kind) => (isReference(kind) ? (referenced(document, kind) ?? kind) : kind)),
  );
  // All replacements are computed before the first schema changes.
  const replacements = [...kinds]
    .map((kind) => [kind, inherited(kind, kind, true)] as const)
    .filter(([kind, cut]) => kind !== cut);
  for (const [kind, cut] of replacements) {
    for (const key of Object.keys(kind)) delete kind[key as keyof Composed];
    Object.assign(kind, cut);
  }
}

/** Returns whether one of the schemas, or a schema inside them, applies itself to the same value. */
export function isCircular(document: ContractDocument, schemas: readonly unknown[]): boolean {
  const acyclic = new Set<Composed>();
  function returns(schema: Composed, path: readonly Composed[]): boolean {
    if (acyclic.has(schema)) return false;
    const isCycle =
      path.includes(schema) || appliedWith(document, schema).some((one) => returns(one, [...path, schema]));
    if (!isCycle) acyclic.add(schema);
    return isCycle;
  }
  const all = reachable(schemas, (schema) => [referenced(document, schema), ...partsOf(schema)]);
  return [...all].some((schema) => returns(schema, []));
}

interface Structure {
  type?: unknown;
  nullable?: boolean;
  required?: string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  minItems?: number;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
}

const isOnly = (type: unknown, wanted: string): boolean => [type].flat().every((one) => one === wanted);

/** Returns whether a schema requires itself, so that no finite value is valid. */
export function isInfinite(document: ContractDocument, schema: Schema | undefined): boolean {
  const finite = new Set<unknown>();

  /** `ancestors` are the schemas that require `part`. */
  function requiresAncestor(ancestors: readonly unknown[], part: Schema): boolean {
    const resolved = resolve<Structure | undefined>(document, part);
    if (typeof resolved !== 'object' || finite.has(resolved)) return false;
    if (ancestors.includes(resolved)) return true;
    const { type, nullable, required = [], properties = {}, items, minItems = 0 } = resolved;
    const { allOf = [], anyOf = [], oneOf = [] } = resolved;
    const isInfinitePart = (one: Schema): boolean => requiresAncestor([...ancestors, resolved], one);
    const needsInfinitePart =
      !nullable &&
      ((isOnly(type, 'object') &&
        required.some((name) => Object.hasOwn(properties, name) && isInfinitePart(properties[name]!))) ||
        (isOnly(type, 'array') && minItems > 0 && items !== undefined && isInfinitePart(items)));
    const found =
      needsInfinitePart ||
      allOf.some(isInfinitePart) ||
      [anyOf, oneOf].some((choice) => choice.length > 0 && choice.every(isInfinitePart));
    if (!found) finite.add(resolved);
    return found;
  }

  return schema !== undefined && requiresAncestor([], schema);
}
