// The call with which somebody who has just started tries a contract.
import type { Operation } from './document';

/** The path of the first operation that reads something and asks for nothing, released ones before planned ones; undefined when there is none. */
export function firstCall(operations: Operation[]): string | undefined {
  const simple = operations.filter(
    ({ method, unsupported, parameters }) =>
      method === 'GET' && unsupported === undefined && !parameters.some(({ required }) => required),
  );
  return (simple.find(({ availability }) => availability === 'available') ?? simple[0])?.path;
}
