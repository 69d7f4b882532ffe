// Breaks a sound body in one place: what the contract says to refuse.
import fc from 'fast-check';
import { type ContractDocument, type Schema, resolve } from '../contract/document';

type Fields = Record<string, unknown>;

/** A way to break a body; `pick` chooses the field. */
type Mutation = (document: ContractDocument, schema: Schema, body: Fields, pick: number) => unknown;

const OTHERS: unknown[] = [5, -1, 1.5, true, 'x', [], ['x'], {}, { x: 'x' }];

const keyOf = (body: Fields, pick: number): string | undefined => {
  const keys = Object.keys(body);
  return keys[pick % keys.length];
};

/** The names that the schema has, of its branches too. */
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
  'a field dropped': (_document, _schema, body, pick) => {
    const dropped = keyOf(body, pick);
    return Object.fromEntries(Object.entries(body).filter(([name]) => name !== dropped));
  },
  'an unknown field': (_document, _schema, body, pick) => ({
    ...body,
    [['conformance_unknown', 'Name', 'id', 'cyberSystemId', 'toString'][pick % 5]!]: 'x',
  }),
  'a field of another type': replaced((pick) => OTHERS[(pick >>> 8) % OTHERS.length]),
  'a field that is null': replaced(() => null),
  'an empty field': replaced(() => ''),
  'an over-long field': replaced((pick, _name, { maxLength }) =>
    ['x', '🔌', ' '][(pick >>> 8) % 3]!.repeat(
      Math.min(((maxLength as number | undefined) ?? 300) + 1, 20_000),
    ),
  ),
  'a value outside the list': replaced((pick) => ['none', 'HARDWARE', 'hardware '][(pick >>> 8) % 3]),
  'a control character': replaced(
    (pick) => `RTU${['\u0000', '\n', '\u202e', '\u200b', '\u0085'][(pick >>> 8) % 5]!}01`,
  ),
  'no object': (_document, _schema, _body, pick) => [null, [], ...OTHERS.slice(0, 7)][pick % 9],
};

export interface BrokenBody {
  what: string;
  body: unknown;
}

/** Bodies with one fault; some are none, for the schema still allows them. */
export const brokenBodies = (
  document: ContractDocument,
  schema: Schema,
  sound: fc.Arbitrary<unknown>,
): fc.Arbitrary<BrokenBody> =>
  fc
    .tuple(sound, fc.constantFrom(...Object.keys(MUTATIONS)), fc.nat({ max: 0xffff }))
    .map(([body, what, pick]) => ({ what, body: MUTATIONS[what]!(document, schema, body as Fields, pick) }));
