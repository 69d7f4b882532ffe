// Selects the requests of the transcripts: the examples of changed operations, up to a limit.
import { type ContractDocument, type Operation, operationsOf } from '../../contract/document';
import type { ContractChange } from '../changes';
import { canonicalJson } from '../json';
import type { Side } from '../model/document';
import { eraseParameterNames } from '../model/operations';
import {
  type NamedRequest,
  type TranscriptRequest,
  bodyExamples,
  examplesOf,
  rehearsalOf,
  rejectionExamples,
  requestsOf,
  successExamples,
} from './requests';

const MAX_OPERATIONS = 50;
const MAX_REQUESTS = 5;
const MAX_LISTED_OPERATIONS = 10;

export interface TranscriptExchange {
  operation: ContractChange['operation'];
  example: string;
  of: Side | 'both';
  /** The documents whose sandbox receives the request. */
  sides: Side[];
  request: TranscriptRequest;
}

export interface TranscriptPlan {
  exchanges: TranscriptExchange[];
  notes: string[];
}

type Documents = Record<Side, ContractDocument>;
type OperationPair = Partial<Record<Side, Operation>>;

const SIDES = ['base', 'head'] as const;

export function planTranscripts(
  base: ContractDocument,
  head: ContractDocument,
  changes: Pick<ContractChange, 'operation'>[],
): TranscriptPlan {
  const documents = { base, head };
  const pairs = pairOperations(documents);
  const changed = changes
    .filter(({ operation }) => operation.path.startsWith('/'))
    .map(({ operation }) => operationKey(operation));
  const withNewExamples = [...pairs]
    .filter(([, pair]) => haveDifferentExamples(documents, pair))
    .map(([key]) => key);
  const keys = [...new Set([...changed, ...withNewExamples])];
  const unsupported = keys.filter((key) => !pairs.has(key));
  const supported = keys.filter((key) => pairs.has(key));
  const planned = supported
    .slice(0, MAX_OPERATIONS)
    .map((key) => ({ key, exchanges: exchangesOf(documents, pairs.get(key)!) }));
  const withoutExample = planned.filter(({ exchanges }) => exchanges.length === 0).map(({ key }) => key);
  const hiddenOperations = Math.max(0, supported.length - MAX_OPERATIONS);
  const hiddenExamples = planned.reduce(
    (sum, { exchanges }) => sum + Math.max(0, exchanges.length - MAX_REQUESTS),
    0,
  );
  return {
    exchanges: planned.flatMap(({ exchanges }) => exchanges.slice(0, MAX_REQUESTS)),
    notes: [
      ...(keys.length === 0 ? ['No operation changes, so that there are no requests to send.'] : []),
      ...listNote('Not sent, because the sandbox does not support the method', unsupported),
      ...listNote('Not sent, because a required parameter or body has no usable example', withoutExample),
      ...countNote(hiddenOperations, 'changed operation', `the limit is ${MAX_OPERATIONS}`),
      ...countNote(hiddenExamples, 'example', `the limit is ${MAX_REQUESTS} per operation`),
    ],
  };
}

const operationKey = ({ method, path }: { method: string; path: string }): string =>
  `${method.toUpperCase()} ${eraseParameterNames(path)}`;

function pairOperations(documents: Documents): Map<string, OperationPair> {
  const pairs = new Map<string, OperationPair>();
  for (const side of SIDES)
    for (const operation of operationsOf(documents[side])) {
      const key = operationKey(operation);
      pairs.set(key, { ...pairs.get(key), [side]: operation });
    }
  return pairs;
}

/** A mock sends the examples, so that a changed example changes its responses. */
function haveDifferentExamples(documents: Documents, { base, head }: OperationPair): boolean {
  const examplesText = (document: ContractDocument, operation: Operation): string =>
    canonicalJson([
      operation.parameters.map((parameter) => examplesOf(document, parameter)),
      bodyExamples(document, operation),
      successExamples(document, operation),
      rejectionExamples(document, operation),
    ]);
  return (
    base !== undefined &&
    head !== undefined &&
    examplesText(documents.base, base) !== examplesText(documents.head, head)
  );
}

/** Merges equal requests of both documents. A request of one document goes to both sandboxes. */
function exchangesOf(documents: Documents, pair: OperationPair): TranscriptExchange[] {
  const exchanges = new Map<string, TranscriptExchange>();
  const present = SIDES.filter((side) => pair[side]);
  const shown = pair.head ?? pair.base!;
  // External documents can omit the operationId.
  const operationId = (shown.operationId as string | undefined) ?? null;
  const operation = { operationId, method: shown.method, path: shown.path };
  for (const side of ['head', 'base'] as const) {
    const requests = pair[side]
      ? [...requestsOf(documents[side], pair[side]), ...rehearsalsOf(documents, pair, side)]
      : [];
    for (const { example, request, selectsResponse } of requests) {
      const key = canonicalJson(request);
      const known = exchanges.get(key);
      exchanges.set(key, {
        operation,
        example: known?.example ?? example,
        of: known ? 'both' : side,
        sides: selectsResponse ? [...(known?.sides ?? []), side] : present,
        request,
      });
    }
  }
  return [...exchanges.values()];
}

/** Rehearses the rejections that the other document does not have with the same example. */
function rehearsalsOf(documents: Documents, pair: OperationPair, side: Side): NamedRequest[] {
  const other = side === 'head' ? 'base' : 'head';
  const document = documents[side];
  const known = pair[other] ? rejectionExamples(documents[other], pair[other]).map(canonicalJson) : undefined;
  if (!known) return [];
  return rejectionExamples(document, pair[side]!)
    .filter((example) => !known.includes(canonicalJson(example)))
    .flatMap((example) => rehearsalOf(document, pair[side]!, example) ?? []);
}

function listNote(reason: string, keys: string[]): string[] {
  if (keys.length === 0) return [];
  const names = keys
    .slice(0, MAX_LISTED_OPERATIONS)
    .map((key) => JSON.stringify(key.slice(0, 100)).slice(1, -1));
  const hidden = keys.length - MAX_LISTED_OPERATIONS;
  return [`${reason}: ${names.join(', ')}${hidden > 0 ? ` and ${hidden} more` : ''}.`];
}

const countNote = (count: number, singular: string, limit: string): string[] =>
  count === 0 ? [] : [`${count} more ${singular}${count === 1 ? ' is' : 's are'} not shown: ${limit}.`];
