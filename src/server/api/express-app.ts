// Creates the Express application of every listener, without the header fields and pages that Express adds.
import express, { type ErrorRequestHandler, type Express } from 'express';
import type { Logger } from 'pino';
import { writeLastResort } from './error-response';

export function createExpressApp(trustProxy: string[]): Express {
  const app = express();
  app.set('env', 'production'); // Express writes no stack, whatever NODE_ENV says.
  app.disable('x-powered-by');
  app.disable('etag'); // The response writer makes cheaper entity tags.
  app.disable('query parser'); // The contract parses queries.
  app.set('trust proxy', trustProxy);
  return app;
}

/** Handles errors of the error writer, before they reach Express's handler, which writes HTML. */
export const lastResort =
  (logger: Logger): ErrorRequestHandler =>
  (error, _request, response, next) => {
    void next; // Express recognizes an error handler by its four parameters.
    writeLastResort(error, response, logger, response.locals.origin?.requestId);
  };
