// Removes the parts of a generated value that break its schema: in a schema that refers to itself, Prism stops
// in the middle of a record.
import type { ValidateFunction } from 'ajv';
import { segmentsOf } from '../../contract/pointer';

function removeAt(body: unknown, place: string[]): void {
  const last = place.at(-1)!;
  const parent = place
    .slice(0, -1)
    .reduce((value, segment) => (value as Record<string, unknown>)[segment], body);
  if (Array.isArray(parent)) parent.splice(Number(last), 1);
  else delete (parent as Record<string, unknown>)[last];
}

/** Removes the deepest part first. Returns undefined when the whole value breaks the schema. */
export function pruned(body: unknown, validate: ValidateFunction): unknown {
  const left = structuredClone(body);
  while (!validate(left)) {
    const places = validate.errors!.map(({ instancePath }) => segmentsOf(instancePath));
    const deepest = places.reduce((one, other) => (other.length > one.length ? other : one));
    if (deepest.length === 0) return undefined;
    removeAt(left, deepest);
  }
  return left;
}
