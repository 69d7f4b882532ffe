// Writes a body that is not in memory, at the pace of the client that reads it.
import { type Transform, pipeline } from 'node:stream';
import { promisify } from 'node:util';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import type { Response } from 'express';
import type { Coding } from '../conditional/etags';
import type { LargeBody } from '../contract/handler';
import { BROTLI_QUALITY, GZIP_LEVEL } from './compression';

/** Told on a response whose work is done, though its client may read for long: it is no load any more. */
export const ANSWERED = Symbol('answered');

/** A client that has taken nothing for so long has gone, or means no good. */
const MOST_IDLE_MILLISECONDS = 60_000;

const COMPRESSOR: Record<Coding, () => Transform> = {
  br: () => createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  gzip: () => createGzip({ level: GZIP_LEVEL }),
};

/** @throws what the body cannot be read for; a client that goes is no error. */
export async function writeLarge(response: Response, status: number, headers: Record<string, string | number>, body: LargeBody, coding: Coding | undefined): Promise<void> {
  if (coding === undefined) headers['Content-Length'] = body.bytes;
  response.locals.written = { headers };
  response.writeHead(status, headers);
  if (response.req.method === 'HEAD' || response.destroyed) {
    response.end();
    await body.discard();
    return;
  }
  response.setTimeout(MOST_IDLE_MILLISECONDS, () => response.destroy());
  response.setMaxListeners(20); // a pipeline adds several to those of the layers before
  response.emit(ANSWERED);
  const streams = coding === undefined ? [body.read(), response] : [body.read(), COMPRESSOR[coding](), response];
  await promisify(pipeline)(streams).catch((error: unknown) => {
    if ((error as { code?: unknown }).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  });
}
