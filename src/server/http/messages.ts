// The requests and responses of every listener. They bound the cost of a body's chunks, each an event and a buffer
// whatever its size, and close the connection of a response that is sent before its request has arrived.
import {
  IncomingMessage,
  type OutgoingHttpHeader,
  type OutgoingHttpHeaders,
  ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import type { Express } from 'express';
import { ApiError } from '../../base/errors';
import { closeAfterResponse } from './connections';
import type { SlicedSocket } from './connection-limits';

/** Event of a request whose body arrives in too many small chunks. */
const FRAGMENTED = Symbol('fragmented');

const fragmented = (): ApiError =>
  new ApiError(
    'bad_request',
    'The request body arrives in more than 1,000 parts of fewer than 64 bytes on average. Send larger chunks.',
  );

type Headers = OutgoingHttpHeaders | OutgoingHttpHeader[];

const isFragmented = (request: IncomingMessage): boolean =>
  (request as IncomingMessage & { arrival?: BodyArrival }).arrival?.isFragmented === true;

/** Returns whether a request has a body that has not arrived yet. */
export function isArriving({ complete, headers }: IncomingMessage): boolean {
  if (complete) return false;
  const length = headers['content-length'];
  return headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
}

/**
 * Runs `read`, and stops waiting for it when the body arrives in too many small chunks.
 * @throws ApiError `bad_request`
 */
export async function readWhole<Body>(request: IncomingMessage, read: () => Promise<Body>): Promise<Body> {
  if (isFragmented(request)) throw fragmented();
  if (request.complete) return read();
  let stop = (): void => {};
  const stopped = new Promise<never>((_, reject) => (stop = () => reject(fragmented())));
  request.once(FRAGMENTED, stop);
  return Promise.race([read(), stopped]).finally(() => request.off(FRAGMENTED, stop));
}

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

class BodyArrival {
  /** Whether the body arrived in too many small chunks. The rest of it is dropped. */
  isFragmented = false;
  /** Whether its chunks are so small that many such bodies would delay other clients. */
  isSuspicious = false;
  private chunks = 0;
  private windowChunks = 0;
  private windowBytes = 0;
  private read: number | undefined;
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

  get isWaiting(): boolean {
    return this.end > this.start;
  }

  take(): Buffer {
    const joined = this.block!.subarray(this.start, this.end);
    this.start = this.end;
    return joined;
  }
}

/**
 * Returns the classes for `http.createServer`. With `app`, their prototypes become those of `app`: V8 runs an object
 * whose prototype changes, as Express does, several times slower (spec/decisions/0011-the-wire.md). `suspect` is called
 * when a body arrives in many small chunks.
 */
export function messageClasses(
  suspect: (socket: Socket) => void,
  app?: Express,
): { IncomingMessage: typeof IncomingMessage; ServerResponse: typeof ServerResponse } {
  class Request extends IncomingMessage {
    arrival: BodyArrival | undefined;

    /** Is called by Node's parser for each chunk, and with null at the end. */
    override push(chunk: Buffer | null): boolean {
      if (chunk === null) {
        this.flush();
        return super.push(null);
      }
      const arrival = (this.arrival ??= new BodyArrival());
      const { bytesRead, slices = 0 }: SlicedSocket = this.socket;
      const isAccepted = arrival.count(chunk, bytesRead + slices);
      if (arrival.isSuspicious) suspect(this.socket);
      if (!isAccepted) {
        this.emit(FRAGMENTED);
        return false;
      }
      if (arrival.isWaiting) {
        if (arrival.join(chunk)) return true;
        this.flush();
      }
      if (!arrival.join(chunk)) return super.push(chunk);
      setImmediate(() => this.flush()); // A next tick would run before the parser has read the whole packet.
      return true;
    }

    private flush(): void {
      if (this.arrival?.isWaiting && !super.push(this.arrival.take())) this.socket.pause();
    }
  }

  class Response<Of extends IncomingMessage = IncomingMessage> extends ServerResponse<Of> {
    override writeHead(status: number, reason?: string | Headers, headers?: Headers): this {
      if (isArriving(this.req) || isFragmented(this.req)) closeAfterResponse(this);
      return super.writeHead(status, reason as string, headers);
    }
  }

  if (app) {
    Object.setPrototypeOf(Request.prototype, app.request);
    Object.setPrototypeOf(Response.prototype, app.response);
    Object.assign(app, { request: Request.prototype, response: Response.prototype });
  }
  return { IncomingMessage: Request, ServerResponse: Response };
}
