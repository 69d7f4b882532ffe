// Runs the operations listener in its own thread, so that requests cannot delay health checks.
import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { OperationsOptions } from './listener';
import type { FromThread, Limits, Task, ToThread } from './listener-thread-main';
import { HEARTBEAT_INTERVAL, HEARTBEAT_TIMEOUT, stoppingReadiness } from './readiness';

const LIMITS: Limits = { ...HEARTBEAT_TIMEOUT, metrics: 2000 };
const RESTART_MILLISECONDS = 1000;

/** @throws Error, with the system's code, when the address cannot be used. */
export async function startListenerThread(
  { host, port, readiness, metrics, logger }: Omit<OperationsOptions, 'isAlive'>,
  limits = LIMITS,
) {
  let last = await readiness();
  let thread: Worker;
  let timer: NodeJS.Timeout;
  let closed = false;

  const send = (message: ToThread): void => thread.postMessage(message);

  function hear(message: FromThread): void {
    if (message.type === 'log') logger[message.level](message.fields, message.message);
    if (message.type !== 'get metrics') return;
    void metrics().then(
      (text) => send({ type: 'metrics', text }),
      (error: Error) => send({ type: 'no metrics', error }),
    );
  }

  async function start(at: number): Promise<string> {
    const started = new Worker(join(__dirname, 'listener-thread-main.js'), {
      name: 'operations',
      workerData: { host, port: at, readiness: last, limits } satisfies Task,
    });
    thread = started;
    const [{ url }] = (await once(started, 'message')) as [Extract<FromThread, { type: 'listening' }>];
    started.on('message', hear);
    started.on('error', (err) =>
      logger.error({ err }, 'unexpected error in the thread of the operations listener'),
    );
    started.once('exit', () => restart(Number(new URL(url).port)));
    started.unref();
    return url;
  }

  /** Restarts on the same port, which monitoring systems know. */
  function restart(at: number): void {
    if (closed) return;
    logger.error({}, 'the operations listener ended and restarts');
    setTimeout(() => {
      if (closed) return;
      start(at).catch((err: unknown) => {
        logger.error({ err }, 'the operations listener could not restart');
        restart(at);
      });
    }, RESTART_MILLISECONDS).unref();
  }

  /** Also serves as the heartbeat of the server. */
  async function sendReadiness(): Promise<void> {
    last = await readiness();
    if (closed) return;
    send({ type: 'readiness', readiness: last });
    timer = setTimeout(() => void sendReadiness(), HEARTBEAT_INTERVAL).unref();
  }

  const url = await start(port);
  void sendReadiness();
  return {
    url,
    /** Reports at once that the server is not ready. */
    stopping(): void {
      last = stoppingReadiness(last);
      send({ type: 'readiness', readiness: last });
    },
    async close(): Promise<void> {
      closed = true;
      clearTimeout(timer);
      await thread.terminate();
    },
  };
}
