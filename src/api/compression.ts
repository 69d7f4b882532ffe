// Compresses a body for clients that ask for it, on the thread pool: a list of tens of megabytes must not hold the event loop.
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import Negotiator from 'negotiator';
import type { Request } from 'express';
import { CODINGS, type Coding } from './etags';

/** Below, a packet is saved at best. */
const MIN_BYTES = 1024;

const COMPRESSIBLE = /^(?:application\/json|text\/)/;

// On the inventory's JSON, a step more of either takes twice the time for a twentieth of the size.
export const BROTLI_QUALITY = 3;
export const GZIP_LEVEL = 3;

const COMPRESS: Record<Coding, (body: Buffer) => Promise<Buffer>> = {
  br: (body) =>
    promisify(brotliCompress)(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      },
    }),
  gzip: (body) => promisify(gzip)(body, { level: GZIP_LEVEL }),
};

/** How the body of an answer will be compressed; undefined when it goes as it is, also for those who refuse it so: no body is no better. */
export function codingFor({ headers }: Request, contentType: string, bytes: number): Coding | undefined {
  if (bytes < MIN_BYTES || headers['accept-encoding'] === undefined || !COMPRESSIBLE.test(contentType))
    return undefined;
  const coding = new Negotiator({ headers }).encoding([...CODINGS, 'identity']);
  return CODINGS.find((known) => known === coding);
}

/** Of bodies that are there still, and may be sent again. */
const compressed = new WeakMap<Buffer, Partial<Record<Coding, Promise<Buffer>>>>();

export function compress(body: string | Buffer, coding: Coding): Promise<Buffer> {
  if (typeof body === 'string') return COMPRESS[coding](Buffer.from(body));
  const known = compressed.get(body) ?? {};
  compressed.set(body, known);
  if (known[coding]) return known[coding];
  const compressing = COMPRESS[coding](body);
  known[coding] = compressing;
  compressing.catch(() => delete known[coding]); // told to whoever awaits it; the next request may have more memory
  return compressing;
}
