// Runs in the thread of listener-thread.ts.
// Its listener responds with the state that the server's thread sent last.
import { parentPort, workerData } from 'node:worker_threads';
import { ApiError } from '../../base/errors';
import { type OperationsOptions, listenForOperations } from './listener';
import { type Readiness, silentReadiness } from './readiness';

const { host, port, limits, ...given } = workerData as Task;
let { readiness } = given;
let heardAt = performance.now();
let takeMetrics: (answer: Exclude<ToThread, { type: 'readiness' }>) => void = () => {};
let metrics: Promise<string> | undefined;

const send = (message: FromThread): void => parentPort!.postMessage(message);
const isHeardWithin = (milliseconds: number): boolean => performance.now() - heardAt < milliseconds;

const askForMetrics = (): Promise<string> =>
  new Promise((resolve, reject) => {
    const tooLate = new ApiError(
      'unavailable',
      `The server did not send its metrics within ${limits.metrics} ms.`,
    );
    const timer = setTimeout(reject, limits.metrics, tooLate);
    takeMetrics = (answer) => {
      clearTimeout(timer);
      if (answer.type === 'metrics') resolve(answer.text);
      else reject(answer.error);
    };
    send({ type: 'get metrics' });
  });

/** The server's thread has the logger and its level. */
const logger = {
  info: (fields: object, message: string) => send({ type: 'log', level: 'info', fields, message }),
  warn: (fields: object, message: string) => send({ type: 'log', level: 'warn', fields, message }),
  error: (fields: object, message: string) => send({ type: 'log', level: 'error', fields, message }),
} as OperationsOptions['logger'];

parentPort!.on('message', (message: ToThread) => {
  heardAt = performance.now();
  if (message.type === 'readiness') readiness = message.readiness;
  else takeMetrics(message);
});

// An address that cannot be used ends the thread with the system's code.
void listenForOperations({
  host,
  port,
  isAlive: () => isHeardWithin(limits.alive),
  readiness: () => Promise.resolve(isHeardWithin(limits.ready) ? readiness : silentReadiness(limits.ready)),
  metrics: () => (metrics ??= askForMetrics().finally(() => (metrics = undefined))),
  logger,
}).then(({ url }) => send({ type: 'listening', url }));

/** Time limits in milliseconds: `alive` and `ready` since the last heartbeat, `metrics` for a response. */
export interface Limits {
  alive: number;
  ready: number;
  metrics: number;
}

/** Start data of the thread. */
export interface Task {
  host: string;
  port: number;
  readiness: Readiness;
  limits: Limits;
}

export type ToThread =
  | { type: 'readiness'; readiness: Readiness }
  | { type: 'metrics'; text: string }
  | { type: 'no metrics'; error: Error };

/** The first message is `listening`. */
export type FromThread =
  | { type: 'listening'; url: string }
  | { type: 'get metrics' }
  | { type: 'log'; level: 'info' | 'warn' | 'error'; fields: object; message: string };
