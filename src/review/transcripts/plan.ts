// Which requests a review sends: those of the operations that change, from both documents, and no more than a reviewer reads.
import { type ContractDocument, type Operation, operationsOf } from '../../contract/document';
import type { ContractChange } from '../change';
import { eraseNames } from '../effective';
import { canonical } from '../json';
import type { Side } from '../source';
import { answersOf, bodiesOf, examplesOf } from './examples';
import { type Request, requestsOf } from './requests';

const MAX_OPERATIONS = 50;
const MAX_REQUESTS = 5;

export interface TranscriptExchange {
  operation: ContractChange['operation'];
  example: string;
  of: Side | 'both';
  /** Who is asked. */
  sides: Side[];
  request: Request;
}

export interface Plan {
  exchanges: TranscriptExchange[];
  notes: string[];
}

type Documents = Record<Side, ContractDocument>;
type Pair = Partial<Record<Side, Operation>>;

const keyOf = (method: string, path: string): string => `${method.toUpperCase()} ${eraseNames(path)}`;

function pairsOf(documents: Documents): Map<string, Pair> {
  const pairs = new Map<string, Pair>();
  for (const side of ['base', 'head'] as const) {
    for (const operation of operationsOf(documents[side])) {
      const key = keyOf(operation.method, operation.path);
      pairs.set(key, { ...pairs.get(key), [side]: operation });
    }
  }
  return pairs;
}

/** Examples are no change to callers, and change what a mock answers. */
const examplesText = (document: ContractDocument, operation: Operation): string =>
  canonical([
    operation.parameters.map((parameter) => examplesOf(document, parameter)),
    bodiesOf(document, operation),
    answersOf(document, operation),
  ]);

function hasOtherExamples(documents: Documents, { base, head }: Pair): boolean {
  return (
    base !== undefined &&
    head !== undefined &&
    examplesText(documents.base, base) !== examplesText(documents.head, head)
  );
}

/** The same request of both documents is sent once; what only one of them shows is sent to both. */
function exchangesOf(documents: Documents, pair: Pair): TranscriptExchange[] {
  const exchanges = new Map<string, TranscriptExchange>();
  const present = (['base', 'head'] as const).filter((side) => pair[side]);
  const shown = pair.head ?? pair.base!;
  // Foreign documents leave the id out.
  const operation = {
    operationId: (shown.operationId as string | undefined) ?? null,
    method: shown.method,
    path: shown.path,
  };
  for (const side of ['head', 'base'] as const) {
    for (const { example, request, asksByName } of pair[side]
      ? requestsOf(documents[side], pair[side])
      : []) {
      const key = canonical(request);
      const known = exchanges.get(key);
      const sides: Side[] = asksByName ? [...(known?.sides ?? []), side] : present;
      exchanges.set(key, {
        operation,
        example: known?.example ?? example,
        of: known ? 'both' : side,
        sides,
        request,
      });
    }
  }
  return [...exchanges.values()];
}

const listed = (what: string, keys: string[]): string[] =>
  keys.length === 0
    ? []
    : [
        `${what}: ${keys
          .slice(0, 10)
          .map((key) => JSON.stringify(key.slice(0, 100)).slice(1, -1))
          .join(', ')}${keys.length > 10 ? ` and ${keys.length - 10} more` : ''}.`,
      ];
const counted = (count: number, what: string): string =>
  `${count} more ${what}${count === 1 ? ' is' : 's are'} not shown`;

export function planOf(base: ContractDocument, head: ContractDocument, changes: ContractChange[]): Plan {
  const documents = { base, head };
  const pairs = pairsOf(documents);
  const changed = changes
    .filter(({ operation }) => operation.path !== '')
    .map(({ operation }) => keyOf(operation.method, operation.path));
  const shownAnew = [...pairs].filter(([, pair]) => hasOtherExamples(documents, pair)).map(([key]) => key);
  const known = [...new Set([...changed, ...shownAnew])];
  const keys = known.filter((key) => pairs.has(key));
  const all = keys
    .slice(0, MAX_OPERATIONS)
    .map((key) => ({ key, exchanges: exchangesOf(documents, pairs.get(key)!) }));
  const silent = all.filter(({ exchanges }) => exchanges.length === 0).map(({ key }) => key);
  const hidden = all.reduce((sum, { exchanges }) => sum + Math.max(0, exchanges.length - MAX_REQUESTS), 0);
  return {
    exchanges: all.flatMap(({ exchanges }) => exchanges.slice(0, MAX_REQUESTS)),
    notes: [
      ...(known.length === 0 ? ['No operation changes, so there is nothing to ask.'] : []),
      ...listed(
        'Not asked, for the sandbox does not serve their methods',
        known.filter((key) => !pairs.has(key)),
      ),
      ...listed('Not asked, for a required parameter or body has no example that can be sent', silent),
      ...(keys.length > MAX_OPERATIONS
        ? [`${counted(keys.length - MAX_OPERATIONS, 'changed operation')}.`]
        : []),
      ...(hidden > 0 ? [`${counted(hidden, 'example')}: at most ${MAX_REQUESTS} an operation are.`] : []),
    ],
  };
}
