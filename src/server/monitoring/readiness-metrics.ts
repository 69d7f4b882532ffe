// Metrics of the health checks, for alerts of a Prometheus that requests only `/metrics`.
import { Gauge, type Registry } from 'prom-client';
import type { Readiness } from './readiness';

const METRICS: { name: string; help: string; isTrue: (readiness: Readiness) => boolean }[] = [
  {
    name: 'server_ready',
    help: '1 while /health/ready returns 200, otherwise 0.',
    isTrue: ({ ready }) => ready,
  },
  {
    name: 'database_up',
    help: '1 while the database responds, otherwise 0.',
    isTrue: ({ checks }) => checks.database === 'ok',
  },
  {
    name: 'database_writable',
    help: '1 while the database accepts changes, otherwise 0.',
    isTrue: ({ checks }) => checks.writes === 'ok',
  },
];

export function addReadinessMetrics(registry: Registry, readiness: () => Promise<Readiness>): void {
  for (const { name, help, isTrue } of METRICS)
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        this.set(isTrue(await readiness()) ? 1 : 0);
      },
    });
}
