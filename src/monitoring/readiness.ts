// Reports whether this server should get requests: the database responds, accepts changes and has the newest
// schema, the server listens, and it is not stopping.

/** What each check found: `ok`, or what is wrong in a few words. */
export interface Readiness {
  ready: boolean;
  checks: { database: string; migrations: string; writes: string; listening: string; stopping: string };
}

export interface ReadinessOptions {
  /** The migrations that the database lacks. @throws Error when it does not answer. */
  missingMigrations: () => Promise<string[]>;
  /** Returns at once whether the database accepts changes. */
  isWritable: () => boolean;
  isListening: () => boolean;
  isStopping: () => boolean;
}

const OK = 'ok';
const STOPPING = 'stopping';
/** A database that hangs must not make the check hang. */
const MAX_MILLISECONDS = 500;
/** Many who ask within this time get one answer of the database. */
const FRESH_MILLISECONDS = 500;

type OfDatabase = Pick<Readiness['checks'], 'database' | 'migrations'>;

const UNKNOWN = 'unknown';
const HANGS: OfDatabase = { database: `no answer within ${MAX_MILLISECONDS} ms`, migrations: UNKNOWN };

/** Returns whether this server should get requests that only read. */
export const isReadyForReads = ({ checks }: Readiness): boolean =>
  Object.values({ ...checks, writes: OK }).every((found) => found === OK);

/** Of a server that is told to stop: at once, without a question to the database. */
export const nowStopping = ({ checks }: Readiness): Readiness => ({
  ready: false,
  checks: { ...checks, stopping: STOPPING },
});

/** Of a server whose own thread says nothing. */
export const notHeardOf = (milliseconds: number): Readiness => ({
  ready: false,
  checks: {
    database: UNKNOWN,
    migrations: UNKNOWN,
    writes: UNKNOWN,
    listening: `nothing heard of the server for ${milliseconds} ms`,
    stopping: UNKNOWN,
  },
});

export function createReadiness({
  missingMigrations,
  isWritable,
  isListening,
  isStopping,
}: ReadinessOptions): () => Promise<Readiness> {
  let asked: { since: number; answer: Promise<OfDatabase>; answered: boolean } | undefined;

  async function ask(): Promise<OfDatabase> {
    try {
      const missing = await missingMigrations();
      return { database: OK, migrations: missing.length === 0 ? OK : `missing ${missing.join(', ')}` };
    } catch {
      return { database: 'cannot be used', migrations: UNKNOWN }; // why is in the log of whoever was refused; it may name files or hosts
    }
  }

  /** While a question hangs, no other is put beside it. */
  async function ofDatabase(): Promise<OfDatabase> {
    const now = performance.now();
    if (!asked || (asked.answered && now - asked.since > FRESH_MILLISECONDS)) {
      const question = { since: now, answer: ask(), answered: false };
      void question.answer.then(() => (question.answered = true));
      asked = question;
    }
    const { answer, since, answered } = asked;
    if (answered) return answer;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<OfDatabase>(
      (resolve) => (timer = setTimeout(resolve, Math.max(0, since + MAX_MILLISECONDS - now), HANGS)),
    );
    return Promise.race([answer, late]).finally(() => clearTimeout(timer));
  }

  return async () => {
    const database = await ofDatabase(); // first: meanwhile the server may be told to stop
    const writes = isWritable() ? OK : 'unavailable';
    const listening = isListening() ? OK : 'nobody listens';
    const stopping = isStopping() ? STOPPING : OK;
    const checks = { ...database, writes, listening, stopping };
    return { ready: Object.values(checks).every((found) => found === OK), checks };
  };
}
