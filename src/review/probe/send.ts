// Sends requests, one after another or several at once, and reads whole responses.
import * as http from 'node:http';
import * as https from 'node:https';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { MAX_RESPONSE_BYTES, tooLarge } from '../../client/response';

export interface Outgoing {
  method: string;
  /** Percent-encoded, with the query. */
  path: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer> | FormData;
  /** Replaces the key of the run; null sends no key. */
  key?: string | null;
}

export interface Reply {
  status: number;
  headers: Headers;
  mediaType: string;
  text: string;
  /** Parsed JSON, text of other media types, or undefined for an empty body. */
  body: unknown;
  /** Why a body of type application/json is not JSON. */
  malformed?: string;
}

/** A response with its request. */
export interface Answered extends Reply {
  outgoing: Outgoing;
}

export type Send = (outgoing: Outgoing) => Promise<Reply>;

/** The request got no response. The message gives the reason. */
export class NoResponse extends Error {}

const MAX_WAIT_SECONDS = 60;
const TIMEOUT_MILLISECONDS = 10_000;
const MAX_TRIES = 5;

export function readBody(text: string, mediaType: string): Pick<Reply, 'body' | 'malformed'> {
  if (text === '') return { body: undefined };
  if (mediaType !== 'application/json') return { body: text };
  try {
    return { body: JSON.parse(text) as unknown };
  } catch (error) {
    return { body: text, malformed: (error as Error).message };
  }
}

export const parseMediaType = (contentType: string | null | undefined): string =>
  contentType?.split(';')[0]!.trim().toLowerCase() ?? '';

/** Returns the charset of a media type. JSON and the texts of this API are UTF-8 by default. */
export const parseCharset = (contentType: string): string =>
  /;\s*charset="?([^;"\s]+)/i.exec(contentType)?.[1]!.toLowerCase() ?? 'utf-8';

interface Message {
  status: number;
  headers: Headers;
  bytes: Buffer;
}

/** Sends a request with Node's client, which takes a third of the processor time of `fetch`, and follows no redirect. */
function exchange(url: URL, options: http.RequestOptions, body: string | Uint8Array | undefined) {
  return new Promise<Message>((resolve, reject) => {
    const request = (url.protocol === 'https:' ? https : http).request(url, options, (response) => {
      const headers = new Headers();
      const { rawHeaders, statusCode: status = 0 } = response;
      for (let index = 0; index < rawHeaders.length; index += 2)
        headers.append(rawHeaders[index]!, rawHeaders[index + 1]!);
      const chunks: Buffer[] = [];
      let size = 0;
      response.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size > MAX_RESPONSE_BYTES) request.destroy(new Error(tooLarge(status, MAX_RESPONSE_BYTES)));
        else chunks.push(chunk);
      });
      response.on('error', reject);
      response.on('end', () => resolve({ status, headers, bytes: Buffer.concat(chunks) }));
    });
    const timer = setTimeout(
      () => request.destroy(new Error(`no response within ${TIMEOUT_MILLISECONDS / 1000} seconds`)),
      TIMEOUT_MILLISECONDS,
    );
    request.on('error', reject);
    request.on('close', () => clearTimeout(timer));
    request.end(body);
  });
}

async function decodeText({ status, headers, bytes }: Message): Promise<string> {
  // A response to HEAD has the headers of a compressed body, and no body.
  if (headers.get('content-encoding') !== 'gzip' || bytes.length === 0)
    return new TextDecoder().decode(bytes);
  const decoded = await promisify(gunzip)(bytes, { maxOutputLength: MAX_RESPONSE_BYTES }).catch(
    (error: NodeJS.ErrnoException) => {
      throw error.code === 'ERR_BUFFER_TOO_LARGE' ? new Error(tooLarge(status, MAX_RESPONSE_BYTES)) : error;
    },
  );
  return new TextDecoder().decode(decoded);
}

/** Returns a sender that throws NoResponse. It follows no redirect, which could leak the key. */
export function createSend(url: string, key: string): Send {
  return async ({ method, path, headers = {}, body, key: otherKey = key }) => {
    const form = body instanceof FormData ? new Response(body) : undefined;
    const sent = {
      'Accept-Encoding': 'gzip',
      ...(otherKey === null ? {} : { 'X-API-Key': otherKey }),
      ...headers,
      ...(form ? { 'Content-Type': form.headers.get('content-type')! } : {}),
    };
    try {
      const bytes = form
        ? new Uint8Array(await form.arrayBuffer())
        : (body as string | Uint8Array | undefined);
      const message = await exchange(new URL(url + path), { method, headers: sent }, bytes);
      const { status, headers: received } = message;
      const text = await decodeText(message);
      const mediaType = parseMediaType(received.get('content-type'));
      return { status, headers: received, mediaType, text, ...readBody(text, mediaType) };
    } catch (error) {
      const { message, code } = error as NodeJS.ErrnoException;
      throw new NoResponse(message || code, { cause: error });
    }
  };
}

/** Sends a request again after each 429, when its delay has passed. `pause` waits. @throws NoResponse. */
export async function sendPatiently<Sent extends Reply | undefined>(
  send: () => Promise<Sent>,
  pause: (milliseconds: number) => Promise<unknown> = wait,
): Promise<Sent> {
  for (let tries = 1; ; tries++) {
    const reply = await send();
    if (reply?.status !== 429 || tries === MAX_TRIES) return reply;
    await pause(Math.min(Number(reply.headers.get('retry-after')) || 1, MAX_WAIT_SECONDS) * 1000);
  }
}

/** The number of requests at once, unless the caller chooses another one. */
const DEFAULT_JOBS = 4;

/** Runs `work` for each item, several at a time. Resolves or rejects when all work has ended. */
export async function forEachConcurrently<Item>(
  items: Item[],
  work: (item: Item) => Promise<unknown>,
  jobs = DEFAULT_JOBS,
): Promise<void> {
  const queue = [...items];
  const failures: unknown[] = [];
  const worker = async (): Promise<void> => {
    while (queue.length > 0 && failures.length === 0)
      await work(queue.shift()!).catch((error: unknown) => failures.push(error));
  };
  // The cleanup after a failure must not overlap with running work.
  await Promise.all(Array.from({ length: jobs }, worker));
  if (failures.length > 0) throw failures[0];
}
