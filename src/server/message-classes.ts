// Classes for Node's server whose messages are born as Express's. Express changes the prototype of each request and response that it is
// given, and V8 runs all that follows several times slower for it; to the prototype that they have already, the change costs nothing.
import { IncomingMessage, ServerResponse } from 'node:http';
import type { Express } from 'express';

/** For `http.createServer`: the application's own classes, which take their place in its chain of prototypes. */
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
