// The cookies of these pages. The site's door writes them with `__Host-`, Secure and HttpOnly.
import type { SiteCookie } from './http/message';
import { DEVICE_SECONDS } from '../users/device-cookies';

export const SESSION = 'session';
/** For forms before there is a session. */
export const FORM = 'form';
/** Identifies the account to which a browser has signed in before. It survives sign-out. */
export const DEVICE = 'device';

export const sessionCookie = (token: string | undefined): SiteCookie => ({ name: SESSION, value: token });
export const formCookie = (value: string): SiteCookie => ({ name: FORM, value });
export const deviceCookie = (value: string): SiteCookie => ({ name: DEVICE, value, maxAge: DEVICE_SECONDS });
