// Messages between the primary and its workers, besides those of node:cluster and the rate limiter.

export type ToWorker = { type: 'stop listening' } | { type: 'stop'; grace: number } | { type: 'get metrics' };

export type FromWorker =
  | { type: 'serving'; url: string; contract: string }
  | { type: 'alive'; writesFail: boolean }
  | { type: 'not listening' }
  | { type: 'metrics'; metrics: object[] };

const TYPES: unknown[] = [
  'stop listening',
  'stop',
  'get metrics',
  'serving',
  'alive',
  'not listening',
  'metrics',
] satisfies (ToWorker | FromWorker)['type'][];

/** Returns whether a message is one of these; the rate limiter sends others. */
export const isMessage = (message: unknown): message is ToWorker | FromWorker =>
  TYPES.includes((message as { type?: unknown } | null)?.type);
