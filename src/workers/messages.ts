// What the primary and its workers say to each other, besides what node:cluster and the rate limiter do.

export type ToWorker = { type: 'stop'; grace: number } | { type: 'tell metrics' };

export type FromWorker = { type: 'serving'; url: string; contract: string } | { type: 'alive' } | { type: 'metrics'; metrics: object[] };

const TYPES: unknown[] = ['stop', 'tell metrics', 'serving', 'alive', 'metrics'] satisfies (ToWorker | FromWorker)['type'][];

/** Other messages are between others. */
export const isMessage = (message: unknown): message is ToWorker | FromWorker => TYPES.includes((message as { type?: unknown } | null)?.type);
