// createClient: writes a request, gets it answered, and tells the caller what came of it.
// Lists that were read before, with their entity tags: a list that has not changed is not sent again. One client has one key, so an address is enough.
import type { HttpResponse } from './response.js';
import { type Call, perform, type Success } from './retry.js';
import { type ClientOptions, settingsOf } from './options.js';
import { createPace } from './pace.js';
import type { Answered, Client, Result } from './types.js';
import { createWriter, type Init } from './request.js';

/** Paths that end in a parameter are records; those change too often and are too many to hold. */
const isList = ({ method, path }: Call): boolean => method === 'GET' && !path.endsWith('}');

function answered({ answer, attempts, waited, doneBefore }: Success, requestId: string): Answered<unknown> {
  const { status, headers, body } = answer;
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
  const settings = settingsOf(options);
  const writeRequest = createWriter(settings);
  const pace = createPace();
  const lists = createHeldLists(settings.heldLists);

  const confirmed = (held: HeldList): unknown => JSON.parse(held.text);
  const hold = (url: string, { headers, text, body }: HttpResponse) => {
    const etag = headers.get('etag');
    if (etag !== null && typeof body === 'object') lists.keep(url, { etag, text });
  };

  async function call(method: string, path: string, init: Init = {}): Promise<Result<unknown>> {
    const written = await writeRequest(method, path, init);
    const held =
      isList(written) && !written.headers.has('if-none-match') ? lists.find(written.url) : undefined;
    if (held) written.headers.set('If-None-Match', held.etag);
    const outcome = await perform(written, settings, pace, held !== undefined);
    if (outcome instanceof Error) {
      const { requestId, attempts, waited } = outcome;
      return { error: outcome, requestId, attempts, waited };
    }
    const result = answered(outcome, written.requestId);
    if (held && result.status === 304) return { ...result, data: confirmed(held), fresh: false };
    if (isList(written)) hold(written.url, outcome.answer);
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

export interface HeldList {
  etag: string;
  /** As text: each caller gets objects of its own. */
  text: string;
}

export interface HeldLists {
  find(url: string): HeldList | undefined;
  keep(url: string, list: HeldList): void;
}

/** At most `limit` lists; the one that was not used for longest goes first. */
export function createHeldLists(limit: number): HeldLists {
  const held = new Map<string, HeldList>();
  const keep = (url: string, list: HeldList) => {
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
