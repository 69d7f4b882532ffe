// Holds a file for the time of its download. Compressed, 100,000 records take a few megabytes.
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { chunksOf } from '../../../base/text';

/** Returns the text of all pieces. The caller can drop what the pieces came from before a slow client reads on. */
export async function packed(pieces: Iterable<string>): Promise<AsyncIterable<string>> {
  const compressed: Buffer[] = [];
  await pipeline(chunksOf(pieces), createGzip(), async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) compressed.push(chunk);
  });
  return Readable.from(compressed).pipe(createGunzip()).setEncoding('utf8');
}
