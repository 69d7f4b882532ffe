// A client with its own rate: it sends requests without waiting for earlier responses.
import { setTimeout as wait } from 'node:timers/promises';

const PERIOD_MILLISECONDS = 20;

/**
 * Sends GET requests for some seconds. Returns the count of responses by status and the longest time, in
 * milliseconds.
 */
export async function readSteadily(url, { headers = {}, seconds }) {
  const byStatus = {};
  let longest = 0;
  const read = async () => {
    const since = performance.now();
    const { status, ...response } = await fetch(url, { headers }).then(
      async (answer) => ({ status: answer.status, text: await answer.text() }),
      ({ cause }) => ({ status: cause?.code ?? 'failed' }),
    );
    longest = Math.max(longest, performance.now() - since);
    byStatus[status] = (byStatus[status] ?? 0) + 1;
    return response;
  };
  const sent = [];
  for (let call = 0; call < (seconds * 1000) / PERIOD_MILLISECONDS; call++) {
    sent.push(read());
    await wait(PERIOD_MILLISECONDS);
  }
  await Promise.all(sent);
  return { byStatus, longest: Math.round(longest) };
}

/** @throws Error unless all responses were 200 within the maximum time, in milliseconds */
export function requireServed(who, { byStatus, longest }, max) {
  if (Object.keys(byStatus).join() !== '200')
    throw new Error(`${who} got ${JSON.stringify(byStatus)}, and expects 200 alone.`);
  if (longest > max) throw new Error(`${who} waited ${longest} ms, and may wait ${max} ms.`);
}
