// What the primary and its workers say to each other, besides what node:cluster and the rate limiter do.

export type ToWorker =
  { type: 'stop listening' } | { type: 'stop'; grace: number } | { type: 'tell metrics' };

export type FromWorker =
  | { type: 'serving'; url: string; contract: string }
  | { type: 'alive'; writesFail: boolean }
  | { type: 'not listening' }
  | { type: 'metrics'; metrics: object[] };

const TYPES: unknown[] = [
  'stop listening',
  'stop',
  'tell metrics',
  'serving',
  'alive',
  'not listening',
  'metrics',
] satisfies (ToWorker | FromWorker)['type'][];

/** Other messages are between others. */
export const isMessage = (message: unknown): message is ToWorker | FromWorker =>
  TYPES.includes((message as { type?: unknown } | null)?.type);
