// The rules of scripted faults: which requests they match, and which rules are wrong. The router of the contract
// matches the paths.
import { invalid } from '../../base/errors';
import { editDistance } from '../../base/text';
import type { Contract } from '../../contract/contract';
import type { ScriptedFault } from '../../server/api/request-context';

export interface FaultRule extends ScriptedFault {
  /** The number of requests that still fail. */
  count: number;
}

/** `true` means `before`. */
export type GivenRule = Omit<FaultRule, 'drop'> & { drop?: FaultRule['drop'] | true };

const MAX_NEAR_PATHS = 3;
const PARAMETER = /^(\*|\{[^{}]*\})$/;

/** Returns whether a rule matches a request. @throws URIError for a malformed percent-encoding. */
export function appliesTo(
  rule: Pick<FaultRule, 'method' | 'path'>,
  request: { method: string; path: string },
  contract: Contract,
): boolean {
  if (rule.method !== request.method) return false;
  const [ruled, requested] = [rule, request].map(({ method, path }) => contract.locate(method, path));
  if (!ruled || ruled.operation !== requested?.operation) return false;
  return Object.entries(ruled.params).every(
    ([name, value]) => PARAMETER.test(value) || value === requested.params[name],
  );
}

/** Returns a rule in the form that the sandbox shows. @throws ApiError `validation_error`. */
export function toRule({ drop, ...rule }: GivenRule, index: number, contract: Contract): FaultRule {
  const { method, path, status, delay } = rule;
  if (!contract.locate(method, path)) throw unknownOperation(rule, index, contract);
  if (status === undefined && delay === undefined && drop === undefined)
    throw invalid(String(index), 'has no effect: add status, delay or drop');
  return { ...rule, ...(drop === undefined ? {} : { drop: drop === true ? 'before' : drop }) };
}

function unknownOperation({ method, path }: FaultRule, index: number, contract: Contract) {
  const methods = contract.allowedMethods(path).filter((each) => !['HEAD', 'OPTIONS'].includes(each));
  if (methods.length > 0)
    return invalid(`${index}.method`, `is ${method}, and ${path} has only ${methods.join(', ')}`);
  return invalid(
    `${index}.path`,
    `is "${path}", which no operation has. Near paths: ${nearPaths(path, contract).join(', ')}`,
  );
}

/** Returns the most similar paths of the contract, whatever the names of their parameters. */
function nearPaths(path: string, { operations }: Contract): string[] {
  const shapeOf = (text: string): string =>
    text
      .replace(/\?.*/s, '')
      .replace(/\{[^{}/]*\}|\*/g, '{}')
      .toLowerCase();
  const paths = [...new Set(operations.map((operation) => operation.path))];
  return paths
    .map((each) => ({ each, distance: editDistance(shapeOf(path), shapeOf(each)) }))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, MAX_NEAR_PATHS)
    .map(({ each }) => each);
}
