// Sends requests to a server and validates each response against the contract.
import { ERRORS, type ErrorCode } from '../../src/base/errors';
import type { RunningServer } from '../../src/app/server';
import { setTimeout as delay } from 'node:timers/promises';

export interface Reply {
  status: number;
  headers: Headers;
  text: string;
  /** The parsed body: a string unless it is JSON, undefined when it is empty. */
  body: any; // eslint-disable-line @typescript-eslint/no-explicit-any -- each test asserts the shape
}

export interface CallOptions {
  /** Serialized as JSON unless it is a string, bytes or a form. */
  body?: unknown;
  headers?: Record<string, string>;
  /** Replaces the client's API key. Null sends no key. */
  key?: string | null;
}

export type Client = (method: string, path: string, options?: CallOptions) => Promise<Reply>;

/** The properties of a server that a client needs. */
export type Target = Pick<RunningServer, 'url' | 'contract'>;

export function createClient(server: Target, key: string): Client {
  return async (method, path, options = {}) => {
    const usedKey = options.key === undefined ? key : options.key;
    const form = options.body instanceof FormData;
    const raw = form || typeof options.body === 'string' || options.body instanceof Uint8Array;
    const response = await fetch(server.url + path, {
      method,
      headers: {
        ...(usedKey === null ? {} : { 'X-API-Key': usedKey }),
        ...(options.body === undefined || form ? {} : { 'Content-Type': 'application/json' }),
        ...options.headers,
      },
      ...(options.body === undefined
        ? {}
        : { body: (raw ? options.body : JSON.stringify(options.body)) as string }),
      redirect: 'manual',
    });
    const text = await response.text();
    const reply: Reply = {
      status: response.status,
      headers: response.headers,
      text,
      body: parsed(response.headers, text),
    };
    holdToContract(server, method, path, reply);
    return reply;
  };
}

const mediaTypeOf = (headers: Headers): string => headers.get('content-type')?.split(';')[0] ?? '';

function parsed(headers: Headers, text: string): unknown {
  if (text === '') return undefined;
  return mediaTypeOf(headers) === 'application/json' ? JSON.parse(text) : text;
}

function holdToContract(server: Target, method: string, path: string, reply: Reply): void {
  const where = `${method} ${path} returned ${reply.status}`;
  if (reply.headers.get('x-request-id') === null) throw new Error(`${where} without X-Request-Id`);
  if (reply.headers.get('x-content-type-options') !== 'nosniff') throw new Error(`${where} without nosniff`);
  if (reply.headers.get('x-powered-by') !== null) throw new Error(`${where} with X-Powered-By`);
  if (reply.status >= 400 && method !== 'HEAD') {
    if (ERRORS[reply.body?.error as ErrorCode] !== reply.status)
      throw new Error(`${where} with another status's error: ${reply.text}`);
    if (/\.(ts|js):\d+|SQLITE|select /i.test(reply.text))
      throw new Error(`${where} and discloses internals: ${reply.text}`);
  }
  const operation = server.contract.match(method === 'HEAD' ? 'GET' : method, path);
  if (!operation || method === 'HEAD') return;
  const mediaType = mediaTypeOf(reply.headers);
  // The tests of CSV responses validate the body themselves.
  if (typeof reply.body === 'string' && operation.responses[reply.status]?.content?.[mediaType]) return;
  const fault = server.contract.responseFault(operation.operationId, reply.status, reply.body);
  if (fault !== undefined)
    throw new Error(`${where}, which violates the contract: ${fault}; ${reply.text.slice(0, 300)}`);
}

/** Shorter than `Retry-After`, which is in whole seconds. */
const PAUSE_MILLISECONDS = 200;
const MAX_TRIES = 50;

/**
 * Repeats requests that the server rejects with 503: a busy machine cannot complete 100 concurrent writes in time.
 * Returns the last response when all of them were 503.
 */
export const patient =
  (client: Client): Client =>
  async (...request) => {
    for (let tries = 1; tries < MAX_TRIES; tries++) {
      const reply = await client(...request);
      if (reply.status !== 503) return reply;
      await delay(PAUSE_MILLISECONDS);
    }
    return client(...request);
  };

/** Differ in equal responses. */
const VARYING_FIELDS = new Set(['x-request-id', 'date']);
/** The time until the limit of a key starts again. */
const SECONDS = /;t=\d+$/;

const fieldsOf = (reply: Reply) =>
  Object.fromEntries(
    [...reply.headers]
      .filter(([name]) => !VARYING_FIELDS.has(name))
      .map(([name, value]) => [name, name === 'ratelimit' ? value.replace(SECONDS, '') : value]),
  );

/** Asserts that two responses have equal status, body and header fields, except the request id and times. */
export function expectSameAnswer(one: Reply, other: Reply): void {
  expect({ status: one.status, text: one.text, headers: fieldsOf(one) }).toEqual({
    status: other.status,
    text: other.text,
    headers: fieldsOf(other),
  });
}
