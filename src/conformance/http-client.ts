// Sends one request as a client would, and reads the whole answer.

export interface Outgoing {
  method: string;
  /** With its query, percent-encoded. */
  path: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer> | FormData;
  /** Another key than that of the run; null for none. */
  key?: string | null;
}

export interface Reply {
  status: number;
  headers: Headers;
  mediaType: string;
  text: string;
  /** Parsed when it is JSON, text otherwise; undefined when there is none. */
  body: unknown;
  /** Why a body that says that it is JSON is none. */
  malformed?: string;
}

export type Send = (outgoing: Outgoing) => Promise<Reply>;

const MAX_WAIT_SECONDS = 60;

/** How long a 429 asks to wait, in milliseconds. */
export const pauseOf = ({ headers }: Reply): number =>
  Math.min(Number(headers.get('retry-after')) || 1, MAX_WAIT_SECONDS) * 1000;

/** There was no answer; the message says why in a few words. */
export class NoAnswer extends Error {}

const TIMEOUT_MILLISECONDS = 10_000;

/** `fetch failed` says nothing; its cause does. */
function reasonOf(error: unknown): string {
  const { name, message, cause } = error as Error & { cause?: { code?: string; message?: string } };
  if (name === 'TimeoutError') return `there was no answer for ${TIMEOUT_MILLISECONDS / 1000} seconds`;
  return cause?.message || cause?.code || message;
}

function read(text: string, mediaType: string): Pick<Reply, 'body' | 'malformed'> {
  if (text === '') return { body: undefined };
  if (mediaType !== 'application/json') return { body: text };
  try {
    return { body: JSON.parse(text) as unknown };
  } catch (error) {
    return { body: text, malformed: (error as Error).message };
  }
}

/** Its calls throw NoAnswer. Redirects are not followed: they would take the key elsewhere. */
export function createSend(url: string, key: string): Send {
  return async ({ method, path, headers = {}, body, key: another }) => {
    const used = another === undefined ? key : another;
    try {
      const response = await fetch(url + path, {
        method,
        headers: { ...(used === null ? {} : { 'X-API-Key': used }), ...headers },
        ...(body === undefined ? {} : { body }),
        redirect: 'manual',
        signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
      });
      const text = await response.text();
      const mediaType = response.headers.get('content-type')?.split(';')[0]!.trim().toLowerCase() ?? '';
      return {
        status: response.status,
        headers: response.headers,
        mediaType,
        text,
        ...read(text, mediaType),
      };
    } catch (error) {
      throw new NoAnswer(reasonOf(error), { cause: error });
    }
  };
}
