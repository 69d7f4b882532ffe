// The end of a server leaves nothing of it.
import { createHook } from 'node:async_hooks';
import { once } from 'node:events';
import { createServer } from 'node:http';
import express from 'express';
import pino from 'pino';
import { prepareEnd } from '../../src/http/end';
import { listen } from '../../src/http/listener';

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

it('a listener says that it listens until it has ended', async () => {
  const listener = await listen(express(), { host: '127.0.0.1', port: 0, logger: pino({ level: 'silent' }) });
  expect(listener.isListening()).toBe(true);
  await listener.close(1000);
  expect(listener.isListening()).toBe(false);
});
