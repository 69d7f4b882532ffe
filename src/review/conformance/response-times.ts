// Measures the response times of each operation.
import type { Answered } from '../probe/send';

/** The times of the requests of one operation, in milliseconds. */
export type Latency = ResponseTimes['latencies'][number];

/** The least time that no more than the rest of the requests exceeds (nearest rank). */
const percentile = (sorted: number[], share: number): number =>
  sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)]!;

export class ResponseTimes {
  private readonly times = new Map<string, number[]>();
  readonly slowest = new Map<string, { milliseconds: number; reply: Answered }>();

  add(operationId: string, milliseconds: number, reply: Answered): void {
    const times = this.times.get(operationId) ?? [];
    this.times.set(operationId, times);
    times.push(milliseconds);
    if (milliseconds > (this.slowest.get(operationId)?.milliseconds ?? -1))
      this.slowest.set(operationId, { milliseconds, reply });
  }

  /** Returns the operations, the slowest first. */
  get latencies() {
    const latencies = [...this.times].map(([operationId, times]) => {
      const sorted = times.toSorted((one, other) => one - other);
      const [p50, p95, p99] = [percentile(sorted, 0.5), percentile(sorted, 0.95), percentile(sorted, 0.99)];
      return { operationId, requests: sorted.length, p50, p95, p99, max: sorted.at(-1)! };
    });
    return latencies.sort((one, other) => other.p95 - one.p95);
  }
}
