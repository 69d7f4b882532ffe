// Metrics of the server for Prometheus.
// Labels have bounded values: an operationId or none, a status, a reason.
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import { version } from '../../../package.json';
import type { Measure } from '../api/access-log';
import { ERRORS } from '../../base/errors';
import type { Database } from '../../database/database';
import { type ConnectionMetrics, DROP_REASONS } from '../http/connection-limits';
import { slowStatements } from '../../database/slow-statements';
import { UNREAD_OUTCOMES, type UnreadOutcome } from '../http/unread-responses';
import { OK, SLOW, type Readiness } from './readiness';

export type Metrics = ReturnType<typeof createMetrics>;

const BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Gauges whose names end in `_total`, which Prometheus reserves for counters. */
const MISNAMED = ['handles', 'requests', 'resources'].map((kind) => `nodejs_active_${kind}_total`);

/** Adds a gauge whose values `collect` sets when Prometheus asks. */
const addGauge = (
  registry: Registry,
  name: string,
  help: string,
  collect: (gauge: Gauge) => void | Promise<void>,
  labelNames: string[] = [],
): Gauge =>
  new Gauge({
    name,
    help,
    labelNames,
    registers: [registry],
    collect() {
      return collect(this);
    },
  });

/** A primary serves no requests and passes no `database`. */
export function createMetrics(database: Pick<Database, 'connectionUse' | 'writes'> | undefined) {
  const registry = new Registry();
  const registers = [registry];
  const counter = (name: string, help: string, ...labelNames: string[]): Counter =>
    new Counter({ name, help, labelNames, registers });
  /** Adds a counter that another module counts, by the value of a label. */
  const addCounts = (name: string, help: string, label: string, counts: () => Iterable<[string, number]>) =>
    new Counter({
      name,
      help,
      labelNames: [label],
      registers,
      collect() {
        this.reset();
        for (const [value, count] of counts()) this.inc({ [label]: value }, count);
      },
    });
  collectDefaultMetrics({ register: registry });
  for (const name of MISNAMED) registry.removeSingleMetric(name);
  new Gauge({
    name: 'compliance_inventory_build_info',
    help: 'Always 1. The labels have the versions of the server and of Node.js.',
    labelNames: ['version', 'node_version'],
    aggregator: 'first', // over all workers
    registers,
  }).set({ version, node_version: process.version }, 1);
  const requests = counter(
    'http_requests_total',
    'Requests by operation of the contract and status; `aborted` when the client disconnected.',
    'operation_id',
    'status',
  );
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the headers of a request to the end of its response. Requests that are rejected at once do not count.',
    labelNames: ['operation_id'],
    buckets: BUCKETS_SECONDS,
    registers,
  });
  const rejected = counter(
    'http_requests_rejected_total',
    'Requests with an error response, by error code, or `overloaded` for requests without a free slot.',
    'reason',
  );
  // `increase` in alert rules does not see the first value of a new series.
  for (const reason of [...Object.keys(ERRORS), 'overloaded']) rejected.inc({ reason }, 0);
  const refused = counter(
    'api_keys_refused_total',
    'Requests without a valid key, by reason, which the log has as `keyRejection`: missing, in Authorization, in the query, malformed, wrong checksum, other environment, unknown, revoked or expired.',
    'reason',
  );
  const unread = counter(
    'http_unread_responses_total',
    'Responses that clients did not read: `idle` (closed after 30 s without progress), `closed` (to make room for others), `rejected` (no room, mostly 503).',
    'outcome',
  );
  for (const outcome of UNREAD_OUTCOMES) unread.inc({ outcome }, 0);
  const newGauge = (name: string, help: string): Gauge => new Gauge({ name, help, registers });
  const connections = newGauge('http_connections', 'Open connections of the API.');
  const maxConnections = newGauge(
    'http_connections_max',
    'Maximum number of connections of the API: at most 10,000 for each process, and 60 % of its open files.',
  );
  const dropped = counter(
    'http_connections_dropped_total',
    'Connections that the API closed: `network` (its network holds a tenth of all), `full` (all are in use), `idle` (it was idle or silent when another one needed its place), `pipelined` (more than 64 requests ahead).',
    'reason',
  );
  for (const reason of DROP_REASONS) dropped.inc({ reason }, 0);
  if (database) {
    const { connectionUse, writes } = database;
    const setConnections = (gauge: Gauge): void => {
      for (const state of ['busy', 'idle'] as const) gauge.set({ state }, connectionUse()[state]);
    };
    addGauge(registry, 'database_connections', 'Connections to the database, by state.', setConnections, [
      'state',
    ]);
    addGauge(
      registry,
      'database_waiting',
      'Statements and transactions that wait for a connection.',
      (gauge) => gauge.set(connectionUse().waiting),
    );
    addCounts(
      'database_write_failures_total',
      'Changes that failed: `busy` because of a lock of another transaction, `unavailable` because of the database.',
      'reason',
      () => Object.entries(writes.failures),
    );
  }

  addCounts(
    'database_slow_statements_total',
    'Statements that took longer than a second, by verb and table. The log has a line with their digest.',
    'statement',
    () => slowStatements,
  );

  /** Created with the first certificate: without HTTPS, a gauge at 0 would look like an expired certificate. */
  let expiry: Gauge | undefined;
  return {
    registry,
    /**
     * Counts a finished request by its status, or `aborted`. Requests that were rejected before routing have no
     * duration: they would make a busy server look fast.
     */
    countRequest: (({ operationId = 'none', status, seconds, reason }) => {
      requests.inc({ operation_id: operationId, status });
      if (reason !== undefined) rejected.inc({ reason });
      if (seconds !== undefined) duration.observe({ operation_id: operationId }, seconds);
    }) satisfies Measure,
    countRejectedKey: (reason: string): void => refused.inc({ reason }),
    countUnread: (outcome: UnreadOutcome): void => unread.inc({ outcome }),
    connections: {
      setMax: (max) => maxConnections.set(max),
      countOpen: (change) => connections.inc(change),
      countDropped: (reason) => dropped.inc({ reason }),
    } satisfies ConnectionMetrics,
    /** Records the expiry of the certificate that the HTTPS listener serves. */
    setCertificateExpiry(at: Date): void {
      expiry ??= new Gauge({
        name: 'tls_certificate_expiry_timestamp_seconds',
        help: 'When the certificate of the API expires, in Unix time.',
        aggregator: 'min', // over all workers
        registers,
      });
      expiry.set(at.getTime() / 1000);
    },
  };
}

/** Metrics of the health checks, for alerts of a Prometheus that requests only `/metrics`. */
const READINESS: [name: string, help: string, isTrue: (readiness: Readiness) => boolean][] = [
  ['server_ready', '1 while /health/ready returns 200, otherwise 0.', ({ ready }) => ready],
  [
    'database_up',
    '1 while the database responds, even if slowly, otherwise 0.',
    ({ checks }) => checks.database === OK || checks.database === SLOW,
  ],
  [
    'database_slow',
    '1 while the database takes more than 500 ms to respond, otherwise 0.',
    ({ checks }) => checks.database === SLOW,
  ],
  [
    'database_writable',
    '1 while the database accepts changes, otherwise 0.',
    ({ checks }) => checks.writes === OK,
  ],
];

export function addReadinessMetrics(registry: Registry, readiness: () => Promise<Readiness>): void {
  for (const [name, help, isTrue] of READINESS)
    addGauge(registry, name, help, async (gauge) => gauge.set(isTrue(await readiness()) ? 1 : 0));
}

/** `/metrics` must respond while the database does not. */
const MAX_MILLISECONDS = 500;
const DIGEST = '.sha256';

/** Returns undefined when `work` fails or takes too long. */
const inTime = <Result>(work: Promise<Result>): Promise<Result | undefined> =>
  Promise.race([work.catch(() => undefined), delay(MAX_MILLISECONDS, undefined, { ref: false })]);

/** Returns the Unix time of a backup in seconds; 0 when only its digest exists, which is written first. */
async function readTime(backup: string): Promise<number> {
  const { mtimeMs } = await stat(backup).catch(() => ({ mtimeMs: 0 }));
  return mtimeMs / 1000;
}

/**
 * Returns the Unix time of the newest backup with a digest in `folder`, in seconds. Returns 0 when there is
 * none, so that its age raises an alert.
 */
async function lastBackup(folder: string): Promise<number> {
  const names = await readdir(folder).catch((): string[] => []);
  const digests = names.filter((name) => name.endsWith(DIGEST));
  const times = digests.map((name) => readTime(join(folder, name.slice(0, -DIGEST.length))));
  return Math.max(0, ...(await Promise.all(times)));
}

/**
 * Adds metrics of the disk. The process of the operations listener does so, so that workers do not add them up.
 * Without `backupFolder` there is no metric of backups.
 */
export function addStorageMetrics(
  registry: Registry,
  database: Pick<Database, 'size'>,
  countExpiringKeys: () => Promise<number>,
  backupFolder: string | undefined,
): void {
  addGauge(
    registry,
    'database_size_bytes',
    'Size of the database: `data`, and on SQLite `wal`, and `free` for what its disk has left. On PostgreSQL up to a minute old. ' +
      'Missing while the database does not respond.',
    async (gauge) => {
      gauge.reset();
      for (const [part, bytes] of Object.entries<number>({ ...(await inTime(database.size())) }))
        gauge.set({ part }, bytes);
    },
    ['part'],
  );
  addGauge(
    registry,
    'api_keys_expiring',
    'Keys of all organizations that expire within 14 days and that no rotation has replaced. ' +
      'Missing while the database does not respond.',
    async (gauge) => {
      const count = await inTime(countExpiringKeys());
      if (count === undefined) gauge.remove();
      else gauge.set(count);
    },
  );
  if (backupFolder === undefined) return;
  addGauge(
    registry,
    'backup_last_success_timestamp_seconds',
    'When the newest backup in BACKUP_FOLDER was written, in Unix time; 0 when there is none.',
    async (gauge) => gauge.set((await inTime(lastBackup(backupFolder))) ?? 0),
  );
}
