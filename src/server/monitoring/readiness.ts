// Reports whether this server should get requests: the database responds, accepts changes and has the newest
// schema, the server listens, and it is not stopping.
import { setTimeout as delay } from 'node:timers/promises';

/** The result of each check: `ok` or a short reason. */
export interface Readiness {
  ready: boolean;
  checks: { database: string; migrations: string; writes: string; listening: string; stopping: string };
}

interface ReadinessOptions {
  /** Returns the migrations that the database lacks. @throws Error when the database does not respond. */
  missingMigrations: () => Promise<string[]>;
  /** Returns at once whether the database accepts changes. */
  isWritable: () => boolean;
  /** Is called when the database does not respond or accepts no changes. */
  onFailure?: () => void;
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

const OK = 'ok';
const STOPPING = 'stopping';
/** Time limit for the database: the check itself must respond. */
const MAX_MILLISECONDS = 500;
/** Checks within this time share one query. */
const FRESH_MILLISECONDS = 500;

type OfDatabase = Pick<Readiness['checks'], 'database' | 'migrations'>;

const UNKNOWN = 'unknown';
const HANGS: OfDatabase = { database: `no response within ${MAX_MILLISECONDS} ms`, migrations: UNKNOWN };

/** Returns whether this server should get requests that only read. */
export const isReadyForReads = ({ checks }: Readiness): boolean =>
  Object.values({ ...checks, writes: OK }).every((found) => found === OK);

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

export function createReadiness({
  missingMigrations,
  isWritable,
  onFailure,
  isListening,
  isStopping,
}: ReadinessOptions): () => Promise<Readiness> {
  let asked: { since: number; answer: Promise<OfDatabase>; answered: boolean } | undefined;

  async function ask(): Promise<OfDatabase> {
    try {
      const missing = await missingMigrations();
      return { database: OK, migrations: missing.length === 0 ? OK : `missing ${missing.join(', ')}` };
    } catch {
      // The reason may name files or hosts. The log contains it.
      return { database: 'unavailable', migrations: UNKNOWN };
    }
  }

  /** Starts no second query while one is pending. */
  async function ofDatabase(): Promise<OfDatabase> {
    const now = performance.now();
    if (!asked || (asked.answered && now - asked.since > FRESH_MILLISECONDS)) {
      const question = { since: now, answer: ask(), answered: false };
      void question.answer.then(() => (question.answered = true));
      asked = question;
    }
    const { answer, since, answered } = asked;
    if (answered) return answer;
    return Promise.race([answer, delay(Math.max(0, since + MAX_MILLISECONDS - now), HANGS, { ref: false })]);
  }

  return async () => {
    const database = await ofDatabase(); // first: the server may receive a stop signal meanwhile
    const writes = isWritable() ? OK : 'unavailable';
    if (database.database !== OK || writes !== OK) onFailure?.();
    const listening = isListening() ? OK : 'not listening';
    const stopping = isStopping() ? STOPPING : OK;
    const checks = { ...database, writes, listening, stopping };
    return { ready: Object.values(checks).every((found) => found === OK), checks };
  };
}
