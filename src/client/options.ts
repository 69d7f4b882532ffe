// What a caller may set, for a client and for one call, and the refusal of what cannot be meant.
import type { CallError } from './errors.js';

export interface RequestEvent {
  method: string;
  /** The contract's path, such as `/cyber-assets/{id}`. */
  path: string;
  url: string;
  requestId: string;
  /** 1 for the first try. */
  attempt: number;
}

export interface RetryEvent extends RequestEvent {
  /** Why the try named by `attempt` is followed by another. */
  error: CallError;
  /** Milliseconds until then. */
  delay: number;
}

export interface PauseEvent extends RequestEvent {
  /** Milliseconds until the rate limit lets the try named by `attempt` through. */
  delay: number;
}

export interface ClientOptions {
  /** Where the API is, such as `https://inventory.example`. */
  baseUrl: string;
  apiKey: string;
  /** Milliseconds for a whole call with all its tries and waits. Default 60,000. */
  deadline?: number;
  /** Milliseconds for one try, to the end of its answer. Default 20,000. */
  attemptTimeout?: number;
  /** How often a call is sent again at most. Default 4. */
  retries?: number;
  /** How many lists are held to be asked for with `If-None-Match`. Default 8; 0 for none. */
  heldLists?: number;
  /** Your application and its version, such as `cmdb-bridge/2.1`: stands in the User-Agent before the client's, where the runtime lets it be set. */
  userAgent?: string;
  /** Lets the key travel over plain HTTP to a host that is not this one: only where something else encrypts the way. */
  plainHttp?: boolean;
  /** Instead of the runtime's own. */
  fetch?: typeof globalThis.fetch;
  /** Before each try. */
  onRequest?: (event: RequestEvent) => void;
  /** After a try that will be followed by another. */
  onRetry?: (event: RetryEvent) => void;
  /** Before a wait for the rate limit. */
  onPause?: (event: PauseEvent) => void;
}

export interface CallOptions {
  /** Ends the call at once, whatever it waits for. */
  signal?: AbortSignal;
  /** Milliseconds for this call, instead of the client's. */
  deadline?: number;
  /** Goes into the server's log; one is made up otherwise. */
  requestId?: string;
}

const isLoopback = (host: string): boolean =>
  /^(localhost|127(\.\d+){3}|\[::1\])$/.test(host) || host.endsWith('.localhost');

function checkBaseUrl(baseUrl: string, plainHttp: boolean): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new TypeError('baseUrl must be an address such as https://inventory.example.');
  if (url.username || url.password || url.search || url.hash)
    throw new TypeError('baseUrl must have no user, query or fragment; the key belongs in apiKey.');
  if (url.protocol === 'http:' && !isLoopback(url.hostname) && !plainHttp) {
    throw new TypeError(
      'baseUrl must begin with https:, or the key would travel in the clear; set plainHttp if something else encrypts the way.',
    );
  }
  return url.href.replace(/\/+$/, '');
}

/** What a timer can take: some 24 days. */
const MAX_TIMER = 2 ** 31 - 1;

export function checkNumber(name: string, value: number, least: number): number {
  if (typeof value !== 'number' || !(value >= least && value <= MAX_TIMER))
    throw new TypeError(`${name} must be a number from ${least} to ${MAX_TIMER}.`);
  return value;
}

export type Settings = ReturnType<typeof resolveSettings>;

/** The options with their defaults. @throws TypeError that says which one cannot be, and never the key. */
export function resolveSettings(options: ClientOptions) {
  if (typeof options.apiKey !== 'string' || !/^[\x21-\x7e]+$/.test(options.apiKey))
    throw new TypeError('apiKey must be the key as it was given to you, without spaces or line ends.');
  if (options.userAgent !== undefined && !/^[\x20-\x7e]+$/.test(options.userAgent))
    throw new TypeError('userAgent must be plain text such as cmdb-bridge/2.1.');
  return {
    ...options,
    baseUrl: checkBaseUrl(options.baseUrl, options.plainHttp ?? false),
    deadline: checkNumber('deadline', options.deadline ?? 60_000, 1),
    attemptTimeout: checkNumber('attemptTimeout', options.attemptTimeout ?? 20_000, 1),
    retries: checkNumber('retries', options.retries ?? 4, 0),
    heldLists: checkNumber('heldLists', options.heldLists ?? 8, 0),
    fetch: options.fetch ?? globalThis.fetch.bind(globalThis),
  };
}
