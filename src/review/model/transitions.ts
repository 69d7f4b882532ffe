// State machines: `x-transitions` of a status schema lists the changes of the status and their operations.
import { under } from '../../contract/pointer';
import { asArray, asObject } from './json';
import { type Located, type OpenApiDocument, getPart } from './document';
import { type ResolvedSchema, memoized } from './schema';

/** Texts such as `open to cancelled`, each with the pointer of its entry. */
export type Transitions = Map<string, string>;

/** The `on` of a change that the platform makes by itself. */
export const TIME = 'time';

/** Adds the entries of one state machine by `on`, with `from` lists expanded. Skips invalid entries. */
function addTransitions(byTrigger: Map<string, Transitions>, { value, pointer }: Located): void {
  asArray(value).forEach((entry, index) => {
    const { on, from, to } = asObject(entry);
    if (typeof on !== 'string' || typeof to !== 'string') return;
    const transitions = byTrigger.get(on) ?? new Map<string, string>();
    byTrigger.set(on, transitions);
    for (const status of Array.isArray(from) ? from : [from]) {
      if (typeof status === 'string' || status === null)
        transitions.set(`${status ?? 'a new record'} to ${to}`, under(pointer, index));
    }
  });
}

/** Returns the statuses that a state machine reaches and never leaves. A transition to itself leaves nothing. */
export function finalStatuses(stateMachine: unknown): Set<unknown> {
  const entries = asArray(stateMachine).map(asObject);
  const left = new Set(entries.flatMap(({ from, to }) => [from].flat().filter((status) => status !== to)));
  return new Set(entries.flatMap(({ to }) => (left.has(to) ? [] : [to])));
}

/** Returns the transitions of all state machines of a document by `on`. */
export function readTransitions({ root }: OpenApiDocument): Map<string, Transitions> {
  const byTrigger = new Map<string, Transitions>();
  const path: string[] = [];
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, item] of Object.entries(value)) {
      path.push(key);
      if (key === 'x-transitions') addTransitions(byTrigger, { value: item, pointer: under('', ...path) });
      else visit(item);
      path.pop();
    }
  };
  visit(root);
  return byTrigger;
}

/** Returns the transitions of a schema that the platform makes by itself. */
export const getTimeTransitions = memoized(({ parts }: ResolvedSchema): Transitions => {
  const byTrigger = new Map<string, Transitions>();
  for (const part of parts) addTransitions(byTrigger, getPart(part, 'x-transitions'));
  return byTrigger.get(TIME) ?? new Map<string, string>();
}, new Map<string, string>());
