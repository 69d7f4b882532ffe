// Reports whether this server should get requests: the database responds, accepts changes and has the newest
// schema, the server listens, and it is not stopping.

export const OK = 'ok';
export const SLOW = 'slow';
export const UNKNOWN = 'unknown';

/** The result of each check of the database: `ok`, `slow` or a short reason. */
export interface DatabaseChecks {
  database: string;
  migrations: string;
  writes: string;
}

/** The result of each check: `ok`, `slow` or a short reason. */
export interface Readiness {
  ready: boolean;
  checks: DatabaseChecks & { listening: string; stopping: string };
}

interface ReadinessOptions {
  /** Returns the state of the database within half a second. */
  check: () => Promise<DatabaseChecks>;
  /** Returns at once whether changes succeed in other processes. */
  isWritable: () => boolean;
  isListening: () => boolean;
  isStopping: () => boolean;
}

/** Time between two heartbeats of the processes and threads that serve requests, in milliseconds. */
export const HEARTBEAT_INTERVAL = 500;

/** Maximum time since the last heartbeat, in milliseconds. */
export const HEARTBEAT_TIMEOUT = {
  /** After it, the server is not ready. */
  ready: 2000,
  /** After it, the server is not alive. */
  alive: 5000,
};

const STOPPING = 'stopping';

/** A slow database answers requests: without this server, another one would wait for it as long. */
const isGood = (found: string): boolean => found === OK || found === SLOW;

/** Returns whether this server should get requests that only read. */
export const isReadyForReads = ({ checks }: Readiness): boolean =>
  Object.values({ ...checks, writes: OK }).every(isGood);

/** Returns the readiness of a server that stops, without a query. */
export const stoppingReadiness = ({ checks }: Readiness): Readiness => ({
  ready: false,
  checks: { ...checks, stopping: STOPPING },
});

/** Returns the readiness of a server whose thread sends no heartbeat. */
export const silentReadiness = (milliseconds: number): Readiness => ({
  ready: false,
  checks: {
    database: UNKNOWN,
    migrations: UNKNOWN,
    writes: UNKNOWN,
    listening: `no heartbeat of the server for ${milliseconds} ms`,
    stopping: UNKNOWN,
  },
});

export function createReadiness({ check, isWritable, isListening, isStopping }: ReadinessOptions) {
  return async (): Promise<Readiness> => {
    const found = await check(); // first: the server may receive a stop signal meanwhile
    const checks = {
      ...found,
      writes: isWritable() ? found.writes : 'unavailable',
      listening: isListening() ? OK : 'not listening',
      stopping: isStopping() ? STOPPING : OK,
    };
    return { ready: Object.values(checks).every(isGood), checks };
  };
}
