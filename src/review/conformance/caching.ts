// Checks the header fields that tell caches how to use a response.
import type { Reply } from './http-client';

/** The contract requires these fields for successful responses, see "Conditional requests" in its description. */
const DIRECTIVES = ['no-cache', 'private'];
const VARY = ['accept-encoding', 'x-api-key'];

const listed = (value: string | null): string[] =>
  (value ?? '')
    .toLowerCase()
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');

export function cachingFaults({ status, headers }: Reply): string[] {
  const control = listed(headers.get('cache-control'));
  if (status >= 400)
    // Caches may store a 404 or 501 without this field (RFC 9111, section 4.2.2).
    return control.some((item) => item === 'no-store' || item === 'no-cache')
      ? []
      : ['Cache-Control lacks no-store'];
  const missing = VARY.filter((name) => !listed(headers.get('vary')).includes(name));
  return [
    ...(control.sort().join() === DIRECTIVES.join() ? [] : ['Cache-Control is not private, no-cache']),
    ...(missing.length > 0 ? [`Vary lacks ${missing.join(', ')}`] : []),
  ];
}
