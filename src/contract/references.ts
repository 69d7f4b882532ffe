// The references of a document: `x-references` on the schema of an id.
import type { Schema } from './document';
import { type Fields, type RecordModel, collectionNamed } from './record-model';
import { isObject } from '../base/json';

export interface Reference {
  /** Where the id stands, for example `tasks.0.assigneeId`. */
  field: string;
  id: string;
  collection: string;
}

/** Finds the ids in a value whose schemas have `x-references`: a collection, or the field that names one. */
export function* referencesIn(
  model: RecordModel,
  schema: Schema | undefined,
  value: unknown,
  at: string[],
  beside: Fields,
): Generator<Reference> {
  const declared = model.keyword(schema, 'x-references');
  const collection = isObject(declared) ? collectionNamed(beside[String(declared.by)]) : declared;
  if (typeof value === 'string' && typeof collection === 'string')
    yield { field: at.join('.'), id: value, collection };
  const { properties, items } = model.shapeOf(schema);
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    const part = Array.isArray(value) ? items : properties[name];
    if (part)
      yield* referencesIn(
        model,
        part,
        member,
        [...at, name],
        Array.isArray(value) ? beside : (value as Fields),
      );
  }
}
