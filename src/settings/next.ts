// Where somebody goes on after sign-in: the page that was asked for before. Never another site's, whatever the address says.
const OWN = /^\/[a-z][\w\-./?&=%]*$/i;

/** Would only lead back. */
const STEP_OF_SIGN_IN = /^\/(sign-in|sign-out|second-factor)(?![\w-])/i;

export const nextOf = (given: string | null): string =>
  given !== null && OWN.test(given) && !STEP_OF_SIGN_IN.test(given) ? given : '/';

/** Hands it on to another page of sign-in. */
export const withNext = (path: string, next: string): string =>
  next === '/' ? path : `${path}?next=${encodeURIComponent(next)}`;
