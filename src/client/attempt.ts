// One try: a request, and its whole answer or how it was lost. An answer counts only when its body has come to the end.
// Waits, unless a signal ends it.
// Told when a signal aborts, by one listener however many ask: runtimes warn of a leak when a signal has more than a few.
import { type HttpResponse, isJson } from './response.js';

export interface HttpRequest {
  method: string;
  url: string;
  headers: Headers;
  body: ArrayBuffer | undefined;
}

export interface LostResponse {
  kind: 'lost';
  message: string;
  cause?: unknown;
  /** Of an answer that was cut off. */
  status?: number | undefined;
  /** The request cannot have arrived. */
  neverSent: boolean;
}

export type Outcome = HttpResponse | LostResponse | { kind: 'aborted' };

/** What Node's fetch says when there was no connection to send anything on; browsers do not tell. */
const NO_CONNECTION = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
];

const codeOf = (error: unknown): unknown =>
  (error as { cause?: { code?: unknown } } | undefined)?.cause?.code;

/** @throws SyntaxError when a body that says it is JSON is not: it was cut off. */
function bodyOf(status: number, headers: Headers, text: string): unknown {
  if (status === 204 || status === 304) return undefined;
  if (isJson(headers)) return JSON.parse(text);
  return text === '' ? undefined : text;
}

export async function attempt(
  fetch: typeof globalThis.fetch,
  { url, ...request }: HttpRequest,
  timeout: number,
  signal: AbortSignal | undefined,
): Promise<Outcome> {
  const stop = new AbortController();
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    stop.abort();
  }, timeout);
  const forget = onAbort(signal, () => stop.abort());
  let status: number | undefined;
  try {
    // A redirect is not followed: the key would go wherever it leads.
    const { body, ...rest } = request;
    const response = await fetch(url, {
      ...rest,
      ...(body === undefined ? {} : { body }),
      redirect: 'manual',
      signal: stop.signal,
    });
    status = response.status;
    const text = await response.text();
    return {
      kind: 'answer',
      status,
      headers: response.headers,
      text,
      body: bodyOf(status, response.headers, text),
    };
  } catch (cause) {
    if (signal?.aborted) return { kind: 'aborted' };
    if (timedOut)
      return {
        kind: 'lost',
        message: `No whole answer came within ${timeout} ms.`,
        status,
        neverSent: false,
      };
    if (status !== undefined)
      return {
        kind: 'lost',
        message: `The answer (${status}) was cut off.`,
        cause,
        status,
        neverSent: false,
      };
    const code = codeOf(cause) as string;
    const neverSent = NO_CONNECTION.includes(code);
    return {
      kind: 'lost',
      message: neverSent
        ? `The server ${new URL(url).origin} cannot be reached (${code}).`
        : 'The connection failed before an answer came.',
      cause,
      neverSent,
    };
  } finally {
    clearTimeout(timer);
    forget();
  }
}

/** Resolves to true after the time, and to false when a signal aborts the wait. */
export function wait(milliseconds: number, ...signals: (AbortSignal | undefined)[]): Promise<boolean> {
  return new Promise((resolve) => {
    if (signals.some((signal) => signal?.aborted)) return resolve(false);
    const end = (passed: boolean) => {
      clearTimeout(timer);
      for (const forget of listeners) forget();
      resolve(passed);
    };
    const listeners = signals.map((signal) => onAbort(signal, () => end(false)));
    const timer = setTimeout(() => end(true), milliseconds);
  });
}

const waiting = new WeakMap<AbortSignal, Set<() => void>>();

/** Gives what takes it back. */
export function onAbort(signal: AbortSignal | undefined, tell: () => void): () => void {
  if (signal === undefined) return () => undefined;
  let all = waiting.get(signal);
  if (all === undefined) {
    const set = new Set<() => void>();
    signal.addEventListener('abort', () => [...set].forEach((each) => each()), { once: true });
    waiting.set(signal, (all = set));
  }
  all.add(tell);
  return () => void all.delete(tell);
}
