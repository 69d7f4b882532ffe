// Options of a client and of one call, with their defaults and checks, and the request of a call: URL, headers and body.
import type { HttpRequest } from './attempt.js';
import type { CallError } from './errors.js';
import { MAX_RESPONSE_BYTES } from './response.js';

export interface RequestEvent {
  method: string;
  /** The path in the contract, for example `/cyber-assets/{id}`. */
  path: string;
  url: string;
  requestId: string;
  /** 1 for the first attempt. */
  attempt: number;
}

export interface RetryEvent extends RequestEvent {
  /** Why this attempt failed. */
  error: CallError;
  /** Milliseconds until the next attempt. */
  delay: number;
}

export interface PauseEvent extends RequestEvent {
  /** Milliseconds until the rate limit allows this attempt. */
  delay: number;
}

export interface ClientOptions {
  /** The address of the API, for example `https://inventory.example`. */
  baseUrl: string;
  apiKey: string;
  /** Milliseconds for a call with all its attempts and waits. Default 60,000. */
  deadline?: number;
  /** Milliseconds for one attempt, until its response is complete. Default 20,000. */
  attemptTimeout?: number;
  /** Maximum number of retries of a call. Default 4. */
  retries?: number;
  /** Maximum bytes of a response, after decompression. Default 64 MiB. */
  maxResponseBytes?: number;
  /** Maximum number of cached lists, revalidated with `If-None-Match`. Default 8; 0 for none. */
  heldLists?: number;
  /** Your application and its version for the User-Agent, for example `cmdb-bridge/2.1`. Ignored in browsers. */
  userAgent?: string;
  /** Allows plain HTTP to other hosts. Set it only when something else encrypts the connection. */
  plainHttp?: boolean;
  /** Default: the `fetch` of the runtime. */
  fetch?: typeof globalThis.fetch;
  /** Called before each attempt. */
  onRequest?: (event: RequestEvent) => void;
  /** Called after a failed attempt that will be retried. */
  onRetry?: (event: RetryEvent) => void;
  /** Called before a wait for the rate limit. */
  onPause?: (event: PauseEvent) => void;
}

export interface CallOptions {
  /** Aborts the call. */
  signal?: AbortSignal;
  /** Milliseconds for this call. Default: the client's. */
  deadline?: number;
  /** The request id in the server's log. Default: a random id. */
  requestId?: string;
}

/** @throws TypeError for an option that does not exist. `rest`: the options that are not known. */
function checkUnknown(rest: object): void {
  const [unknown] = Object.keys(rest);
  if (unknown !== undefined) throw new TypeError(`"${unknown}" is not an option. Check its spelling.`);
}

const isLoopback = (host: string): boolean =>
  /^(localhost|127(\.\d+){3}|\[::1\])$/.test(host) || host.endsWith('.localhost');

function checkBaseUrl(baseUrl: string, plainHttp: boolean): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new TypeError('baseUrl must be an address, for example https://inventory.example.');
  if (url.username || url.password || url.search || url.hash)
    throw new TypeError('baseUrl must not have a user, query or fragment. Pass the key in apiKey.');
  if (url.protocol === 'http:' && !isLoopback(url.hostname) && !plainHttp) {
    throw new TypeError(
      'baseUrl must begin with https:, because plain HTTP exposes the API key. ' +
        'If something else encrypts the connection, set plainHttp.',
    );
  }
  let end = url.href.length;
  while (url.href[end - 1] === '/') end--;
  return url.href.slice(0, end);
}

/** Maximum of a timer: 24 days in milliseconds. */
const MAX_TIMER = 2 ** 31 - 1;

function checkNumber(name: string, value: number, minimum: number): number {
  if (typeof value !== 'number' || !(value >= minimum && value <= MAX_TIMER))
    throw new TypeError(`${name} must be a number from ${minimum} to ${MAX_TIMER}.`);
  return value;
}

export type Settings = ReturnType<typeof resolveSettings>;

/** Returns the options with their defaults. @throws TypeError for an invalid option. It never contains the key. */
export function resolveSettings({
  baseUrl,
  apiKey,
  deadline = 60_000,
  attemptTimeout = 20_000,
  retries = 4,
  maxResponseBytes = MAX_RESPONSE_BYTES,
  heldLists = 8,
  userAgent,
  plainHttp = false,
  fetch = globalThis.fetch.bind(globalThis),
  onRequest,
  onRetry,
  onPause,
  ...rest
}: ClientOptions) {
  checkUnknown(rest);
  if (typeof apiKey !== 'string' || !/^[\x21-\x7e]+$/.test(apiKey))
    throw new TypeError('apiKey must be a valid API key, without spaces or line breaks.');
  if (userAgent !== undefined && !/^[\x20-\x7e]+$/.test(userAgent))
    throw new TypeError('userAgent must be printable ASCII, for example cmdb-bridge/2.1.');
  return {
    baseUrl: checkBaseUrl(baseUrl, plainHttp),
    apiKey,
    deadline: checkNumber('deadline', deadline, 1),
    attemptTimeout: checkNumber('attemptTimeout', attemptTimeout, 1),
    retries: checkNumber('retries', retries, 0),
    maxResponseBytes: checkNumber('maxResponseBytes', maxResponseBytes, 1),
    heldLists: checkNumber('heldLists', heldLists, 0),
    userAgent,
    fetch,
    onRequest,
    onRetry,
    onPause,
  };
}

type Values = Record<string, unknown>;
export type Init = CallOptions & {
  params?: { path?: Values; query?: Values; header?: Values };
  body?: unknown;
};
export interface ApiCall extends HttpRequest {
  /** The path in the contract. */
  path: string;
  requestId: string;
  signal: AbortSignal | undefined;
  /** Milliseconds. Undefined: that of the client. */
  deadline: number | undefined;
}

/** Returns the parameters that are not undefined or null. The contract has only single values. */
const given = (values: Values = {}): [name: string, value: string][] =>
  Object.entries(values)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => [name, String(value)]);

/** @throws TypeError for an empty or dotted id, which would address another path. */
function toPath(template: string, parameters: Values = {}): string {
  return template.replace(/\{(\w+)\}/g, (_match, name: string) => {
    const value = String(parameters[name]);
    if (['', '.', '..', 'undefined', 'null'].includes(value)) {
      throw new TypeError(`${name} of ${template} must be an id, not "${value}".`);
    }
    return encodeURIComponent(value);
  });
}

function toQuery(parameters?: Values): string {
  const pairs = given(parameters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return pairs.length > 0 ? `?${pairs.join('&')}` : '';
}

/** Returns FormData unchanged, and other values as JSON. */
function toContent(body: unknown): { body?: BodyInit; type?: string } {
  if (body === undefined) return {};
  return body instanceof FormData ? { body } : { body: JSON.stringify(body), type: 'application/json' };
}

export function createRequestBuilder({ baseUrl, apiKey, userAgent: application }: Settings) {
  const userAgent = toUserAgent(application);

  return async (method: string, path: string, init: Init): Promise<ApiCall> => {
    const { params = {}, body: value, signal, deadline, requestId = crypto.randomUUID(), ...rest } = init;
    const { path: ids, query, header, ...restOfParams } = params;
    checkUnknown({ ...rest, ...restOfParams });
    if (deadline !== undefined) checkNumber('deadline', deadline, 1);
    const { body, type } = toContent(value);
    const url = `${baseUrl}${toPath(path, ids)}${toQuery(query)}`;
    const content = body === undefined ? {} : { body };
    const request = new Request(url, { method, headers: given(header), ...content }); // sets the content type of FormData
    const { headers } = request;
    if (type !== undefined) headers.set('Content-Type', type);
    headers.set('X-API-Key', apiKey);
    if (userAgent !== undefined) headers.set('User-Agent', userAgent);
    headers.set('X-Request-Id', requestId);
    if (method === 'POST' && !headers.has('Idempotency-Key')) {
      headers.set('Idempotency-Key', crypto.randomUUID());
    }
    const bytes = body === undefined ? undefined : await request.arrayBuffer();
    return { method, path, url: request.url, headers, body: bytes, requestId, signal, deadline };
  };
}

/** A test compares it with package.json, which a browser cannot read. */
export const VERSION = '0.1.0';

/** Returns undefined in browsers: another User-Agent may need a CORS preflight. */
function toUserAgent(application: string | undefined): string | undefined {
  const runtime = (globalThis as { navigator?: { userAgent?: string } }).navigator?.userAgent;
  if (runtime?.startsWith('Mozilla/')) return undefined;
  return `${application === undefined ? '' : `${application} `}compliance-inventory-client/${VERSION}`;
}
