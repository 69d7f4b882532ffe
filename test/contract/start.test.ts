// Tests that a server needs a handler for each available operation.
import { createContract } from '../../src/contract/contract';
import type { OperationHandlers } from '../../src/contract/handler';
import { AVAILABLE as RELEASED, OPERATIONS } from '../support/available';

const AVAILABLE = RELEASED.map(({ operationId }) => operationId);
const handler = () => Promise.resolve({ status: 204 });
const handlers: OperationHandlers = Object.fromEntries(
  AVAILABLE.map((operationId) => [operationId, handler]),
);
const without = <Value>(all: Record<string, Value>, left: string): Record<string, Value> =>
  Object.fromEntries(Object.entries(all).filter(([name]) => name !== left));

it('starts with a handler for each available operation', async () => {
  expect((await createContract({ handlers })).operations).toHaveLength(OPERATIONS.length);
});

it.each(AVAILABLE)('rejects a missing handler of %s', async (operationId) => {
  await expect(createContract({ handlers: without(handlers, operationId) })).rejects.toThrow(
    `Available operations without a handler: ${operationId}. Add`,
  );
});

it('does not serve a planned operation that has a handler', async () => {
  const { isServed, match } = await createContract({ handlers: { ...handlers, getTask: handler } });
  expect(isServed(match('GET', '/tasks/tsk_1')!)).toBe(false);
});
