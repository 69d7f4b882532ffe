// The counts of workers, added up by their primary: each once, whatever is heard first, a worker's end or its last word.
import cluster from 'node:cluster';
import { Counter, Registry } from 'prom-client';
import { collectFromWorkers } from '../../src/workers/metrics';
import { valueOf } from '../support/metrics';

afterAll(() => ['message', 'exit'].forEach((event) => cluster.removeAllListeners(event)));

it('a worker that has died is counted once, also when its last message is heard after its end', async () => {
  const ofWorker = new Registry();
  new Counter({ name: 'requests_total', help: 'Requests.', registers: [ofWorker] }).inc(3);
  const told = { type: 'metrics', metrics: await ofWorker.getMetricsAsJSON() };
  const metrics = collectFromWorkers(new Registry(), {
    serving: () => 1,
    replaced: () => 0,
    unresponsive: () => 0,
  });
  cluster.emit('message', { id: 1, isDead: () => false }, told);
  expect(valueOf(await metrics(), 'requests_total')).toBe(3);
  cluster.emit('exit', { id: 1, isDead: () => true });
  cluster.emit('message', { id: 1, isDead: () => true }, told);
  expect(valueOf(await metrics(), 'requests_total')).toBe(3);
});
