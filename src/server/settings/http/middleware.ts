// Middleware of the site: security headers, the access log and form bodies.
import { promisify } from 'node:util';
import express, { type RequestHandler } from 'express';
import helmet from 'helmet';
import type { Logger } from 'pino';
import { sendContinue } from '../../api/body';
import { errorFields } from '../../api/error-response';
import { HSTS } from '../../api/require-https';

const FORM = 'application/x-www-form-urlencoded';
const MAX_FORM_BYTES = 16 * 1024;
const PERMISSIONS = 'camera=(), geolocation=(), microphone=(), payment=(), usb=(), clipboard-read=()';

/** Without `unsafe-inline`, text that escaped the templates' escaping can neither run nor style. */
const helmetHeaders = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      imgSrc: ["'self'"],
      formAction: ["'self'"],
      baseUri: ["'none'"],
      frameAncestors: ["'none'"],
    },
  },
  // With no-referrer, browsers send `Origin: null` with our own forms.
  referrerPolicy: { policy: 'same-origin' },
  strictTransportSecurity: false, // see strictTransport
  xFrameOptions: { action: 'deny' },
});

export const securityHeaders: RequestHandler = (request, response, next) => {
  for (const [name, value] of Object.entries(response.locals.headers)) response.setHeader(name, value);
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('Permissions-Policy', PERMISSIONS);
  helmetHeaders(request, response, next);
};

/** Sets Strict-Transport-Security, for sites that require HTTPS. */
export const strictTransport: RequestHandler = (_request, response, next) => {
  for (const [name, value] of Object.entries(HSTS)) response.setHeader(name, value);
  next();
};

/** Logs one line for each request: its route, never its path, which may hold the token of a one-time link. */
export const accessLog =
  (logger: Logger): RequestHandler =>
  (request, response, next) => {
    response.once('close', () => {
      const { origin, startedAt, written } = response.locals;
      const failure = written?.error && errorFields(written.error);
      const route = (request.route as { path?: string } | undefined)?.path;
      logger[failure?.cause === undefined ? 'info' : 'warn']({
        site: 'settings',
        requestId: origin.requestId,
        method: request.method,
        route,
        status: response.statusCode,
        ...failure,
        milliseconds: Number(process.hrtime.bigint() - startedAt) / 1e6,
        ...(response.writableFinished ? {} : { aborted: true }),
      });
    });
    next();
  };

/** Rejects encoded bodies, because browsers send no compressed forms. */
const readText = express.text({ type: FORM, limit: MAX_FORM_BYTES, inflate: false });

export const receiveForm: RequestHandler = async (request, response, next) => {
  await response.locals.admission.receive(undefined, () => {
    sendContinue(request, response);
    return promisify(readText)(request, response);
  });
  next();
};
