// Schemas that lead back to themselves for one and the same value, so that checking them would never end: parents that name their kinds, which name them.
import { type ContractDocument, VALUES, targetOf } from './document';

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

const isSchema = (value: unknown): value is Composed => typeof value === 'object' && value !== null; // and not just true or false
const schemasIn = (list: unknown): Composed[] => (Array.isArray(list) ? list.filter(isSchema) : []);

const isReference = (schema: Composed): boolean => Object.keys(schema).join() === '$ref';

/** All that some schemas lead to, themselves included. */
function reached(from: readonly unknown[], next: (schema: Composed) => unknown[]): Set<Composed> {
  const found = new Set(from.filter(isSchema));
  for (const schema of found) for (const one of next(schema)) if (isSchema(one)) found.add(one); // a set hands out what is added meanwhile
  return found;
}

const referredBy = (document: ContractDocument, { $ref }: Composed): Composed | undefined =>
  typeof $ref === 'string' ? schemasIn([targetOf(document, $ref)])[0] : undefined;

const offeredBy = (schema: Composed): Composed[] => CHOICES.flatMap((choice) => schemasIn(schema[choice]));

/** What is checked with a schema for the same value. */
const checkedWith = (document: ContractDocument, schema: Composed): Composed[] =>
  schemasIn([
    referredBy(document, schema),
    ...schemasIn(schema.allOf),
    ...offeredBy(schema),
    schema.not,
    schema.if,
    schema.then,
    schema.else,
  ]);

/** In each kind the choice between the kinds is left out of what it takes over from its parents, however far around they name it. The rest of them stays in force. */
export function cutCircularSchemas(document: ContractDocument): void {
  const together = (schema: Composed): Composed[] => checkedWith(document, schema);

  /** A schema as a kind takes it over; the schema itself where nothing of it leads back to the kind. `path`: what it came by. */
  function takenOver(
    kind: Composed,
    schema: Composed,
    isOwn: boolean,
    path: readonly Composed[] = [],
  ): Composed {
    if (!isSchema(schema) || path.includes(schema)) return schema;
    if (isReference(schema)) {
      const target = referredBy(document, schema);
      const taken = target && takenOver(kind, target, false, [...path, schema]);
      return taken && taken !== target ? taken : schema;
    }
    const { $ref, allOf = [], ...rest } = schema;
    const left = isOwn
      ? []
      : CHOICES.filter((choice) => reached(schemasIn(schema[choice]), together).has(kind));
    const parts = $ref === undefined ? allOf : [{ $ref }, ...allOf];
    const taken = parts.map((part) => takenOver(kind, part, isOwn, [...path, schema]));
    if (left.length === 0 && taken.every((part, index) => part === parts[index])) return schema;
    for (const choice of left) delete rest[choice];
    return { ...rest, allOf: taken };
  }

  const all = reached(Object.values(document.components['schemas'] ?? {}), together);
  const kinds = new Set(
    [...all]
      .flatMap(offeredBy)
      .map((kind) => (isReference(kind) ? (referredBy(document, kind) ?? kind) : kind)),
  );
  // None is changed before all are settled.
  const settled = [...kinds]
    .map((kind) => [kind, takenOver(kind, kind, true)] as const)
    .filter(([kind, own]) => kind !== own);
  for (const [kind, own] of settled) {
    for (const key of Object.keys(kind)) delete kind[key as keyof Composed];
    Object.assign(kind, own);
  }
}

/** Whether one of some schemas, or one that stands in them, leads back to itself for the same value. */
export function isCircular(document: ContractDocument, schemas: readonly unknown[]): boolean {
  const sound = new Set<Composed>();
  function leadsBack(schema: Composed, path: readonly Composed[]): boolean {
    if (sound.has(schema)) return false;
    const isBack =
      path.includes(schema) || checkedWith(document, schema).some((one) => leadsBack(one, [...path, schema]));
    if (!isBack) sound.add(schema);
    return isBack;
  }
  const inside = (schema: Composed): unknown[] =>
    Object.entries(schema as Record<string, unknown>).flatMap(([key, member]) =>
      VALUES.includes(key) ? [] : [member],
    );
  const all = reached(schemas, (schema) => [referredBy(document, schema), ...inside(schema)]);
  return [...all].some((schema) => leadsBack(schema, []));
}
