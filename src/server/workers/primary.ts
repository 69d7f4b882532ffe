// The primary of a cluster: starts the workers, replaces a worker that dies or sends no heartbeats, and shuts them
// down gracefully. It serves no requests itself.
import cluster, { type Worker } from 'node:cluster';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { RateLimiterClusterMaster } from 'rate-limiter-flexible';
import { sha256 } from '../../base/digest';
import { readBytesSync } from '../../base/read-file';
import { type FromWorker, HEARTBEAT_INTERVAL_MILLISECONDS, isMessage, type ToWorker } from './messages';

/** A worker that dies sooner delays its replacement. */
const QUICK_MILLISECONDS = 30_000;
const MIN_DELAY_MILLISECONDS = 100;
const MAX_DELAY_MILLISECONDS = 30_000;
/** Time for a worker to close its database after its last request. */
const CLOSING_MILLISECONDS = 1000;

export type Workers = Awaited<ReturnType<typeof startWorkers>>;

/** The first worker could not start and has printed why. */
export class WorkerFailed extends Error {
  constructor(readonly exitStatus: number) {
    super('A worker could not start.');
  }
}

type Serving = Extract<FromWorker, { type: 'serving' }>;

/** Starts one worker and, when it serves, the others. Resolves when all serve. @throws WorkerFailed. */
export async function startWorkers(count: number, logger: Logger) {
  // Workers accept connections themselves: Node's round robin never closes a connection that it sends to a
  // hung worker, and resets those that it sends to a worker that stops (spec/decisions/0012-operations.md).
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  // Not the path of the command, which may be a link that names the next version by now.
  if (require.main) cluster.setupPrimary({ exec: require.main.filename });
  const build = { [BUILD_VARIABLE]: buildOnDisk() };
  new RateLimiterClusterMaster(); // receives messages of the workers' limiters
  /** The last message of each serving worker, and whether its changes fail. */
  const serving = new Map<Worker, { at: number; writesFail: boolean }>();
  let heardAt = 0;
  const delays = new Set<NodeJS.Timeout>();
  let hasStarted = false;
  let stopping = false;
  let replaced = 0;
  let quickDeaths = 0;
  let unresponsive = 0;

  const heartbeats = watchHeartbeats((worker) => {
    if (stopping) return;
    unresponsive++;
    logger.error({ worker: worker.id, pid: worker.process.pid }, 'a worker is unresponsive and is killed');
    worker.process.kill('SIGKILL');
  });

  function hear(worker: Worker, writesFail: boolean): void {
    heardAt = performance.now();
    serving.set(worker, { at: heardAt, writesFail });
    heartbeats.heard(worker);
  }

  function start(): Promise<Serving> {
    const worker = cluster.fork(build);
    heartbeats.expect(worker);
    const since = Date.now();
    const started = new Promise<Serving>((resolve, reject) => {
      worker.on('message', (message: unknown) => {
        if (!isMessage(message) || worker.isDead()) return;
        if (message.type === 'alive') hear(worker, message.writesFail);
        if (message.type !== 'serving') return;
        hear(worker, false);
        logger.info({ worker: worker.id, pid: worker.process.pid }, 'a worker serves');
        resolve(message);
      });
      worker.once('exit', (code: number | null, signal: string | null) => {
        serving.delete(worker);
        heartbeats.forget(worker);
        reject(new WorkerFailed(code || 1));
        if (hasStarted && !stopping) logger.error({ worker: worker.id, code, signal }, 'a worker has died');
      });
    });
    // A message could not be sent because the worker has just died. 'exit' above handles its end.
    worker.on('error', (error) =>
      logger.debug({ worker: worker.id, err: error }, 'a worker could not be reached'),
    );
    void started.then(() => worker.once('exit', () => replace(Date.now() - since))).catch(() => {});
    return started;
  }

  function replace(lived: number): void {
    if (stopping) return;
    quickDeaths = lived < QUICK_MILLISECONDS ? quickDeaths + 1 : 0;
    const delay = Math.min(MAX_DELAY_MILLISECONDS, MIN_DELAY_MILLISECONDS * 2 ** quickDeaths);
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
      const first = await start(); // if the first cannot start, the others cannot either
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
    /** Returns the number of workers that accept requests and sent a heartbeat within the last `within` milliseconds. */
    serving: (within: number) =>
      [...serving.values()].filter(({ at }) => performance.now() - at < within).length,
    /** Returns whether the last change of a worker failed because of the database. */
    writesFail: () => [...serving.values()].some(({ writesFail }) => writesFail),
    /** Returns the milliseconds since the last heartbeat of any worker. */
    silence: () => performance.now() - heardAt,
    /** Returns how many workers replaced one that died. */
    replaced: () => replaced,
    /** Returns how many workers the primary killed because they sent no heartbeat. */
    unresponsive: () => unresponsive,
    /** Stops the workers gracefully. Requests that still run after `grace` milliseconds are aborted. */
    async stop(grace: number): Promise<void> {
      stopping = true;
      heartbeats.stop();
      delays.forEach(clearTimeout);
      const workers = Object.values(cluster.workers ?? {}) as Worker[];
      // A worker that does not serve has accepted no connection yet.
      for (const worker of workers) if (!serving.has(worker)) worker.process.kill('SIGKILL');
      await Promise.all([...serving.keys()].map(stopListening));
      await Promise.all(workers.map((worker) => end(worker, grace, logger)));
    },
  };
}

/** Resolves when a worker accepts no more connections. Clients that close a connection open another one at once. */
function stopListening(worker: Worker): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, CLOSING_MILLISECONDS);
    const over = (): void => {
      clearTimeout(timer);
      resolve();
    };
    worker.once('exit', over);
    worker.on(
      'message',
      (message: unknown) => isMessage(message) && message.type === 'not listening' && over(),
    );
    if (worker.isConnected()) worker.send({ type: 'stop listening' } satisfies ToWorker);
  });
}

function end(worker: Worker, grace: number, logger: Logger): Promise<void> {
  return new Promise((resolve) => {
    if (worker.isDead()) return resolve();
    const timer = setTimeout(() => {
      logger.warn({ worker: worker.id }, 'a worker did not stop in time and was killed');
      worker.process.kill('SIGKILL');
    }, grace + CLOSING_MILLISECONDS);
    worker.once('exit', () => {
      clearTimeout(timer);
      resolve();
    });
    if (worker.isConnected()) worker.send({ type: 'stop', grace } satisfies ToWorker);
  });
}

/** Longer than any synchronous work of a request. A replacement serves within 15 seconds of the last heartbeat. */
export const HEARTBEAT_TIMEOUT_MILLISECONDS = 8000;

/** Maximum time until the first heartbeat: a worker first loads its modules and opens the database. */
export const STARTUP_TIMEOUT_MILLISECONDS = 60_000;

const checksIn = (milliseconds: number): number => milliseconds / HEARTBEAT_INTERVAL_MILLISECONDS;

/**
 * Calls `onTimeout` once for each worker without a timely heartbeat. Counts its own checks and reads no
 * clock: after a suspension the primary checks once, then reads the heartbeats that have arrived meanwhile.
 */
export function watchHeartbeats(onTimeout: (worker: Worker) => void) {
  const left = new Map<Worker, number>();
  const timer = setInterval(() => {
    for (const [worker, checks] of left) {
      left.set(worker, checks - 1);
      if (checks > 0) continue;
      left.delete(worker);
      onTimeout(worker);
    }
  }, HEARTBEAT_INTERVAL_MILLISECONDS).unref();
  return {
    /** Expects heartbeats from a new worker. */
    expect: (worker: Worker): void => void left.set(worker, checksIn(STARTUP_TIMEOUT_MILLISECONDS)),
    heard: (worker: Worker): void =>
      void (left.has(worker) && left.set(worker, checksIn(HEARTBEAT_TIMEOUT_MILLISECONDS))),
    forget: (worker: Worker): void => void left.delete(worker),
    stop: () => clearInterval(timer),
  };
}

// A primary forks its workers from the files on disk, which an installation may have replaced since: a newer worker would
// migrate the database under the older ones.
const BUILD_VARIABLE = 'PRIMARY_BUILD';
const PROGRAM = join(__dirname, '../..');

const buildOnDisk = (): string =>
  sha256(
    (readdirSync(PROGRAM, { recursive: true }) as string[])
      .filter((name) => name.endsWith('.js'))
      .sort()
      .map((name) => `${name} ${sha256(readBytesSync(join(PROGRAM, name)))}`)
      .join('\n'),
  );

/** Returns whether this worker runs another build than its primary. */
export const isOtherBuild = (): boolean => process.env[BUILD_VARIABLE] !== buildOnDisk();
