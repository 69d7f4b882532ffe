// What handlers return: pages, redirects, notices, files and cookies.
import type { VNode } from 'preact';
import { render } from 'preact-render-to-string';
import { DEVICE_SECONDS } from '../users/secrets';
import type { Limited, PasswordFault } from '../users/sign-in/context';
import { formatSpan } from './components';
import type { SiteCookie, SiteResponse } from './site';

export const page = (content: VNode, status = 200, cookies: SiteCookie[] = []) => ({
  status,
  cookies,
  body: `<!doctype html>${render(content)}`,
});

/** Redirects with GET, so that a reload does not submit the form again. */
export const seeOther = (path: string, cookies: SiteCookie[] = []): SiteResponse => ({
  status: 303,
  headers: { Location: path },
  cookies,
});

/** Sentences that the next page shows. The address holds only the name, so a link cannot show other text. */
const NOTICES = {
  'key-revoked': 'The key was revoked. The API now rejects requests with it.',
  'role-changed': 'The role was changed.',
  'member-removed': 'The person was removed from the organization.',
  'invitation-withdrawn': 'The invitation was withdrawn. Its link no longer works.',
  'password-changed': 'Your password was changed.',
  'signed-out': 'You are signed out.',
  'session-over': 'Your session has ended, and nothing was changed. Sign in and submit the form again.',
  joined: 'You have joined the organization.',
} as const;

export type Notice = keyof typeof NOTICES;

export const withNotice = (path: string, notice: Notice): SiteResponse => seeOther(`${path}?done=${notice}`);

export const noticeIn = (query: URLSearchParams): string | undefined => {
  const name = query.get('done') ?? '';
  return Object.hasOwn(NOTICES, name) ? NOTICES[name as Notice] : undefined;
};

/**
 * Shows a form again, with the reason why its values were rejected. `incorrect`: the reason for `rejected`.
 * Rounds the time to wait up to whole minutes, so that the user does not try again too early.
 */
export function showAgain(
  form: (fault: string) => SiteResponse,
  rejection: 'rejected' | PasswordFault | Limited,
  incorrect = '',
): SiteResponse {
  if (rejection === 'rejected') return { ...form(incorrect), status: 403 };
  if ('fault' in rejection) return { ...form(rejection.fault), status: 400 };
  const { retryAfter } = rejection;
  const headers = { 'Retry-After': String(Math.ceil(retryAfter)) };
  const span = formatSpan(Math.max(60, retryAfter + 59) * 1000);
  return { ...form(`Too many attempts. Try again in ${span}.`), status: 429, headers };
}

/** Returns a file that the browser saves. `type`: its media type, without the character set. */
export const download = (name: string, type: string, body: AsyncIterable<string>): SiteResponse => ({
  status: 200,
  headers: {
    'Content-Type': `${type}; charset=utf-8`,
    'Content-Disposition': `attachment; filename="${name}"`,
  },
  body,
});

/** Returns a query parameter without white space around it; empty without one. */
export const textIn = (query: URLSearchParams, name: string, maxCharacters: number): string =>
  (query.get(name) ?? '').trim().slice(0, maxCharacters);

/** Returns a query string, without the values that are empty. */
export function formatQuery(values: Record<string, string | number | undefined>): string {
  const entries = Object.entries(values).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, String(value)]],
  );
  return entries.length === 0 ? '' : `?${new URLSearchParams(entries).toString()}`;
}

const OWN_PATH = /^\/[a-z][\w\-./?&=%]*$/i;
const SIGN_IN_STEP = /^\/(sign-in|sign-out|second-factor)(?![\w-])/i;

/** Returns the path to open after sign-in. Ignores paths to other sites and to steps of sign-in. */
export const getNext = (given: string | null): string =>
  given !== null && OWN_PATH.test(given) && !SIGN_IN_STEP.test(given) ? given : '/';

export const withNext = (path: string, next: string): string =>
  next === '/' ? path : `${path}?next=${encodeURIComponent(next)}`;

export const SESSION = 'session';
/** Binds the forms of a visitor without a session. */
export const FORM = 'form';
/** Identifies a browser that has signed in to an account. It survives sign-out. */
export const DEVICE = 'device';

export const sessionCookie = (token: string | undefined): SiteCookie => ({ name: SESSION, value: token });
export const formCookie = (value: string): SiteCookie => ({ name: FORM, value });
export const deviceCookie = (value: string): SiteCookie => ({ name: DEVICE, value, maxAge: DEVICE_SECONDS });
