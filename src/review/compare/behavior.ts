// Compares what the extensions of a schema promise: uniqueness, references and whether the schema is fixed.
import { type ResolvedSchema } from '../model/schema';
import { comparePromise, isProvisionalSchema } from '../model/marks';
import type { SchemaPair } from './schema-pair';

export function compareBehavior(pair: SchemaPair): void {
  const { base, head } = pair;
  const promise = comparePromise({ base: isProvisionalSchema(base), head: isProvisionalSchema(head) });
  if (promise) pair.reportRule(promise, {}, { base: base.pointer, head: head.pointer });
  compareRejections(pair);
}

/** Reports requests that only one side rejects: a repeated value (409), or the id of another kind of record. */
function compareRejections(pair: SchemaPair): void {
  const { base, head } = pair;
  const at = { base: base.pointer, head: head.pointer };
  const [wasUnique, isUnique] = [
    extensionOf(base, 'x-unique') === true,
    extensionOf(head, 'x-unique') === true,
  ];
  if (wasUnique !== isUnique) {
    const values = { before: wasUnique ? 'unique' : 'any value', after: isUnique ? 'unique' : 'any value' };
    pair.reportRule(isUnique ? 'rejection-added' : 'rejection-removed', values, at);
  }
  if (pair.direction === 'response') return;
  const [before, after] = [referencedKinds(base), referencedKinds(head)];
  const values = { before: before?.join(', ') ?? 'any id', after: after?.join(', ') ?? 'any id' };
  if (values.before === values.after) return;
  const isWider = !after || before?.every((kind) => after.includes(kind));
  pair.reportRule(isWider ? 'rejection-removed' : 'rejection-added', values, at);
}

/** Returns the kinds of records that an id can refer to, or undefined if it is not checked. */
function referencedKinds(schema: ResolvedSchema): string[] | undefined {
  const kinds = extensionOf(schema, 'x-references');
  if (kinds === undefined) return undefined;
  return [kinds]
    .flat()
    .map((kind) => (typeof kind === 'string' ? kind : JSON.stringify(kind)))
    .sort();
}

/** The part that refers to a schema can override an extension of that schema. */
const extensionOf = ({ parts }: ResolvedSchema, name: string): unknown =>
  parts.find(({ schema }) => name in schema)?.schema[name];
