// Test coverage of each available operation: its handler, its tests, and the statuses that they received.
import { readTextIfExists } from '../base/read-file';
import { type ContractDocument, operationsOf } from '../contract/document';

/** One line of the record that a test run writes: a status that a test received from an operation. */
export interface SeenStatus {
  operationId: string;
  status: number;
  /** For example `test/server/api/keys.test.ts`. */
  test: string;
  /** Whether a mock sent it. A mock says nothing about the handler. */
  mock: boolean;
}

export interface OperationCoverage {
  operationId: string;
  handler: boolean;
  /** The number of test files that called the operation. */
  tests: number;
  declared: string[];
  /** The declared statuses that a test received. */
  seen: string[];
}

/** Reads the record of a test run. Returns undefined if the file does not exist. */
export async function readSeenStatuses(file: string): Promise<SeenStatus[] | undefined> {
  const text = await readTextIfExists(file);
  return text?.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as SeenStatus]));
}

/**
 * Returns one row per available operation.
 * @param handled the operations that have a handler.
 * @param seen undefined if no test run wrote a record.
 */
export function coverageOf(
  document: ContractDocument,
  handled: ReadonlySet<string>,
  seen: SeenStatus[] = [],
): OperationCoverage[] {
  const available = operationsOf(document).filter(({ availability }) => availability === 'available');
  return available.map(({ operationId, responses }) => {
    const own = seen.filter((entry) => entry.operationId === operationId && !entry.mock);
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
