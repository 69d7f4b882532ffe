// Bounds what the chunks of a request body cost: each one costs an event and a buffer, whatever its size.

/** Number of chunks in a row whose average size is checked. A large chunk pays for no others than these. */
const WINDOW_CHUNKS = 1000;
/** A client that sends chunks of 64 bytes stays above it: the edges of packets and slices split some of them. */
const MIN_AVERAGE_BYTES = 60;
/** Smaller chunks are joined, after the first few. */
const SMALL_BYTES = 1024;
const FIRST_CHUNKS = 16;
const BLOCK_BYTES = 16 * 1024;

/** The chunks of one body so far. */
export class BodyArrival {
  /** Whether the body arrived in too many small chunks. The rest of it is dropped. */
  isFragmented = false;
  private chunks = 0;
  private windowBytes = 0;
  private block: Buffer | undefined;
  /** The part of the block that waits for its reader. */
  private start = 0;
  private end = 0;

  /** Counts a chunk. Returns whether the body may continue. */
  count(chunk: Buffer): boolean {
    if (this.isFragmented) return false;
    if (this.chunks > 0 && this.chunks % WINDOW_CHUNKS === 0) {
      this.isFragmented = this.windowBytes < WINDOW_CHUNKS * MIN_AVERAGE_BYTES;
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
