// Compresses response bodies on the thread pool,
// so that a list of many megabytes does not block the event loop.
import type { Transform } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';
import type { Request } from 'express';
import Negotiator from 'negotiator';
import { CODINGS, type Coding } from './etags';

/** A smaller body fits into one packet anyway. */
export const MIN_COMPRESSED_BYTES = 1024;

const COMPRESSIBLE = /^(?:application\/json|text\/)/;

// The next level of either takes twice the time and saves a twentieth of the size (spec/decisions/0011).
const BROTLI = { [constants.BROTLI_PARAM_QUALITY]: 3 };
const GZIP = { level: 3 };

const compressWith: Record<Coding, (body: Buffer) => Promise<Buffer>> = {
  br: (body) =>
    promisify(brotliCompress)(body, {
      params: { ...BROTLI, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
    }),
  gzip: (body) => promisify(gzip)(body, GZIP),
};

/**
 * Returns the coding of a response body, or undefined for an uncompressed body. A client that rejects every
 * coding gets an uncompressed body too.
 */
export function codingFor({ headers }: Request, contentType: string): Coding | undefined {
  if (headers['accept-encoding'] === undefined || !COMPRESSIBLE.test(contentType)) return undefined;
  const accepted = new Negotiator({ headers }).encoding([...CODINGS, 'identity']);
  return CODINGS.find((coding) => coding === accepted);
}

/** Compressed forms of bodies that the database still keeps and can send again. */
const compressedBodies = new WeakMap<Buffer, Partial<Record<Coding, Promise<Buffer>>>>();

export function compress(body: string | Buffer, coding: Coding): Promise<Buffer> {
  if (typeof body === 'string') return compressWith[coding](Buffer.from(body));
  const known = compressedBodies.get(body) ?? {};
  compressedBodies.set(body, known);
  if (known[coding]) return known[coding];
  const compressing = compressWith[coding](body);
  known[coding] = compressing;
  compressing.catch(() => delete known[coding]); // The next request tries again.
  return compressing;
}

/** Returns a stream that compresses a body that is not in memory. */
export const createCompressor = (coding: Coding): Transform =>
  coding === 'br' ? createBrotliCompress({ params: BROTLI }) : createGzip(GZIP);
