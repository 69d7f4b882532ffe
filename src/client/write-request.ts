// Writes the request of a call with openapi-fetch, which knows how parameters and bodies go onto the wire.
import createFetchClient from 'openapi-fetch';
import type { paths } from '../../generated/types.js';
import type { Call } from './call.js';
import { type CallOptions, type Settings, checkNumber } from './options.js';
import { userAgentOf } from './user-agent.js';

type HeaderOfPost<Path> = Path extends { post: { parameters: { header?: infer Header } } }
  ? Required<{ of: Header }>['of']
  : { 'Idempotency-Key'?: string };
type WithoutKey = {
  [Path in keyof paths]: [HeaderOfPost<paths[Path]>] extends [never]
    ? Path
    : 'Idempotency-Key' extends keyof HeaderOfPost<paths[Path]>
      ? never
      : Path;
}[keyof paths];

/** Every POST gets a key, since each of the contract takes one: the compiler says here when that is no longer so. */
const KEYED = 'POST' satisfies [WithoutKey] extends [never] ? string : never;

export type Init = CallOptions & { params?: { path?: Record<string, unknown> }; body?: unknown };
export type WriteRequest = (method: string, path: string, init: Init) => Promise<Call>;

/** An empty or dotted id would make another path of it. */
function checkPath(path: string, parameters: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(parameters)) {
    if (['', '.', '..', 'undefined', 'null'].includes(String(value)))
      throw new TypeError(`${name} of ${path} must be an id, and is "${String(value)}".`);
  }
}

export function createWriter({ baseUrl, apiKey, userAgent: application }: Settings): WriteRequest {
  const userAgent = userAgentOf(application);
  const headers = { 'X-API-Key': apiKey, ...(userAgent === undefined ? {} : { 'User-Agent': userAgent }) };
  const client = createFetchClient<Record<string, Record<string, object>>>({ baseUrl, headers });
  const request = client.request as (method: string, path: string, init: object) => Promise<unknown>;

  return async (method, path, { params = {}, body, ...options }) => {
    if (options.deadline !== undefined) checkNumber('deadline', options.deadline, 1);
    checkPath(path, params.path ?? {});
    let written: Request | undefined;
    await request(method, path, {
      params,
      ...(body === undefined ? {} : { body }),
      fetch: (given: Request) => {
        written = given;
        return Promise.resolve(new Response(null, { status: 204 })); // the answer is got elsewhere, in as many tries as it takes
      },
    });
    const { url, headers: sent } = written!;
    const requestId = options.requestId ?? crypto.randomUUID();
    sent.set('X-Request-Id', requestId);
    if (method === KEYED && !sent.has('Idempotency-Key')) sent.set('Idempotency-Key', crypto.randomUUID());
    const bytes = body === undefined ? undefined : await written!.arrayBuffer();
    return { method, path, url, headers: sent, body: bytes, requestId, options };
  };
}
