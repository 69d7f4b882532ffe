// Makes a valid body invalid in one place, at random.
import fc from 'fast-check';
import { type ContractDocument, type Schema, resolve } from '../../contract/document';

type Fields = Record<string, unknown>;

/** Changes a body. `pick` chooses the field and value. */
type Mutation = (body: Fields, pick: number, properties: Record<string, Schema>) => unknown;

const OTHER_VALUES: unknown[] = [5, -1, 1.5, true, 'x', [], ['x'], {}, { x: 'x' }];

const getKey = (body: Fields, pick: number): string | undefined => {
  const keys = Object.keys(body);
  return keys[pick % keys.length];
};

const without = (fields: Fields, name: string | undefined): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([each]) => each !== name));

/** Returns the properties of the schema and its `oneOf` branches. */
function listProperties(document: ContractDocument, authored: unknown): Record<string, Schema> {
  const { properties = {}, oneOf = [] } = resolve<{ properties?: Fields; oneOf?: unknown[] }>(
    document,
    authored,
  );
  const own = Object.entries(properties).map(([name, each]) => [name, resolve<Schema>(document, each)]);
  const ofBranches = oneOf.map((branch) => listProperties(document, branch));
  return Object.assign({}, ...ofBranches, Object.fromEntries(own)) as Record<string, Schema>;
}

const replaced =
  (value: (pick: number, property: Schema) => unknown): Mutation =>
  (body, pick, properties) => {
    const name = getKey(properties, pick);
    return name === undefined ? body : { ...body, [name]: value(pick, properties[name]!) };
  };

export const MUTATIONS: Record<string, Mutation> = {
  'a missing field': (body, pick) => without(body, getKey(body, pick)),
  'an unknown field': (body, pick) => ({
    ...body,
    [['conformance_unknown', 'Name', 'id', 'cyberSystemId', 'toString'][pick % 5]!]: 'x',
  }),
  'a field of another type': replaced((pick) => OTHER_VALUES[(pick >>> 8) % OTHER_VALUES.length]),
  'a null field': replaced(() => null),
  'an empty field': replaced(() => ''),
  'an over-long field': replaced((pick, { maxLength }) =>
    ['x', '🔌', ' '][(pick >>> 8) % 3]!.repeat(
      Math.min(((maxLength as number | undefined) ?? 300) + 1, 20_000),
    ),
  ),
  'a value outside the enum': replaced((pick) => ['none', 'HARDWARE', 'hardware '][(pick >>> 8) % 3]),
  'a control character': replaced(
    (pick) => `RTU${['\u0000', '\n', '\u202e', '\u200b', '\u0085'][(pick >>> 8) % 5]!}01`,
  ),
  'a value that is not an object': (_body, pick) => [null, [], ...OTHER_VALUES.slice(0, 7)][pick % 9],
};

/** Generates bodies with one change at random. The schema still allows a few of them. */
export const invalidBodies = (document: ContractDocument, schema: Schema, valid: fc.Arbitrary<unknown>) => {
  const properties = listProperties(document, schema);
  return fc
    .tuple(valid, fc.constantFrom(...Object.keys(MUTATIONS)), fc.nat({ max: 0xffff }))
    .map(([body, label, pick]) => ({ label, body: MUTATIONS[label]!(body as Fields, pick, properties) }));
};
