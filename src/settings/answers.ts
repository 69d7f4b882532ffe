// The answers that handlers give: a page, or the way to another one.
import type { VNode } from 'preact';
import { render } from 'preact-render-to-string';
import type { SiteAnswer, SiteCookie } from './http/message';

export const page = (content: VNode, more: Omit<Partial<SiteAnswer>, 'body'> = {}): SiteAnswer => ({
  status: 200,
  ...more,
  body: `<!doctype html>${render(content)}`,
});

/** After a form, with GET: a reload sends nothing again. */
export const seeOther = (path: string, cookies: SiteCookie[] = []): SiteAnswer => ({
  status: 303,
  headers: { Location: path },
  cookies,
});

/** What was done, as the next page says it. The sentences are there, and the address only names one. */
export const withNotice = (path: string, notice: Notice): SiteAnswer => seeOther(`${path}?done=${notice}`);

const NOTICES = {
  'key-revoked': 'The key was revoked. Requests with it are refused from now on.',
  'role-changed': 'The role was changed.',
  'member-removed': 'The person was removed from the organization.',
  'invitation-withdrawn': 'The invitation was withdrawn. Its link no longer works.',
  'password-changed': 'Your password was changed.',
  'signed-out': 'You are signed out.',
  'session-over':
    'You were signed out in the meantime, and nothing was changed. Sign in and send the form again.',
  joined: 'You have joined the organization.',
} as const;

export type Notice = keyof typeof NOTICES;

export const noticeIn = (query: URLSearchParams): string | undefined => {
  const name = query.get('done') ?? '';
  return Object.hasOwn(NOTICES, name) ? NOTICES[name as Notice] : undefined;
};
