// What every answer of the site tells browsers: all comes from here, nothing is shown elsewhere, nothing is kept.
import helmet from 'helmet';
import type { RequestHandler } from 'express';

/** No `unsafe-inline` anywhere: a text that slipped through escaping could neither run nor style. */
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
  referrerPolicy: { policy: 'same-origin' }, // with no-referrer, browsers would send `Origin: null` with our own forms
  strictTransportSecurity: false, // of whoever requires HTTPS
  xFrameOptions: { action: 'deny' },
});

const PERMISSIONS = 'camera=(), geolocation=(), microphone=(), payment=(), usb=(), clipboard-read=()';

export const siteHeaders: RequestHandler = (request, response, next) => {
  for (const [name, value] of Object.entries(response.locals.headers)) response.setHeader(name, value);
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('Permissions-Policy', PERMISSIONS);
  helmetHeaders(request, response, next);
};
