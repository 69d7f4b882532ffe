// Compares what extensions promise: state machines, uniqueness, references and whether a schema is fixed.
// A transition belongs to its operation, even if no message of the operation has the status.
import { valueAt } from '../../contract/pointer';
import type { Located, OpenApiDocument, Side } from '../model/document';
import { findKeyword } from '../model/schema-facts';
import { comparePromise, fixedIn, isProvisionalAt, isProvisionalSchema } from '../model/marks';
import { type ChangeValues, type Pointers, listPointers } from '../edits/edits';
import type { RuleId } from '../edits/rules';
import { TIME, type Transitions, finalStatuses, getTimeTransitions } from '../model/transitions';
import type { SchemaPair } from './schema-pair';

export function compareBehavior(pair: SchemaPair): void {
  const { base, head } = pair;
  const promise = comparePromise({ base: isProvisionalSchema(base), head: isProvisionalSchema(head) });
  if (promise) pair.reportRule(promise, {}, listPointers(base, head));
  else if (isProvisionalSchema(head)) {
    const [before, after] = [fixedIn(base), fixedIn(head)];
    for (const value of before.filter((each) => !after.includes(each)))
      pair.reportRule('promise-withdrawn', { before: value }, listPointers(base, head));
    for (const value of after.filter((each) => !before.includes(each)))
      pair.reportRule('promise-given', { after: value }, listPointers(base, head));
  }
  compareRejections(pair);
}

/** Reports requests that only one side rejects: a repeated value (409), or the id of another kind of record. */
function compareRejections(pair: SchemaPair): void {
  // The part that refers to a schema can override an extension of that schema.
  const read = (name: string) => [findKeyword(pair.base, name), findKeyword(pair.head, name)] as const;
  const [unique, references] = [read('x-unique'), read('x-references')];
  const [wasUnique, isUnique] = unique.map((extension) => extension?.value === true);
  if (wasUnique !== isUnique) {
    const values = { before: wasUnique ? 'unique' : 'any value', after: isUnique ? 'unique' : 'any value' };
    // Readers use a unique field as a key.
    if (wasUnique && pair.direction === 'response')
      pair.report('constraint-removed', values, listPointers(...unique));
    else pair.reportRule(isUnique ? 'rejection-added' : 'rejection-removed', values, listPointers(...unique));
  }
  if (pair.direction === 'response') return;
  const [before, after] = references.map(referencedKinds);
  const values = { before: before?.join(', ') ?? 'any id', after: after?.join(', ') ?? 'any id' };
  if (values.before === values.after) return;
  const isWider = !after || before?.every((kind) => after.includes(kind));
  pair.reportRule(isWider ? 'rejection-removed' : 'rejection-added', values, listPointers(...references));
}

/** Returns the kinds of records that an id can refer to, or undefined if it is not checked. */
const referencedKinds = (extension: Located | undefined): string[] | undefined =>
  extension && [extension.value].flat().map(quotedKind).sort();

const quotedKind = (kind: unknown): string => (typeof kind === 'string' ? kind : JSON.stringify(kind));

/** Readers rely on a final status: a record with it never changes again. */
function wasFinal(transition: string, pointer: string, base: OpenApiDocument): boolean {
  const stateMachine = valueAt(base.root, pointer.slice(0, pointer.lastIndexOf('/')));
  return finalStatuses(stateMachine).has(transition.split(' to ')[0]);
}

/** Compares the changes of statuses that an operation makes, or time. */
export function compareTransitions(
  trigger: string,
  base: Transitions,
  head: Transitions,
  documents: Record<Side, OpenApiDocument>,
  report: (rule: RuleId, values: ChangeValues, at: Pointers) => void,
): void {
  for (const [transition, pointer] of base) {
    const after = head.get(transition);
    const shownText = `${trigger} changes ${transition}`;
    if (after === undefined) report('transition-removed', { before: shownText }, { base: pointer });
    else {
      const promise = comparePromise({
        base: isProvisionalAt(documents.base, pointer),
        head: isProvisionalAt(documents.head, after),
      });
      const value = promise === 'promise-given' ? { after: shownText } : { before: shownText };
      if (promise) report(promise, value, { base: pointer, head: after });
    }
  }
  for (const [transition, pointer] of head)
    if (!base.has(transition))
      report(
        wasFinal(transition, pointer, documents.base) ? 'transition-from-final-added' : 'transition-added',
        { after: `${trigger} changes ${transition}` },
        { head: pointer },
      );
}

/** Compares the changes of a status that the platform makes by itself: they belong to the responses that have it. */
export function compareTimeTransitions(pair: SchemaPair): void {
  if (pair.direction !== 'response') return;
  const [before, after] = [getTimeTransitions(pair.base), getTimeTransitions(pair.head)];
  const documents = { base: pair.base.resolver.document, head: pair.head.resolver.document };
  compareTransitions(TIME, before, after, documents, pair.reportRule.bind(pair));
}
