// Makes a valid body invalid in one place, at random.
import fc from 'fast-check';
import { type ContractDocument, type Schema, resolve } from '../../contract/document';

type Fields = Record<string, unknown>;

/** Changes a body. `pick` chooses the field and value. */
type Mutation = (document: ContractDocument, schema: Schema, body: Fields, pick: number) => unknown;

const OTHER_VALUES: unknown[] = [5, -1, 1.5, true, 'x', [], ['x'], {}, { x: 'x' }];

const keyOf = (body: Fields, pick: number): string | undefined => {
  const keys = Object.keys(body);
  return keys[pick % keys.length];
};

const without = (fields: Fields, name: string | undefined): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([each]) => each !== name));

/** Returns the properties of the schema and its `oneOf` branches. */
function propertiesOf(document: ContractDocument, authored: unknown): Record<string, unknown> {
  const schema = resolve<{ properties?: Fields; oneOf?: unknown[] }>(document, authored);
  const ofBranches: Fields[] = (schema.oneOf ?? []).map((branch) => propertiesOf(document, branch));
  return Object.assign({}, ...ofBranches, schema.properties) as Fields;
}

const replaced =
  (value: (pick: number, name: string, property: Schema) => unknown): Mutation =>
  (document, schema, body, pick) => {
    const properties = propertiesOf(document, schema);
    const name = keyOf(properties, pick);
    return name === undefined
      ? body
      : { ...body, [name]: value(pick, name, resolve<Schema>(document, properties[name])) };
  };

export const MUTATIONS: Record<string, Mutation> = {
  'a missing field': (_document, _schema, body, pick) => without(body, keyOf(body, pick)),
  'an unknown field': (_document, _schema, body, pick) => ({
    ...body,
    [['conformance_unknown', 'Name', 'id', 'cyberSystemId', 'toString'][pick % 5]!]: 'x',
  }),
  'a field of another type': replaced((pick) => OTHER_VALUES[(pick >>> 8) % OTHER_VALUES.length]),
  'a null field': replaced(() => null),
  'an empty field': replaced(() => ''),
  'an over-long field': replaced((pick, _name, { maxLength }) =>
    ['x', '🔌', ' '][(pick >>> 8) % 3]!.repeat(
      Math.min(((maxLength as number | undefined) ?? 300) + 1, 20_000),
    ),
  ),
  'a value outside the enum': replaced((pick) => ['none', 'HARDWARE', 'hardware '][(pick >>> 8) % 3]),
  'a control character': replaced(
    (pick) => `RTU${['\u0000', '\n', '\u202e', '\u200b', '\u0085'][(pick >>> 8) % 5]!}01`,
  ),
  'a value that is not an object': (_document, _schema, _body, pick) =>
    [null, [], ...OTHER_VALUES.slice(0, 7)][pick % 9],
};

interface InvalidBody {
  label: string;
  body: unknown;
}

/** Generates bodies with one change at random. The schema still allows a few of them. */
export const invalidBodies = (
  document: ContractDocument,
  schema: Schema,
  valid: fc.Arbitrary<unknown>,
): fc.Arbitrary<InvalidBody> =>
  fc
    .tuple(valid, fc.constantFrom(...Object.keys(MUTATIONS)), fc.nat({ max: 0xffff }))
    .map(([body, label, pick]) => ({
      label,
      body: MUTATIONS[label]!(document, schema, body as Fields, pick),
    }));
