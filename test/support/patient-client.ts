// Repeats requests that the server rejects with 503 before any effect.
// A busy machine cannot complete 100 concurrent writes within the time limit of their queue.
import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from './client';

/** Shorter than `Retry-After`, which is in whole seconds. */
const PAUSE_MILLISECONDS = 200;
const MAX_TRIES = 50;

/** Returns the last response when all of them were 503. */
export const patient =
  (client: Client): Client =>
  async (...request) => {
    for (let tries = 1; ; tries++) {
      const reply = await client(...request);
      if (reply.status !== 503 || tries === MAX_TRIES) return reply;
      await delay(PAUSE_MILLISECONDS);
    }
  };
