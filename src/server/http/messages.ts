// The requests and responses of every listener. They bound what a body costs before the application reads it, and
// close the connection of a response that is sent before its request has arrived.
import {
  IncomingMessage,
  type OutgoingHttpHeader,
  type OutgoingHttpHeaders,
  ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import type { Express } from 'express';
import { ApiError } from '../../base/errors';
import { BodyArrival } from './body-arrival';
import { closeAfterResponse } from './connections';
import type { SlicedSocket } from './sliced-parsing';

/** Event of a request whose body arrives in too many small chunks. */
const FRAGMENTED = Symbol('fragmented');

const fragmented = (): ApiError =>
  new ApiError(
    'bad_request',
    'The request body arrives in more than 1,000 parts of fewer than 64 bytes on average. Send larger chunks.',
  );

type Headers = OutgoingHttpHeaders | OutgoingHttpHeader[];

interface BoundedRequest extends IncomingMessage {
  arrival?: BodyArrival;
}

const isFragmented = (request: IncomingMessage): boolean =>
  (request as BoundedRequest).arrival?.isFragmented === true;

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

interface MessageOptions {
  /** The application that handles the messages. */
  app?: Express;
  /** Is called when a body arrives in many small chunks. */
  suspect: (socket: Socket) => void;
}

interface MessageClasses {
  IncomingMessage: typeof IncomingMessage;
  ServerResponse: typeof ServerResponse;
}

/**
 * Returns the classes for `http.createServer`. With `app`, their prototypes become those of `app`: V8 runs an object
 * whose prototype changes, as Express does, several times slower (spec/decisions/0011-the-wire.md).
 */
export function messageClasses({ app, suspect }: MessageOptions): MessageClasses {
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
