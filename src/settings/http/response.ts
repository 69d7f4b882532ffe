// Writes what a handler of the site has answered.
import { Readable } from 'node:stream';
import { stringifySetCookie } from 'cookie';
import type { Response } from 'express';
import type { SiteAnswer, SiteCookie } from './message';
import { streamTo } from '../../api/response';

const PAGE = 'text/html; charset=utf-8';

/** `__Host-` in its name has browsers refuse it unless it is as it is written here. */
const setCookie = ({ name, value, sameSite = 'strict', maxAge }: SiteCookie): string =>
  stringifySetCookie({
    name: `__Host-${name}`,
    value: value ?? '',
    path: '/',
    secure: true,
    httpOnly: true,
    sameSite,
    ...(value === undefined ? { maxAge: 0 } : maxAge === undefined ? {} : { maxAge }),
  });

export async function writeSiteAnswer(
  response: Response,
  { status, body = '', headers = {}, cookies = [] }: SiteAnswer,
): Promise<void> {
  response.status(status);
  for (const [name, value] of Object.entries({ 'Content-Type': PAGE, ...headers }))
    response.setHeader(name, value);
  if (cookies.length > 0) response.setHeader('Set-Cookie', cookies.map(setCookie));
  if (typeof body === 'string') response.end(body);
  else await streamTo(response, Readable.from(body));
}
