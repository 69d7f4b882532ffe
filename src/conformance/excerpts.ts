// The beginnings of a request and of its answer, as a finding shows them.
import type { Outgoing, Reply } from './http-client';

const EXCERPT = 300;

const cut = (text: string): string => (text.length > EXCERPT ? `${text.slice(0, EXCERPT)}…` : text);

/** Without the key, which nobody should find in a log. */
export function requestExcerpt({ method, path, headers = {}, body }: Outgoing): string {
  const fields = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const shown = body === undefined ? [] : [typeof body === 'string' ? body : `(${body.constructor.name})`];
  return cut([`${method} ${path}`, ...fields, ...shown].join(' | '));
}

export const responseExcerpt = ({ status, text }: Reply): string => cut(`${status} ${text}`.trim());
