// Which origins pages and an API may have: browsers send a page's sign-in there, and programs their keys.
import { isLoopback } from '../loopback';

/** Of somebody who listens there: `host` is a name or an address. */
export const originOf = (isTls: boolean, host: string, port: number): string =>
  `${isTls ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${port}`;

export function isOrigin(text: string): boolean {
  try {
    return new URL(text).origin === text;
  } catch {
    return false;
  }
}

/** What is wrong with the origin of pages or an API, as a sentence about `name`. Plain HTTP is for loopback alone. */
export function originProblem(name: string, given: string): string | undefined {
  const isOfLoopback = (): boolean => given.startsWith('http://') && isLoopback(new URL(given));
  const isSafe = isOrigin(given) && (given.startsWith('https://') || isOfLoopback());
  return isSafe
    ? undefined
    : `${name} must be an origin such as https://inventory.example, without a path, and with HTTPS but for loopback; it is "${given}".`;
}
