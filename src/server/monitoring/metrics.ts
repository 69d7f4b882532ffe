// Metrics of the server for Prometheus.
// Labels have bounded values: an operationId or none, a status, a reason.
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import { version } from '../../../package.json';
import type { Measure } from '../api/access-log';
import { ERRORS } from '../../base/errors';
import type { Database } from '../../database/database';
import { UNREAD_OUTCOMES, type UnreadOutcome } from '../http/unread-responses';

export interface Metrics {
  registry: Registry;
  /**
   * Counts a finished request by its status, or `aborted`. Requests that were rejected before routing have no
   * duration: they would make a busy server look fast.
   */
  countRequest: Measure;
  countRejectedKey(reason: string): void;
  countUnread(outcome: UnreadOutcome): void;
  /** Records the expiry of the certificate that the HTTPS listener serves. */
  setCertificateExpiry(at: Date): void;
}

const BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Gauges whose names end in `_total`, which Prometheus reserves for counters. */
const MISNAMED = ['handles', 'requests', 'resources'].map((kind) => `nodejs_active_${kind}_total`);

/** A primary serves no requests and passes no `database`. */
export function createMetrics(database: Pick<Database, 'connectionUse' | 'writes'> | undefined): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  for (const name of MISNAMED) registry.removeSingleMetric(name);
  new Gauge({
    name: 'compliance_inventory_build_info',
    help: 'Always 1. The labels have the versions of the server and of Node.js.',
    labelNames: ['version', 'node_version'],
    aggregator: 'first', // over all workers
    registers,
  }).set({ version, node_version: process.version }, 1);
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Requests by operation of the contract and status; `aborted` when the client disconnected.',
    labelNames: ['operation_id', 'status'],
    registers,
  });
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the headers of a request to the end of its response. Requests that are rejected at once do not count.',
    labelNames: ['operation_id'],
    buckets: BUCKETS_SECONDS,
    registers,
  });
  const rejected = new Counter({
    name: 'http_requests_rejected_total',
    help: 'Requests with an error response, by error code, or `overloaded` for requests without a free slot.',
    labelNames: ['reason'],
    registers,
  });
  // `increase` in alert rules does not see the first value of a new series.
  for (const reason of [...Object.keys(ERRORS), 'overloaded']) rejected.inc({ reason }, 0);
  const refused = new Counter({
    name: 'api_keys_refused_total',
    help: 'Requests without a valid key, by reason, which the log has as `keyRejection`: missing, in Authorization, in the query, malformed, wrong checksum, other environment, unknown, revoked or expired.',
    labelNames: ['reason'],
    registers,
  });
  const unread = new Counter({
    name: 'http_unread_responses_total',
    help: 'Responses that clients did not read: `idle` (closed after 30 s without progress), `closed` (to make room for others), `rejected` (no room, mostly 503).',
    labelNames: ['outcome'],
    registers,
  });
  for (const outcome of UNREAD_OUTCOMES) unread.inc({ outcome }, 0);
  if (database) {
    const { connectionUse, writes } = database;
    new Gauge({
      name: 'database_connections',
      help: 'Connections to the database, by state.',
      labelNames: ['state'],
      registers,
      collect() {
        const { busy, idle } = connectionUse();
        this.set({ state: 'busy' }, busy);
        this.set({ state: 'idle' }, idle);
      },
    });
    new Gauge({
      name: 'database_waiting',
      help: 'Statements and transactions that wait for a connection.',
      registers,
      collect() {
        this.set(connectionUse().waiting);
      },
    });
    new Counter({
      name: 'database_write_failures_total',
      help: 'Changes that failed: `busy` because of a lock of another transaction, `unavailable` because of the database.',
      labelNames: ['reason'],
      registers,
      collect() {
        this.reset();
        for (const [reason, count] of Object.entries(writes.failures)) this.inc({ reason }, count);
      },
    });
  }

  /**
   * Created with the first certificate: without HTTPS, a gauge at 0 would look like an expired certificate.
   */
  let expiry: Gauge | undefined;
  const createExpiry = (): Gauge =>
    new Gauge({
      name: 'tls_certificate_expiry_timestamp_seconds',
      help: 'When the certificate of the API expires, in Unix time.',
      aggregator: 'min', // over all workers
      registers,
    });

  return {
    registry,
    countRequest({ operationId = 'none', status, seconds, reason }) {
      requests.inc({ operation_id: operationId, status });
      if (reason !== undefined) rejected.inc({ reason });
      if (seconds !== undefined) duration.observe({ operation_id: operationId }, seconds);
    },
    countRejectedKey: (reason) => refused.inc({ reason }),
    countUnread: (outcome) => unread.inc({ outcome }),
    setCertificateExpiry: (at) => (expiry ??= createExpiry()).set(at.getTime() / 1000),
  };
}
