// A server does not start with less, or more, than its contract releases.
import { createContract } from '../../src/contract/contract';
import type { Handlers } from '../../src/contract/handler';
import { REQUIRED_HOOKS } from '../../src/contract/hooks';
import { AVAILABLE as OPERATIONS } from '../support/available';

const AVAILABLE = OPERATIONS.map(({ operationId }) => operationId);
const answer = () => Promise.resolve({ status: 204 });
const handlers: Handlers = Object.fromEntries(AVAILABLE.map((operationId) => [operationId, answer]));
const without = <Value>(all: Record<string, Value>, left: string): Record<string, Value> =>
  Object.fromEntries(Object.entries(all).filter(([name]) => name !== left));

it('starts with a handler for each available operation, and every hook', async () => {
  expect((await createContract({ handlers })).operations).toHaveLength(99);
});

it.each(AVAILABLE)('refuses to start without a handler for %s, and names it', async (operationId) => {
  await expect(createContract({ handlers: without(handlers, operationId) })).rejects.toThrow(
    `Available operations without a handler: ${operationId}. Add`,
  );
});

it('refuses a handler of a planned operation, and one of none', async () => {
  await expect(createContract({ handlers: { ...handlers, getTask: answer } })).rejects.toThrow(
    'Handlers of operations that are not available: getTask. Set',
  );
  await expect(createContract({ handlers: { ...handlers, getPump: answer } })).rejects.toThrow(
    'Handlers of operations that are not available: getPump. Set',
  );
});

const hooks = Object.fromEntries(REQUIRED_HOOKS.map((name) => [name, answer]));

it.each(REQUIRED_HOOKS)('refuses to start without the hook %s, and names it', async (name) => {
  await expect(createContract({ handlers, hooks: without(hooks, name) })).rejects.toThrow(
    `Missing contract hooks: ${name}.`,
  );
});
