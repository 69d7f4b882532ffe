// What the server counts of itself, for Prometheus. The labels are bounded: an operation of the contract or none, a status, a reason.
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import type { ConnectionUse } from '../database/database';

export interface Metrics {
  registry: Registry;
  /** A request is over: answered with a status, or `aborted` by its client. Without seconds it was refused unseen: as a duration it would make a crowded server look quick. */
  answered(operationId: string | undefined, status: number | 'aborted', seconds?: number): void;
  refusedKey(reason: string): void;
  /** Records the expiry of the certificate that the HTTPS listener serves. */
  certificateExpires(at: Date): void;
}

const BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** `connectionUse` is that of the database; a primary, which serves no request, has none. */
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
    help: 'Time from the headers of a request to the end of its answer.',
    labelNames: ['operation_id'],
    buckets: BUCKETS_SECONDS,
    registers,
  });
  const refused = new Counter({
    name: 'api_keys_refused_total',
    help: 'Requests without a valid key, by what was wrong.',
    labelNames: ['reason'],
    registers,
  });
  if (connectionUse) {
    new Gauge({
      name: 'database_connections',
      help: 'Connections to the database, by whether they have work.',
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
    answered(operationId = 'none', status, seconds) {
      requests.inc({ operation_id: operationId, status });
      if (seconds !== undefined) duration.observe({ operation_id: operationId }, seconds);
    },
    refusedKey: (reason) => refused.inc({ reason }),
    certificateExpires: (at) => (expiry ??= createExpiry()).set(at.getTime() / 1000),
  };
}
