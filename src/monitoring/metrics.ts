// Metrics of the server for Prometheus.
// Labels have bounded values: an operationId or none, a status, a reason.
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import type { ConnectionUse } from '../database/database';

export interface Metrics {
  registry: Registry;
  /**
   * Counts a finished request by its status, or `aborted`. Requests that were rejected before routing have no
   * duration: they would make a busy server look fast.
   */
  countRequest(operationId: string | undefined, status: number | 'aborted', seconds?: number): void;
  countRejectedKey(reason: string): void;
  /** Records the expiry of the certificate that the HTTPS listener serves. */
  setCertificateExpiry(at: Date): void;
}

const BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** A primary serves no requests and passes no `connectionUse`. */
export function createMetrics(connectionUse: (() => ConnectionUse) | undefined): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Requests by operation of the contract and status.',
    labelNames: ['operation_id', 'status'],
    registers,
  });
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the headers of a request to the end of its response.',
    labelNames: ['operation_id'],
    buckets: BUCKETS_SECONDS,
    registers,
  });
  const refused = new Counter({
    name: 'api_keys_refused_total',
    help: 'Requests without a valid key, by reason.',
    labelNames: ['reason'],
    registers,
  });
  if (connectionUse) {
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
    countRequest(operationId = 'none', status, seconds) {
      requests.inc({ operation_id: operationId, status });
      if (seconds !== undefined) duration.observe({ operation_id: operationId }, seconds);
    },
    countRejectedKey: (reason) => refused.inc({ reason }),
    setCertificateExpiry: (at) => (expiry ??= createExpiry()).set(at.getTime() / 1000),
  };
}
