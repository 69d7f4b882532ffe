// createClient: a typed client for one server and one API key.
import type { HttpResponse } from './response.js';
import { type CallSuccess, createPace, sendWithRetries } from './retry.js';
import type { Answered, Result } from './types.js';
import type { Client } from '../../generated/client.js';
import {
  type ApiCall,
  type ClientOptions,
  createRequestBuilder,
  type Init,
  resolveSettings,
} from './request.js';

/** Only lists are cached. Paths that end in a parameter are single records. */
const isList = ({ method, path }: ApiCall): boolean => method === 'GET' && !path.endsWith('}');

function answered(
  { response, attempts, waited, doneEarlier }: CallSuccess,
  requestId: string,
): Answered<unknown> {
  const { status, headers, body } = response;
  return {
    data: doneEarlier ? undefined : body,
    status,
    headers,
    etag: headers.get('etag') ?? undefined,
    fresh: true,
    replayed: doneEarlier || headers.get('idempotency-replayed') === 'true',
    requestId: headers.get('x-request-id') ?? requestId,
    attempts,
    waited,
  };
}

/**
 * Creates a client. Calls do not reject for failed requests: they return the failure in `error`.
 *
 * @example
 * const client = createClient({ baseUrl: 'https://inventory.example', apiKey });
 * const { data, error } = await client.GET('/cyber-assets');
 */
export function createClient(options: ClientOptions): Client {
  const settings = resolveSettings(options);
  const buildRequest = createRequestBuilder(settings);
  const pace = createPace();
  const cache = createListCache(settings.heldLists);

  const store = (url: string, { headers, text, body }: HttpResponse) => {
    const etag = headers.get('etag');
    if (etag !== null && typeof body === 'object') cache.keep(url, { etag, text });
  };

  async function call(method: string, path: string, init: Init = {}): Promise<Result<unknown>> {
    const request = await buildRequest(method, path, init);
    const cached =
      isList(request) && !request.headers.has('if-none-match') ? cache.find(request.url) : undefined;
    if (cached) request.headers.set('If-None-Match', cached.etag);
    const outcome = await sendWithRetries(request, settings, pace, cached !== undefined);
    if (outcome instanceof Error) {
      const { requestId, attempts, waited } = outcome;
      return { error: outcome, requestId, attempts, waited };
    }
    const result = answered(outcome, request.requestId);
    if (cached && result.status === 304) return { ...result, data: JSON.parse(cached.text), fresh: false };
    if (isList(request)) store(request.url, outcome.response);
    return result;
  }

  const callWith = (method: string) => (path: string, init?: Init) => call(method, path, init);
  return {
    GET: callWith('GET'),
    POST: callWith('POST'),
    PUT: callWith('PUT'),
    PATCH: callWith('PATCH'),
    DELETE: callWith('DELETE'),
  } as Client;
}

/**
 * Returns the data of a result. @throws CallError when the call failed.
 *
 * @example
 * const assets = unwrap(await client.GET('/cyber-assets'));
 */
export function unwrap<Value>(result: Result<Value>): Value {
  if (result.error) throw result.error;
  return result.data;
}

interface CachedList {
  etag: string;
  /** Text, so that each caller gets its own objects. */
  text: string;
}

/** Creates a cache of `limit` lists by address. The least recently used list is dropped first. */
function createListCache(limit: number) {
  const cached = new Map<string, CachedList>();
  const keep = (url: string, list: CachedList) => {
    cached.delete(url);
    cached.set(url, list);
    for (const oldest of cached.keys()) {
      if (cached.size <= limit) return;
      cached.delete(oldest);
    }
  };
  return {
    keep,
    find(url: string): CachedList | undefined {
      const list = cached.get(url);
      if (list !== undefined) keep(url, list);
      return list;
    },
  };
}
