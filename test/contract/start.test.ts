// Tests that a server needs a handler for each available operation.
import { createContract } from '../../src/contract/contract';
import type { Handlers } from '../../src/contract/handler';
import { AVAILABLE as RELEASED, OPERATIONS } from '../support/available';

const AVAILABLE = RELEASED.map(({ operationId }) => operationId);
const handler = () => Promise.resolve({ status: 204 });
const handlers: Handlers = Object.fromEntries(AVAILABLE.map((operationId) => [operationId, handler]));
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

it('rejects handlers of planned and unknown operations', async () => {
  await expect(createContract({ handlers: { ...handlers, getTask: handler } })).rejects.toThrow(
    'Handlers of operations that are not available: getTask. Set',
  );
  await expect(createContract({ handlers: { ...handlers, getPump: handler } })).rejects.toThrow(
    'Handlers of operations that are not available: getPump. Set',
  );
});
