// The operations listener in a thread of its own: requests that keep the server's own thread busy do not make health slow.
import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { OperationsListener, OperationsOptions } from './listener';
import type { FromThread, Limits, Task, ToThread } from './messages';
import { nowStopping } from './readiness';
import { HEARTBEAT_INTERVAL, HEARTBEAT_TIMEOUT } from './heartbeat-timeout';

export interface ListenerInThread extends OperationsListener {
  /** Told to the thread at once. */
  stopping(): void;
}

const LIMITS: Limits = { ...HEARTBEAT_TIMEOUT, metrics: 2000 };
const RESTART_MILLISECONDS = 1000;

/** @throws Error, with the system's code, when the address cannot be had. */
export async function listenInThread(
  { host, port, readiness, metrics, logger }: Omit<OperationsOptions, 'isAlive'>,
  limits = LIMITS,
): Promise<ListenerInThread> {
  let last = await readiness();
  let thread: Worker;
  let timer: NodeJS.Timeout;
  let closed = false;

  const tell = (message: ToThread): void => thread.postMessage(message);

  function hear(message: FromThread): void {
    if (message.type === 'log') logger[message.level](message.fields, message.message);
    if (message.type !== 'tell metrics') return;
    void metrics().then(
      (text) => tell({ type: 'metrics', text }),
      (error: Error) => tell({ type: 'no metrics', error }),
    );
  }

  async function start(at: number): Promise<string> {
    const started = new Worker(join(__dirname, 'thread.js'), {
      name: 'operations',
      workerData: { host, port: at, readiness: last, limits } satisfies Task,
    });
    thread = started;
    const [{ url }] = (await once(started, 'message')) as [Extract<FromThread, { type: 'listening' }>];
    started.on('message', hear);
    started.on('error', (err) =>
      logger.error({ err }, 'unforeseen error in the thread of the operations listener'),
    );
    started.once('exit', () => again(Number(new URL(url).port)));
    started.unref();
    return url;
  }

  /** Where it was: monitoring goes on asking there. */
  function again(at: number): void {
    if (closed) return;
    logger.error({}, 'the operations listener has ended, and is started again');
    setTimeout(() => {
      if (closed) return;
      start(at).catch((err: unknown) => {
        logger.error({ err }, 'the operations listener could not be started again');
        again(at);
      });
    }, RESTART_MILLISECONDS).unref();
  }

  /** And with it that the server is alive. */
  async function tellReadiness(): Promise<void> {
    last = await readiness();
    if (closed) return;
    tell({ type: 'readiness', readiness: last });
    timer = setTimeout(() => void tellReadiness(), HEARTBEAT_INTERVAL).unref();
  }

  const url = await start(port);
  void tellReadiness();
  return {
    url,
    stopping() {
      last = nowStopping(last);
      tell({ type: 'readiness', readiness: last });
    },
    async close() {
      closed = true;
      clearTimeout(timer);
      await thread.terminate();
    },
  };
}
