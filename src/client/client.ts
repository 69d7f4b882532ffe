// createClient: writes a request, gets it answered, and tells the caller what came of it.
// Lists that were read before, with their entity tags: a list that has not changed is not sent again. One client has one key, so an address is enough.
import type { HttpResponse } from './response.js';
import { type ApiCall, sendWithRetries, type CallSuccess } from './retry.js';
import { type ClientOptions, resolveSettings } from './options.js';
import { createPace } from './pace.js';
import type { Answered, Client, Result } from './types.js';
import { createRequestBuilder, type Init } from './request.js';

/** Paths that end in a parameter are records; those change too often and are too many to hold. */
const isList = ({ method, path }: ApiCall): boolean => method === 'GET' && !path.endsWith('}');

function answered({ response, attempts, waited, doneBefore }: CallSuccess, requestId: string): Answered<unknown> {
  const { status, headers, body } = response;
  return {
    data: doneBefore ? undefined : body,
    status,
    headers,
    etag: headers.get('etag') ?? undefined,
    fresh: true,
    replayed: doneBefore || headers.get('idempotency-replayed') === 'true',
    requestId: headers.get('x-request-id') ?? requestId,
    attempts,
    waited,
  };
}

/** A client for one server and one key. Calls never reject for what happens on the way: it is told in `error`. */
export function createClient(options: ClientOptions): Client {
  const settings = resolveSettings(options);
  const writeRequest = createRequestBuilder(settings);
  const pace = createPace();
  const lists = createListCache(settings.heldLists);

  const confirmed = (held: CachedList): unknown => JSON.parse(held.text);
  const hold = (url: string, { headers, text, body }: HttpResponse) => {
    const etag = headers.get('etag');
    if (etag !== null && typeof body === 'object') lists.keep(url, { etag, text });
  };

  async function call(method: string, path: string, init: Init = {}): Promise<Result<unknown>> {
    const written = await writeRequest(method, path, init);
    const held =
      isList(written) && !written.headers.has('if-none-match') ? lists.find(written.url) : undefined;
    if (held) written.headers.set('If-None-Match', held.etag);
    const outcome = await sendWithRetries(written, settings, pace, held !== undefined);
    if (outcome instanceof Error) {
      const { requestId, attempts, waited } = outcome;
      return { error: outcome, requestId, attempts, waited };
    }
    const result = answered(outcome, written.requestId);
    if (held && result.status === 304) return { ...result, data: confirmed(held), fresh: false };
    if (isList(written)) hold(written.url, outcome.response);
    return result;
  }

  const of = (method: string) => (path: string, init?: Init) => call(method, path, init);
  return {
    GET: of('GET'),
    POST: of('POST'),
    PUT: of('PUT'),
    PATCH: of('PATCH'),
    DELETE: of('DELETE'),
  } as Client;
}

/** The data of a result, for those who would rather catch. @throws CallError when the call failed. */
export function unwrap<Value>(result: Result<Value>): Value {
  if (result.error) throw result.error;
  return result.data;
}

export interface CachedList {
  etag: string;
  /** As text: each caller gets objects of its own. */
  text: string;
}

export interface ListCache {
  find(url: string): CachedList | undefined;
  keep(url: string, list: CachedList): void;
}

/** At most `limit` lists; the one that was not used for longest goes first. */
export function createListCache(limit: number): ListCache {
  const held = new Map<string, CachedList>();
  const keep = (url: string, list: CachedList) => {
    held.delete(url);
    held.set(url, list);
    for (const oldest of held.keys()) {
      if (held.size <= limit) return;
      held.delete(oldest);
    }
  };
  return {
    keep,
    find(url) {
      const list = held.get(url);
      if (list !== undefined) keep(url, list);
      return list;
    },
  };
}
