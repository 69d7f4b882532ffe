// Bounds what the chunks of a request body cost: each one costs an event and a buffer, whatever its size.

/** Number of chunks in a row whose average size is checked. A large chunk pays for no others than these. */
const WINDOW_CHUNKS = 1000;
/** The window can begin and end in the middle of a chunk. */
const MIN_WINDOW_BYTES = (WINDOW_CHUNKS - 1) * 64;
/** Smaller chunks are accepted, and parsed in slices. */
const MIN_TRUSTED_BYTES = WINDOW_CHUNKS * 512;
/** Smaller chunks are joined, after the first few. */
const SMALL_BYTES = 1024;
const FIRST_CHUNKS = 16;
const BLOCK_BYTES = 16 * 1024;

/** The chunks of one body so far. */
export class BodyArrival {
  /** Whether the body arrived in too many small chunks. The rest of it is dropped. */
  isFragmented = false;
  /** Whether its chunks are so small that many such bodies would delay other clients. */
  isSuspicious = false;
  private chunks = 0;
  private windowChunks = 0;
  private windowBytes = 0;
  private read: number | undefined;
  /** Chunks of the last read. */
  private readChunks = 0;
  private block: Buffer | undefined;
  /** The part of the block that waits for its reader. */
  private start = 0;
  private end = 0;

  /** Counts a chunk of a read from the socket. Returns whether the body may continue. */
  count(chunk: Buffer, read: number): boolean {
    if (this.isFragmented) return false;
    if (read !== this.read) this.readChunks = this.read === undefined ? 2 : 0;
    this.read = read;
    this.readChunks += 1;
    // The first chunk of a read can be the end of the last chunk of the previous one.
    if (this.readChunks !== 2) this.windowChunks += 1;
    if (this.windowChunks > WINDOW_CHUNKS) {
      this.isFragmented = this.windowBytes < MIN_WINDOW_BYTES;
      this.isSuspicious = this.windowBytes < MIN_TRUSTED_BYTES;
      this.windowChunks = 1;
      this.windowBytes = 0;
    }
    this.chunks += 1;
    this.windowBytes += chunk.length;
    return !this.isFragmented;
  }

  /** Copies a small chunk behind those that wait. Returns false for a chunk that its reader gets at once. */
  join(chunk: Buffer): boolean {
    if (chunk.length >= SMALL_BYTES || this.chunks <= FIRST_CHUNKS) return false;
    if (this.block === undefined || this.end + chunk.length > this.block.length) {
      if (this.end > this.start) return false;
      this.block = Buffer.allocUnsafeSlow(BLOCK_BYTES);
      this.start = this.end = 0;
    }
    this.end += chunk.copy(this.block, this.end);
    return true;
  }

  /** Whether chunks wait for their reader. */
  get isWaiting(): boolean {
    return this.end > this.start;
  }

  /** Returns the chunks that wait, joined. */
  take(): Buffer {
    const joined = this.block!.subarray(this.start, this.end);
    this.start = this.end;
    return joined;
  }
}
