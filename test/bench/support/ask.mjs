// Single requests of a work, timed, beside something else that is measured. As under load, a wrong or short answer makes the run void.
import { once } from 'node:events';
import { Agent, request as open } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';

const PERIOD_MILLISECONDS = 20;
const REFUSED = 503;
const agent = new Agent({ keepAlive: true });

/** Sends the nth request of a work. Gives the status, and the milliseconds until its answer was there. */
async function send(url, { request }, n) {
  const { path, body, ...options } = request(n);
  const since = performance.now();
  const sent = open(url + path, { ...options, agent }).end(body);
  const [response] = await once(sent, 'response');
  await buffer(response);
  return { status: response.statusCode, milliseconds: performance.now() - since };
}

/** Gives the milliseconds. */
export async function ask(url, work, n) {
  const { status, milliseconds } = await send(url, work, n);
  if (status !== work.status) throw new Error(`${work.name} is void at ${url}: status ${status}.`);
  return milliseconds;
}

/**
 * Asks fifty times a second until the signal, whether or not the answers before have come: who waits behind a slow answer is counted too.
 * Gives the milliseconds of each that was answered, and how many percent an overloaded server refused.
 */
export async function askSteadily(url, work, signal) {
  const sent = [];
  for (let n = 0; !signal.aborted; n++) {
    sent.push(send(url, work, n));
    sent.at(-1).catch(() => undefined); // thrown below
    await delay(PERIOD_MILLISECONDS);
  }
  const answers = await Promise.all(sent);
  const wrong = answers.find(({ status }) => status !== work.status && status !== REFUSED);
  if (wrong) throw new Error(`${work.name} is void at ${url}: status ${wrong.status}.`);
  const answered = answers.filter(({ status }) => status !== REFUSED);
  return {
    milliseconds: answered.map(({ milliseconds }) => milliseconds),
    refusedPercent: 100 * (1 - answered.length / answers.length),
  };
}
