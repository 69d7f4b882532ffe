// Joins small texts into chunks, because writing each by itself would take most of the time.

/** In characters. */
const CHUNK_SIZE = 64 * 1024;

export async function* chunksOf(pieces: Iterable<string> | AsyncIterable<string>): AsyncGenerator<string> {
  let text = '';
  for await (const piece of pieces) {
    text += piece;
    if (text.length < CHUNK_SIZE) continue;
    yield text;
    text = '';
  }
  yield text;
}
