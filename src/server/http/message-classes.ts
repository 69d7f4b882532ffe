// Creates messages that already have the prototypes that Express sets. V8 runs an object whose prototype
// changes several times slower (measurements: spec/decisions/0011-the-wire.md).
import { IncomingMessage, ServerResponse } from 'node:http';
import type { Express } from 'express';

/** Returns the classes for `http.createServer`, and makes their prototypes those of `app`. */
export function messageClasses(app: Express): {
  IncomingMessage: typeof IncomingMessage;
  ServerResponse: typeof ServerResponse;
} {
  class ExpressRequest extends IncomingMessage {}
  class ExpressResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {}
  Object.setPrototypeOf(ExpressRequest.prototype, app.request);
  Object.setPrototypeOf(ExpressResponse.prototype, app.response);
  Object.assign(app, { request: ExpressRequest.prototype, response: ExpressResponse.prototype });
  return { IncomingMessage: ExpressRequest, ServerResponse: ExpressResponse };
}
