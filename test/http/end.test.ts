// The end of a server leaves nothing of it.
import { createHook } from 'node:async_hooks';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { prepareEnd } from '../../src/http/end';

it('no timer goes on for a server that has ended', async () => {
  const timers = new Set<number>();
  const hook = createHook({
    init: (id, type) => void (type === 'Timeout' && timers.add(id)),
    destroy: (id) => void timers.delete(id),
  }).enable();
  const server = createServer();
  const end = prepareEnd(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const whileItListens = timers.size;
  await end(1000);
  await new Promise(setImmediate); // in which Node tells what has gone
  await new Promise(setImmediate);
  hook.disable();
  expect([whileItListens, timers.size]).toEqual([1, 0]);
});
