// Sends requests, one after another or several at once, and reads whole responses.
import { setTimeout as wait } from 'node:timers/promises';
import { MAX_RESPONSE_BYTES, readText, tooLarge } from '../../client/response';

export interface Outgoing {
  method: string;
  /** Percent-encoded, with the query. */
  path: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer> | FormData;
  /** Replaces the key of the run; null sends no key. */
  key?: string | null;
}

export interface Reply {
  status: number;
  headers: Headers;
  mediaType: string;
  text: string;
  /** Parsed JSON, text of other media types, or undefined for an empty body. */
  body: unknown;
  /** Why a body of type application/json is not JSON. */
  malformed?: string;
}

export type Send = (outgoing: Outgoing) => Promise<Reply>;

/** The request got no response. The message gives the reason. */
export class NoResponse extends Error {}

const MAX_WAIT_SECONDS = 60;
const TIMEOUT_MILLISECONDS = 10_000;
const MAX_TRIES = 5;

/** Returns the wait that a 429 asks for, in milliseconds. */
export const retryDelay = ({ headers }: Reply): number =>
  Math.min(Number(headers.get('retry-after')) || 1, MAX_WAIT_SECONDS) * 1000;

/** The message of fetch is only `fetch failed`; its cause has the reason. */
function reasonOf(error: unknown): string {
  const { name, message, cause } = error as Error & { cause?: { code?: string; message?: string } };
  if (name === 'TimeoutError') return `no response within ${TIMEOUT_MILLISECONDS / 1000} seconds`;
  return cause?.message || cause?.code || message;
}

export function readBody(text: string, mediaType: string): Pick<Reply, 'body' | 'malformed'> {
  if (text === '') return { body: undefined };
  if (mediaType !== 'application/json') return { body: text };
  try {
    return { body: JSON.parse(text) as unknown };
  } catch (error) {
    return { body: text, malformed: (error as Error).message };
  }
}

export const mediaTypeOf = (contentType: string | null | undefined): string =>
  contentType?.split(';')[0]!.trim().toLowerCase() ?? '';

/** Returns a sender that throws NoResponse. It follows no redirect, which could leak the key. */
export function createSend(url: string, key: string): Send {
  return async ({ method, path, headers = {}, body, key: otherKey }) => {
    const usedKey = otherKey === undefined ? key : otherKey;
    try {
      const response = await fetch(url + path, {
        method,
        headers: { ...(usedKey === null ? {} : { 'X-API-Key': usedKey }), ...headers },
        ...(body === undefined ? {} : { body }),
        redirect: 'manual',
        signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
      });
      const { status, headers: received } = response;
      const text = await readText(response, MAX_RESPONSE_BYTES);
      if (text === undefined) throw new Error(tooLarge(status, MAX_RESPONSE_BYTES));
      const mediaType = mediaTypeOf(received.get('content-type'));
      return { status, headers: received, mediaType, text, ...readBody(text, mediaType) };
    } catch (error) {
      throw new NoResponse(reasonOf(error), { cause: error });
    }
  };
}

/** Sends a request again after each 429, when its delay has passed. @throws NoResponse. */
export async function sendPatiently(send: Send, outgoing: Outgoing): Promise<Reply> {
  for (let tries = 1; ; tries++) {
    const reply = await send(outgoing);
    if (reply.status !== 429 || tries === MAX_TRIES) return reply;
    await wait(retryDelay(reply));
  }
}

/** The number of requests at once, unless the caller chooses another one. */
export const DEFAULT_JOBS = 4;

/** Runs `work` for each item, several at a time. Resolves or rejects when no work is running anymore. */
export async function forEachConcurrently<Item>(
  items: Item[],
  work: (item: Item) => Promise<unknown>,
  jobs = DEFAULT_JOBS,
): Promise<void> {
  const queue = [...items];
  const failures: unknown[] = [];
  const worker = async (): Promise<void> => {
    while (queue.length > 0 && failures.length === 0)
      await work(queue.shift()!).catch((error: unknown) => failures.push(error));
  };
  // The cleanup after a failure must not overlap with running work.
  await Promise.all(Array.from({ length: jobs }, worker));
  if (failures.length > 0) throw failures[0];
}
