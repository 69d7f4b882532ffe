// Builds the request of a call: URL, headers and body.
import type { paths } from '../../generated/types.js';
import type { ApiCall } from './retry.js';
import { type CallOptions, checkUnknown, checkNumber, type Settings } from './options.js';

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

/** Every POST of the contract accepts an Idempotency-Key. The compiler reports here when one does not. */
const KEYED = 'POST' satisfies [WithoutKey] extends [never] ? string : never;

type Values = Record<string, unknown>;
export type Init = CallOptions & {
  params?: { path?: Values; query?: Values; header?: Values };
  body?: unknown;
};
type BuildRequest = (method: string, path: string, init: Init) => Promise<ApiCall>;

/** Returns the parameters that are not undefined or null. The contract has only single values. */
const given = (values: Values = {}): [name: string, value: string][] =>
  Object.entries(values)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => [name, String(value)]);

/** @throws TypeError for an empty or dotted id, which would address another path. */
function pathOf(template: string, parameters: Values = {}): string {
  return template.replace(/\{(\w+)\}/g, (_match, name: string) => {
    const value = String(parameters[name]);
    if (['', '.', '..', 'undefined', 'null'].includes(value)) {
      throw new TypeError(`${name} of ${template} must be an id, not "${value}".`);
    }
    return encodeURIComponent(value);
  });
}

function queryOf(parameters?: Values): string {
  const pairs = given(parameters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return pairs.length > 0 ? `?${pairs.join('&')}` : '';
}

/** Returns FormData unchanged, and other values as JSON. */
function contentOf(body: unknown): { body?: BodyInit; type?: string } {
  if (body === undefined) return {};
  return body instanceof FormData ? { body } : { body: JSON.stringify(body), type: 'application/json' };
}

export function createRequestBuilder({ baseUrl, apiKey, userAgent: application }: Settings): BuildRequest {
  const userAgent = userAgentOf(application);

  return async (method, path, init) => {
    const { params = {}, body: value, signal, deadline, requestId = crypto.randomUUID(), ...rest } = init;
    const { path: ids, query, header, ...restOfParams } = params;
    checkUnknown({ ...rest, ...restOfParams });
    if (deadline !== undefined) checkNumber('deadline', deadline, 1);
    const { body, type } = contentOf(value);
    const url = `${baseUrl}${pathOf(path, ids)}${queryOf(query)}`;
    const content = body === undefined ? {} : { body };
    const request = new Request(url, { method, headers: given(header), ...content }); // sets the content type of FormData
    const { headers } = request;
    if (type !== undefined) headers.set('Content-Type', type);
    headers.set('X-API-Key', apiKey);
    if (userAgent !== undefined) headers.set('User-Agent', userAgent);
    headers.set('X-Request-Id', requestId);
    if (method === KEYED && !headers.has('Idempotency-Key')) {
      headers.set('Idempotency-Key', crypto.randomUUID());
    }
    const bytes = body === undefined ? undefined : await request.arrayBuffer();
    return { method, path, url: request.url, headers, body: bytes, requestId, signal, deadline };
  };
}

/** A test compares it with package.json, which a browser cannot read. */
export const VERSION = '0.1.0';

/** Returns undefined in browsers: another User-Agent may need a CORS preflight. */
function userAgentOf(application: string | undefined): string | undefined {
  const runtime = (globalThis as { navigator?: { userAgent?: string } }).navigator?.userAgent;
  if (runtime?.startsWith('Mozilla/')) return undefined;
  return `${application === undefined ? '' : `${application} `}compliance-inventory-client/${VERSION}`;
}
