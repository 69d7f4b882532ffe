// Measures the response times of each operation.
import type { Answered } from '../probe/send';

/** Times in milliseconds. */
export interface Latency {
  operationId: string;
  requests: number;
  p50: number;
  p95: number;
  p99: number;
  max: number;
}

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
  get latencies(): Latency[] {
    return [...this.times]
      .map(([operationId, times]) => {
        const sorted = [...times].sort((one, other) => one - other);
        return {
          operationId,
          requests: sorted.length,
          p50: percentile(sorted, 0.5),
          p95: percentile(sorted, 0.95),
          p99: percentile(sorted, 0.99),
          max: sorted.at(-1)!,
        };
      })
      .sort((one, other) => other.p95 - one.p95);
  }
}
