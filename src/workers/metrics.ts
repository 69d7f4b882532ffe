// The metrics of all workers as one: sums, as if they were one server.
// Not prom-client's `clusterMetrics`, which fails as a whole when one worker is busy, and whose counts fall when one dies: Prometheus would see a leap.
import cluster, { type Worker } from 'node:cluster';
import { AggregatorRegistry, Counter, Gauge, type Registry } from 'prom-client';
import { type ToWorker, isMessage } from './messages';
import type { Workers } from './primary';

/** A worker that is too busy to answer is counted as it was when it last did. */
const MAX_MILLISECONDS = 1000;

type Metric = Awaited<ReturnType<Registry['getMetricsAsJSON']>>[number];

/** Counts of workers that serve, were replaced, and were killed as unresponsive. */
type Counted = { serving(): number } & Pick<Workers, 'replaced' | 'unresponsive'>;

const sum = (metrics: Metric[][]): Registry => AggregatorRegistry.aggregate(metrics);
const isCount = ({ type }: Metric): boolean => ['counter', 'histogram'].includes(String(type)); // text, whatever the library's types say

function addWorkerMetrics(registry: Registry, { serving, replaced, unresponsive }: Counted): void {
  const registers = [registry];
  new Gauge({
    name: 'workers_serving',
    help: 'Workers that take requests.',
    registers,
    collect() {
      this.set(serving());
    },
  });
  const count = (name: string, help: string, value: () => number) =>
    new Counter({
      name,
      help,
      registers,
      collect() {
        this.reset();
        this.inc(value());
      },
    });
  count('workers_replaced_total', 'Workers that were started in place of one that died.', replaced);
  count(
    'workers_unresponsive_total',
    'Workers that were killed because they sent no heartbeat.',
    unresponsive,
  );
}

/** Returns what writes the metrics of the workers and of the primary's own registry, in Prometheus' text format. */
export function collectFromWorkers(own: Registry, workers: Counted): () => Promise<string> {
  const last = new Map<number, Metric[]>();
  const answered = new Map<number, () => void>();
  let ofTheDead: Promise<Metric[]> = Promise.resolve([]);
  let underWay: Promise<string> | undefined;

  addWorkerMetrics(own, workers);
  cluster.on('message', (worker: Worker, message: unknown) => {
    if (!isMessage(message) || message.type !== 'metrics') return;
    if (worker.isDead()) return; // its end may be heard before its last message: its counts would be there twice
    last.set(worker.id, message.metrics as Metric[]);
    answered.get(worker.id)?.();
  });
  cluster.on('exit', ({ id }: Worker) => {
    const counts = (last.get(id) ?? []).filter(isCount);
    last.delete(id);
    answered.get(id)?.();
    ofTheDead = ofTheDead.then((before) => sum([before, counts]).getMetricsAsJSON());
  });

  const ask = (worker: Worker): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, MAX_MILLISECONDS);
      answered.set(worker.id, () => {
        clearTimeout(timer);
        resolve();
      });
      worker.send({ type: 'tell metrics' } satisfies ToWorker);
    });

  async function collect(): Promise<string> {
    await Promise.all(
      Object.values(cluster.workers ?? {})
        .filter((worker) => worker!.isConnected())
        .map((worker) => ask(worker!)),
    );
    answered.clear();
    return sum([await own.getMetricsAsJSON(), await ofTheDead, ...last.values()]).metrics();
  }

  return () => (underWay ??= collect().finally(() => (underWay = undefined)));
}
