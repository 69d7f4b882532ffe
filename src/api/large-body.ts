// Writes a large list: its headers, and then its text from where it is kept, compressed on the way when the client asks for that.
import type { Transform } from 'node:stream';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import type { Response } from 'express';
import type { Coding } from './etags';
import type { LargeBody } from '../contract/handler';
import { BROTLI_QUALITY, GZIP_LEVEL } from './compression';
import { streamTo } from './stream-to';

/** Told on a response whose work is done, though its client may read for long: it is no load any more. */
export const ANSWERED = Symbol('answered');

const COMPRESSOR: Record<Coding, () => Transform> = {
  br: () => createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  gzip: () => createGzip({ level: GZIP_LEVEL }),
};

/** @throws what the body cannot be read for; a client that goes is no error. */
export async function writeLarge(
  response: Response,
  status: number,
  headers: Record<string, string | number>,
  body: LargeBody,
  coding: Coding | undefined,
): Promise<void> {
  if (coding === undefined) headers['Content-Length'] = body.bytes;
  response.locals.written = { headers };
  response.writeHead(status, headers);
  if (response.req.method === 'HEAD' || response.destroyed) {
    response.end();
    await body.discard();
    return;
  }
  response.emit(ANSWERED);
  await streamTo(response, body.read(), ...(coding === undefined ? [] : [COMPRESSOR[coding]()]));
}
