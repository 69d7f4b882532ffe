// Decides which operations act on the records of a world: those of the contract, and those whose paths and
// schemas follow the conventions. Prism alone answers the others.
import {
  type ContractDocument,
  type Operation,
  contractDocument,
  operationsOf,
} from '../../contract/document';
import { type RecordModel, successSchema } from '../../contract/record-model';
import type { AnyBehavior, Run } from './behavior';
import { BEHAVIORS } from './behaviors';
import { conventionOf } from './conventions';

export interface Known {
  behavior: AnyBehavior | undefined;
  convention: Run;
}

const own = new Map(operationsOf(contractDocument).map((operation) => [operation.operationId, operation]));

/** The same operationId at another method or path is another operation. */
const behaviorOf = ({ operationId, method, path }: Operation): AnyBehavior | undefined =>
  own.get(operationId)?.method === method && own.get(operationId)?.path === path
    ? BEHAVIORS[operationId]
    : undefined;

export function knownOperations(document: ContractDocument, model: RecordModel): Map<string, Known> {
  const operations = operationsOf(document);
  const creates = (path: string): boolean =>
    operations.some(
      (each) =>
        each.method === 'POST' && each.path === path && model.shapeOf(successSchema(each)).properties.id,
    );
  const known = new Map<string, Known>();
  for (const operation of operations) {
    const [behavior, convention] = [behaviorOf(operation), conventionOf(model, operation)];
    const isPlain = /^[^{]+(\/\{\w+\})?$/.test(operation.path) && creates(operation.path.split('/{')[0]!);
    if (behavior || (convention && isPlain))
      known.set(operation.operationId, { behavior, convention: convention! });
  }
  return known;
}
