// Streams a body that is not in memory, at the pace of the client that reads it.
import { type Readable, type Transform, pipeline } from 'node:stream';
import { promisify } from 'node:util';
import type { Response } from 'express';

/** A client that has taken nothing for so long has gone, or means no good. */
const MAX_IDLE_MILLISECONDS = 60_000;

/** @throws what the body cannot be read for; a client that goes is no error. */
export async function streamTo(response: Response, body: Readable, ...through: Transform[]): Promise<void> {
  // Node waits a second time for what it had only just handed over. Where nothing waits to be taken, it is the body that comes slowly.
  response.setTimeout(MAX_IDLE_MILLISECONDS / 2, () => response.writableLength > 0 && response.destroy());
  response.setMaxListeners(20); // a pipeline adds several to those of the layers before
  await promisify(pipeline)([body, ...through, response]).catch((error: unknown) => {
    if ((error as { code?: unknown }).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  });
}
