// What stands behind each available operation: a handler, tests, and which of its declared statuses those have seen.
import { type ContractDocument, operationsOf } from '../contract/document';

/** A status that a test has seen of an operation. */
export interface SeenStatus {
  operationId: string;
  status: number;
  /** `test/api/keys.test.ts`. */
  test: string;
  /** Whether a mock gave it: a rehearsal says nothing about a handler. */
  mock: boolean;
}

export interface OperationCoverage {
  operationId: string;
  handler: boolean;
  /** Files with tests that called it. */
  tests: number;
  declared: string[];
  /** Of those that are declared. */
  seen: string[];
}

/**
 * One row for each available operation.
 * @param handled operations that have a handler.
 * @param seen undefined when no test run has left a record.
 */
export function coverageOf(
  document: ContractDocument,
  handled: ReadonlySet<string>,
  seen: SeenStatus[] | undefined,
): OperationCoverage[] {
  return operationsOf(document)
    .filter(({ availability }) => availability === 'available')
    .map(({ operationId, responses }) => {
      const own = (seen ?? []).filter((one) => one.operationId === operationId && !one.mock);
      const statuses = new Set(own.map(({ status }) => String(status)));
      const declared = Object.keys(responses);
      return {
        operationId,
        handler: handled.has(operationId),
        tests: new Set(own.map(({ test }) => test)).size,
        declared,
        seen: declared.filter((status) => statuses.has(status)),
      };
    });
}
