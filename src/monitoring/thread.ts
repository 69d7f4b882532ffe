// The thread behind in-thread.ts: it has the operations listener, which answers from what the server's own thread has told it last.
import { parentPort, workerData } from 'node:worker_threads';
import { ApiError } from '../errors';
import { type OperationsOptions, listenForOperations } from './listener';
import type { FromThread, Task, ToThread } from './messages';
import { notHeardOf } from './readiness';

const { host, port, limits, ...given } = workerData as Task;
let { readiness } = given;
let heardAt = performance.now();
let takeMetrics: (answer: Exclude<ToThread, { type: 'readiness' }>) => void = () => {};
let metrics: Promise<string> | undefined;

const tell = (message: FromThread): void => parentPort!.postMessage(message);
const isHeardWithin = (milliseconds: number): boolean => performance.now() - heardAt < milliseconds;

const askForMetrics = (): Promise<string> =>
  new Promise((resolve, reject) => {
    const tooLate = new ApiError(
      'unavailable',
      `The server did not tell its metrics within ${limits.metrics} ms.`,
    );
    const timer = setTimeout(reject, limits.metrics, tooLate);
    takeMetrics = (answer) => {
      clearTimeout(timer);
      if (answer.type === 'metrics') resolve(answer.text);
      else reject(answer.error);
    };
    tell({ type: 'tell metrics' });
  });

/** The level of the log is known to the logger, which is in the server's own thread. */
const logger = {
  info: (fields: object, message: string) => tell({ type: 'log', level: 'info', fields, message }),
  error: (fields: object, message: string) => tell({ type: 'log', level: 'error', fields, message }),
} as OperationsOptions['logger'];

parentPort!.on('message', (message: ToThread) => {
  heardAt = performance.now();
  if (message.type === 'readiness') readiness = message.readiness;
  else takeMetrics(message);
});

void listenForOperations({
  host,
  port,
  isAlive: () => isHeardWithin(limits.alive),
  readiness: () => Promise.resolve(isHeardWithin(limits.ready) ? readiness : notHeardOf(limits.ready)),
  metrics: () => (metrics ??= askForMetrics().finally(() => (metrics = undefined))),
  logger,
}).then(({ url }) => tell({ type: 'listening', url })); // an address that cannot be had ends the thread, with the system's code
