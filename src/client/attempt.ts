// Sends one request. A response counts only when its body is complete.
import { readText, tooLarge, type HttpResponse, isJson } from './response.js';

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
  /** The status of an incomplete response. */
  status?: number | undefined;
  /** The response did not arrive in time. */
  timedOut?: boolean;
  /** The next attempt would end in the same way: a too large response, a certificate that is not trusted. */
  final?: boolean;
  /** The request cannot have reached the server. */
  neverSent: boolean;
}

type Outcome = HttpResponse | LostResponse | { kind: 'aborted' };

/** Error codes of Node's fetch without a connection. Browsers give no code. */
const NO_CONNECTION = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
];

/** Error codes of a handshake that fails before the request. */
const TLS_FAULT = /^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_|ERR_SSL_|EPROTO)/;
const UNTRUSTED = /^(DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/;

const tlsFault = (url: string, code: string): string =>
  `The TLS connection to ${new URL(url).origin} failed (${code}). ` +
  (UNTRUSTED.test(code)
    ? 'For a private certificate authority, set NODE_EXTRA_CA_CERTS to the file of its certificate.'
    : 'Check the address and the certificate of the server.');

const getCode = (error: unknown): unknown =>
  (error as { cause?: { code?: unknown } } | undefined)?.cause?.code;

/** @throws SyntaxError for truncated JSON. */
function parseBody(status: number, headers: Headers, text: string): unknown {
  if (status === 204 || status === 304) return undefined;
  if (isJson(headers)) return JSON.parse(text);
  return text === '' ? undefined : text;
}

const lost = (message: string, details: Partial<LostResponse>): LostResponse => ({
  kind: 'lost',
  message,
  neverSent: false,
  ...details,
});

export async function attempt(
  fetch: typeof globalThis.fetch,
  { url, ...request }: HttpRequest,
  { timeout, maxBytes, signal }: { timeout: number; maxBytes: number; signal: AbortSignal | undefined },
): Promise<Outcome> {
  const stop = new AbortController();
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    stop.abort();
  }, timeout);
  const removeListener = onAbort(signal, () => stop.abort());
  let status: number | undefined;
  try {
    // Redirects are not followed, because the API key would follow them.
    const { body, ...rest } = request;
    const response = await fetch(url, {
      ...rest,
      ...(body === undefined ? {} : { body }),
      redirect: 'manual',
      signal: stop.signal,
    });
    status = response.status;
    const text = await readText(response, maxBytes);
    if (text === undefined)
      return lost(`${tooLarge(status, maxBytes)} Raise maxResponseBytes.`, { status, final: true });
    return {
      kind: 'response',
      method: request.method,
      status,
      headers: response.headers,
      text,
      body: parseBody(status, response.headers, text),
    };
  } catch (cause) {
    if (signal?.aborted) return { kind: 'aborted' };
    if (timedOut) {
      const limit = Math.ceil(timeout).toLocaleString('en-US');
      return lost(`No complete response arrived within ${limit} ms.`, { status, timedOut });
    }
    if (status !== undefined) return lost(`The response (${status}) was truncated.`, { cause, status });
    const code = String(getCode(cause));
    if (TLS_FAULT.test(code)) return lost(tlsFault(url, code), { cause, neverSent: true, final: true });
    return NO_CONNECTION.includes(code)
      ? lost(`The server ${new URL(url).origin} cannot be reached (${code}).`, { cause, neverSent: true })
      : lost('The connection failed before a response arrived.', { cause });
  } finally {
    clearTimeout(timer);
    removeListener();
  }
}

/** Resolves after the time, or when a signal aborts. */
export function wait(milliseconds: number, ...signals: (AbortSignal | undefined)[]): Promise<void> {
  return new Promise((resolve) => {
    if (signals.some((signal) => signal?.aborted)) return resolve();
    const end = () => {
      clearTimeout(timer);
      for (const forget of listeners) forget();
      resolve();
    };
    const listeners = signals.map((signal) => onAbort(signal, end));
    const timer = setTimeout(end, milliseconds);
  });
}

const waiting = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Calls `listener` when a signal aborts, and returns a function that removes it. All callers share one
 * listener of the signal, because runtimes warn about more than a few.
 */
function onAbort(signal: AbortSignal | undefined, listener: () => void): () => void {
  if (signal === undefined) return () => undefined;
  let all = waiting.get(signal);
  if (all === undefined) {
    const set = new Set<() => void>();
    signal.addEventListener('abort', () => [...set].forEach((each) => each()), { once: true });
    waiting.set(signal, (all = set));
  }
  all.add(listener);
  return () => void all.delete(listener);
}
