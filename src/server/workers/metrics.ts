// Sums the metrics of all workers. prom-client's `clusterMetrics` fails when one worker is busy, and its
// counters fall when a worker dies.
import cluster, { type Worker } from 'node:cluster';
import { AggregatorRegistry, Counter, Gauge, type Registry } from 'prom-client';
import { type ToWorker, isMessage } from './messages';
import type { Workers } from './primary';

/** Time limit for a worker's response. A busy worker is counted with its previous metrics. */
const MAX_MILLISECONDS = 1000;

type Metric = Awaited<ReturnType<Registry['getMetricsAsJSON']>>[number];

/** Counts of workers that serve, were replaced, and were killed as unresponsive. */
type Counted = { serving(): number } & Pick<Workers, 'replaced' | 'unresponsive'>;

const sum = (metrics: Metric[][]): Registry => AggregatorRegistry.aggregate(metrics);
/** `type` is a string, although the library declares a number. */
const isCount = ({ type }: Metric): boolean => ['counter', 'histogram'].includes(String(type));

function addWorkerMetrics(registry: Registry, { serving, replaced, unresponsive }: Counted): void {
  const registers = [registry];
  new Gauge({
    name: 'workers_serving',
    help: 'Workers that accept requests.',
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
  count('workers_replaced_total', 'Workers that replaced one that died.', replaced);
  count(
    'workers_unresponsive_total',
    'Workers that were killed because they sent no heartbeat.',
    unresponsive,
  );
}

/** Returns a function that collects the metrics of the workers and of `own`, in Prometheus' text format. */
export function collectFromWorkers(own: Registry, workers: Counted): () => Promise<string> {
  const last = new Map<number, Metric[]>();
  const answered = new Map<number, () => void>();
  let ofDeadWorkers: Promise<Metric[]> = Promise.resolve([]);
  let pending: Promise<string> | undefined;

  addWorkerMetrics(own, workers);
  cluster.on('message', (worker: Worker, message: unknown) => {
    if (!isMessage(message) || message.type !== 'metrics') return;
    if (worker.isDead()) return; // 'exit' can arrive before the last message: its counts would be added twice
    last.set(worker.id, message.metrics as Metric[]);
    answered.get(worker.id)?.();
  });
  cluster.on('exit', ({ id }: Worker) => {
    const counts = (last.get(id) ?? []).filter(isCount);
    last.delete(id);
    answered.get(id)?.();
    ofDeadWorkers = ofDeadWorkers.then((before) => sum([before, counts]).getMetricsAsJSON());
  });

  const ask = (worker: Worker): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, MAX_MILLISECONDS);
      answered.set(worker.id, () => {
        clearTimeout(timer);
        resolve();
      });
      worker.send({ type: 'get metrics' } satisfies ToWorker);
    });

  async function collect(): Promise<string> {
    await Promise.all(
      Object.values(cluster.workers ?? {})
        .filter((worker) => worker!.isConnected())
        .map((worker) => ask(worker!)),
    );
    answered.clear();
    return sum([await own.getMetricsAsJSON(), await ofDeadWorkers, ...last.values()]).metrics();
  }

  return () => (pending ??= collect().finally(() => (pending = undefined)));
}
