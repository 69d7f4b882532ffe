// The token in each form: it says that the form was made for the browser that sends it. Pure but for the secret.
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

export interface FormTokens {
  /** For the forms of whoever holds a cookie. */
  of(cookie: string): string;
  holds(cookie: string, given: string | null): boolean;
}

export function createFormTokens(secret: string): FormTokens {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'forms of the Settings pages', 32));
  const of = (cookie: string): string => createHmac('sha256', key).update(cookie).digest('base64url');
  return {
    of,
    holds(cookie, given) {
      const [expected, sent] = [Buffer.from(of(cookie)), Buffer.from(given ?? '')];
      return expected.length === sent.length && timingSafeEqual(expected, sent);
    },
  };
}
