// The primary of a cluster: starts the workers, replaces one that dies, and stops them in good order. It serves no requests itself.
import cluster, { type Worker } from 'node:cluster';
import type { Logger } from 'pino';
import { RateLimiterClusterMaster } from 'rate-limiter-flexible';
import { type FromWorker, type ToWorker, isMessage } from './messages';

/** A worker that lives less than this has died quickly, and the next one is started later. */
const QUICK_MILLISECONDS = 30_000;
const LEAST_DELAY_MILLISECONDS = 100;
const MOST_DELAY_MILLISECONDS = 30_000;
/** For what a worker does after its last request. */
const CLOSING_MILLISECONDS = 1000;

export interface Workers {
  /** Where they listen, and the version of the contract that they serve. */
  url: string;
  contract: string;
  /** How many take requests, and have given a sign of life within so many milliseconds. */
  serving(within: number): number;
  /** For how many milliseconds none has given one. */
  silence(): number;
  /** How many have been started in place of one that died. */
  replaced(): number;
  /** Each takes no new connections, finishes what it has, and ends; those that are busy after `grace` milliseconds are cut off. */
  stop(grace: number): Promise<void>;
}

/** The first worker could not start, and has said why. */
export class WorkerFailed extends Error {
  constructor(readonly exitStatus: number) {
    super('A worker could not start.');
  }
}

type Serving = Extract<FromWorker, { type: 'serving' }>;

/** Starts one and then, when it serves, the others; resolves when all do. @throws WorkerFailed. */
export async function startWorkers(count: number, logger: Logger): Promise<Workers> {
  new RateLimiterClusterMaster(); // listens to the workers' limiters
  /** When each that serves was heard of. */
  const serving = new Map<Worker, number>();
  let heardAt = 0;
  const delays = new Set<NodeJS.Timeout>();
  let hasStarted = false;
  let stopping = false;
  let replaced = 0;
  let quickDeaths = 0;

  function hear(worker: Worker): void {
    heardAt = performance.now();
    serving.set(worker, heardAt);
  }

  function start(): Promise<Serving> {
    const worker = cluster.fork();
    const since = Date.now();
    const started = new Promise<Serving>((resolve, reject) => {
      worker.on('message', (message: unknown) => {
        if (!isMessage(message) || worker.isDead()) return;
        if (message.type === 'alive') hear(worker);
        if (message.type !== 'serving') return;
        hear(worker);
        logger.info({ worker: worker.id, pid: worker.process.pid }, 'a worker serves');
        resolve(message);
      });
      worker.once('exit', (code: number | null, signal: string | null) => {
        serving.delete(worker);
        reject(new WorkerFailed(code || 1));
        if (hasStarted && !stopping) logger.error({ worker: worker.id, code, signal }, 'a worker has died');
      });
    });
    // It could not be told something, since it has just died: its end is told above.
    worker.on('error', (error) => logger.debug({ worker: worker.id, err: error }, 'a worker cannot be reached'));
    void started.then(() => worker.once('exit', () => replace(Date.now() - since))).catch(() => {});
    return started;
  }

  function replace(lived: number): void {
    if (stopping) return;
    quickDeaths = lived < QUICK_MILLISECONDS ? quickDeaths + 1 : 0;
    const delay = Math.min(MOST_DELAY_MILLISECONDS, LEAST_DELAY_MILLISECONDS * 2 ** quickDeaths);
    const timer = setTimeout(() => {
      delays.delete(timer);
      replaced++;
      const since = Date.now();
      start().catch(() => replace(Date.now() - since));
    }, delay);
    delays.add(timer);
  }

  async function startAll(): Promise<Serving> {
    try {
      const first = await start(); // where it can not, all others could not either
      await Promise.all(Array.from({ length: count - 1 }, start));
      return first;
    } catch (error) {
      stopping = true;
      for (const worker of Object.values(cluster.workers ?? {})) worker!.process.kill('SIGKILL');
      throw error;
    }
  }

  const { url, contract } = await startAll();
  hasStarted = true;
  return {
    url,
    contract,
    serving: (within) => [...serving.values()].filter((at) => performance.now() - at < within).length,
    silence: () => performance.now() - heardAt,
    replaced: () => replaced,
    async stop(grace) {
      stopping = true;
      delays.forEach(clearTimeout);
      const message: ToWorker = { type: 'stop', grace };
      await Promise.all(Object.values(cluster.workers ?? {}).map((worker) => end(worker!, message, logger)));
    },
  };
}

function end(worker: Worker, message: ToWorker & { grace: number }, logger: Logger): Promise<void> {
  return new Promise((resolve) => {
    if (worker.isDead()) return resolve();
    const patience = setTimeout(() => {
      logger.warn({ worker: worker.id }, 'a worker did not stop in time and was killed');
      worker.process.kill('SIGKILL');
    }, message.grace + CLOSING_MILLISECONDS);
    worker.once('exit', () => {
      clearTimeout(patience);
      resolve();
    });
    if (worker.isConnected()) worker.send(message);
  });
}
