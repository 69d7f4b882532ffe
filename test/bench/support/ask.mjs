// Measures single requests during another measurement. An unexpected status makes the run invalid.
import { once } from 'node:events';
import { Agent, request as open } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';

const PERIOD_MILLISECONDS = 20;
const REFUSED = 503;
const agent = new Agent({ keepAlive: true });

/** Sends the nth request of a work. Returns the status and the milliseconds until the complete response. */
async function send(url, { request }, n) {
  const { path, body, ...options } = request(n);
  const since = performance.now();
  const sent = open(url + path, { ...options, agent }).end(body);
  const [response] = await once(sent, 'response');
  await buffer(response);
  return { status: response.statusCode, milliseconds: performance.now() - since };
}

/** Returns the milliseconds. @throws Error when the status is not the expected one */
export async function ask(url, work, n) {
  const { status, milliseconds } = await send(url, work, n);
  if (status !== work.status) throw new Error(`A request is invalid at ${url}: status ${status}.`);
  return milliseconds;
}

/**
 * Sends 50 requests per second until the signal, without waiting for responses.
 * Returns the milliseconds of each successful response, and the percentage that the server rejected with 503.
 */
export async function askSteadily(url, work, signal) {
  const sent = [];
  for (let n = 0; !signal.aborted; n++) {
    sent.push(send(url, work, n));
    sent.at(-1).catch(() => undefined); // thrown below
    await delay(PERIOD_MILLISECONDS);
  }
  const responses = await Promise.all(sent);
  const wrong = responses.find(({ status }) => status !== work.status && status !== REFUSED);
  if (wrong) throw new Error(`A request is invalid at ${url}: status ${wrong.status}.`);
  const served = responses.filter(({ status }) => status !== REFUSED);
  return {
    milliseconds: served.map(({ milliseconds }) => milliseconds),
    refusedPercent: 100 * (1 - served.length / responses.length),
  };
}
