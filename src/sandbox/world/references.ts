// The ids in a body that name other records, as `x-references` declares them.
import type { Schema } from '../../contract/document';
import { type Fields, type Model, isObject } from './model';

export interface Reference {
  /** Where the id stands, for example `tasks.0.assigneeId`. */
  field: string;
  id: string;
  collection: string;
}

/** `cyber_asset` names the collection CyberAsset. */
export const collectionNamed = (type: unknown): string =>
  String(type).replace(/(?:^|[_-])([a-z])/g, (_match, letter: string) => letter.toUpperCase());

function collectionOf(declared: unknown, siblings: Fields): string | undefined {
  if (isObject(declared)) return collectionNamed(siblings[String(declared['by'])]);
  return typeof declared === 'string' ? declared : undefined;
}

export function* referencesIn(
  model: Model,
  schema: Schema | undefined,
  value: unknown,
  at = '',
  siblings: Fields = {},
): Generator<Reference> {
  const collection = collectionOf(model.keyword(schema, 'x-references'), siblings);
  if (typeof value === 'string' && collection !== undefined) yield { field: at, id: value, collection };
  const { properties, items } = model.shapeOf(schema);
  const within = (name: string): string => (at === '' ? name : `${at}.${name}`);
  if (Array.isArray(value))
    for (const [index, each] of value.entries())
      yield* referencesIn(model, items, each, within(String(index)), siblings);
  else if (isObject(value))
    for (const [name, member] of Object.entries(value))
      if (properties[name]) yield* referencesIn(model, properties[name], member, within(name), value);
}
