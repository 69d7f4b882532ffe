// Sends requests at a constant rate, without waiting for earlier responses.
import { setTimeout as wait } from 'node:timers/promises';

const PERIOD_MILLISECONDS = 20;

/**
 * Sends GET requests for some seconds.
 * Returns the count of responses by status and the longest time, in milliseconds.
 */
export async function readSteadily(url, { headers = {}, seconds }) {
  const byStatus = {};
  let longest = 0;
  const read = async () => {
    const since = performance.now();
    const { status, ...response } = await fetch(url, { headers }).then(
      async (received) => ({ status: received.status, text: await received.text() }),
      ({ cause }) => ({ status: cause?.code ?? 'failed' }),
    );
    longest = Math.max(longest, performance.now() - since);
    byStatus[status] = (byStatus[status] ?? 0) + 1;
    return response;
  };
  const sent = [];
  for (let count = 0; count < (seconds * 1000) / PERIOD_MILLISECONDS; count++) {
    sent.push(read());
    await wait(PERIOD_MILLISECONDS);
  }
  await Promise.all(sent);
  return { byStatus, longest: Math.round(longest) };
}

/** @throws Error unless all responses were 200 within the maximum time, in milliseconds */
export function requireServed(caller, { byStatus, longest }, max) {
  if (Object.keys(byStatus).join() !== '200')
    throw new Error(`${caller} got ${JSON.stringify(byStatus)} instead of only 200.`);
  if (longest > max) throw new Error(`${caller} waited ${longest} ms; the maximum is ${max} ms.`);
}
