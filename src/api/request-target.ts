// The target of a request, as a path and its query.

/** What the absolute form has before them: a server must take it (RFC 9112, section 3.2.2), and what it names need be no address. */
const ORIGIN = /^[a-z][a-z\d+.-]*:\/\/[^/?]*/i;

/** Without an origin: Express answers one that it cannot parse by itself, with a page, before there is a key. */
export function originForm(target: string): string {
  if (target.startsWith('/')) return target;
  const own = target.replace(ORIGIN, '');
  return own.startsWith('/') ? own : `/${own}`;
}

/** Both as they were sent, the query without `?`. */
export function partsOf(target: string): { path: string; search: string } {
  const question = target.indexOf('?');
  return question < 0
    ? { path: target, search: '' }
    : { path: target.slice(0, question), search: target.slice(question + 1) };
}
