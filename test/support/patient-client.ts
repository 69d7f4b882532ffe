// A client that comes again when it is told to: 503 means that nothing was done. A busy machine does not do a hundred writes in the time that they may wait.
import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from './client';

/** Sooner than `Retry-After` says, which is in whole seconds. */
const PAUSE_MILLISECONDS = 200;
const MAX_TRIES = 50;

/** Gives the last answer when all were 503. */
export const patient =
  (client: Client): Client =>
  async (...request) => {
    for (let tries = 1; ; tries++) {
      const reply = await client(...request);
      if (reply.status !== 503 || tries === MAX_TRIES) return reply;
      await delay(PAUSE_MILLISECONDS);
    }
  };
