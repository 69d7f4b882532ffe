// The target of a request, as its path and query.

/** What the absolute form has before them: a server must take it (RFC 9112, section 3.2.2), and what it names need be no address. */
const ORIGIN = /^https?:\/\/[^/?]*/i;

/** Both as they were sent, the query without `?`. */
export function partsOf(target: string): { path: string; search: string } {
  const own = target.replace(ORIGIN, '');
  const question = own.indexOf('?');
  return question < 0 ? { path: own, search: '' } : { path: own.slice(0, question), search: own.slice(question + 1) };
}
