// Tests how the primary sums the metrics of workers when exit and last message arrive in either order.
import cluster from 'node:cluster';
import { Counter, Registry } from 'prom-client';
import { collectFromWorkers } from '../../../src/server/workers/metrics';
import { valueOf } from '../../support/metrics';

afterAll(() => ['message', 'exit'].forEach((event) => cluster.removeAllListeners(event)));

it('counts a dead worker once when its last message arrives after its exit', async () => {
  const ofWorker = new Registry();
  new Counter({ name: 'requests_total', help: 'Requests.', registers: [ofWorker] }).inc(3);
  const message = { type: 'metrics', metrics: await ofWorker.getMetricsAsJSON() };
  const metrics = collectFromWorkers(new Registry(), {
    serving: () => 1,
    replaced: () => 0,
    unresponsive: () => 0,
  });
  cluster.emit('message', { id: 1, isDead: () => false }, message);
  expect(valueOf(await metrics(), 'requests_total')).toBe(3);
  cluster.emit('exit', { id: 1, isDead: () => true });
  cluster.emit('message', { id: 1, isDead: () => true }, message);
  expect(valueOf(await metrics(), 'requests_total')).toBe(3);
});
