// One run of the model against one sandbox: the requests so far, and their tags and keys.
import type { CallOptions, Client, Reply } from '../../../support/client';
import { diverge, expectEqual } from './expectations';
import type { Tags } from './tags';
import type { World } from './world';

/** The number of requests, and of successes, of each operation. */
export type Counts = Record<string, { sent: number; successes: number }>;

/** A successful request with an Idempotency-Key. */
export interface Sent {
  /** Of the operation. */
  name: string;
  method: string;
  path: string;
  body?: unknown;
  key: string;
  reply: Reply;
  until: number;
}
export interface Session {
  client: Client;
  world: World;
  tags: Tags;
  /** Successful requests with an Idempotency-Key. */
  kept: Sent[];
  /** Idempotency-Keys of rejected requests. */
  rejectedKeys: string[];
  trace: string[];
  counts: Counts;
}
export const createSession = (client: Client, world: World, counts: Counts): Session => ({
  client,
  world,
  tags: new Map(),
  kept: [],
  rejectedKeys: [],
  trace: [],
  counts,
});

/** Sends a request, and adds it to the trace. */
export async function exchange(
  session: Session,
  method: string,
  path: string,
  options: CallOptions,
): Promise<Reply> {
  const reply = await session.client(method, path, options);
  const body = options.body instanceof FormData ? 'a form' : JSON.stringify(options.body);
  const headers =
    options.headers && Object.keys(options.headers).length > 0 ? JSON.stringify(options.headers) : '';
  const line = [session.world.now(), method, path, body, headers, '→', reply.status];
  session.trace.push([...line, reply.text.slice(0, 400)].join(' '));
  return reply;
}

/** Asserts that a response is a rejection that names these fields. */
export function expectRejection(
  [status, error, fields]: [number, string, string[]],
  { status: actual, body }: Reply,
) {
  expectEqual('The outcome', [status, error], [actual, body?.error ?? body]);
  const named: string[] = (body.details ?? []).map(({ field }: { field: string }) => field);
  const isNamed = (field: string) => named.some((name) => name === field || name.startsWith(`${field}.`));
  // The rejection names the first unknown id, and all faulty fields.
  const isRight = error === 'invalid_reference' ? fields.some(isNamed) : fields.every(isNamed);
  if (!isRight) diverge('details', fields, named);
}
