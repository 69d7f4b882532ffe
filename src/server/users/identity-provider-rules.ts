// Rules of identity providers: issuers, names, domains and the callback path. Pure.
import { domainToASCII } from 'node:url';
import { isLoopback } from '../../base/addresses';

/** The path to which identity providers redirect the browser. Operators register it with each provider. */
export const CALLBACK_PATH = '/sign-in/organization/callback';

/** Returns an issuer as the database stores it; undefined if invalid. Plain HTTP is for loopback only. */
export function parseIssuer(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || url.search !== '' || url.hash !== '' || url.username !== '' || url.href.length > 500)
    return undefined;
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url))) return undefined;
  return url.pathname === '/' ? url.origin : url.href;
}

/**
 * Returns the name of a provider in sessions and identities. It contains the client, because clients of one
 * issuer may belong to different organizations and have different subjects. No issuer contains a `#`.
 */
export const providerName = ({ issuer, clientId }: { issuer: string; clientId: string }): string =>
  `${issuer}#${clientId}`;

/** The size of the database column. */
export const MAX_PROVIDER_NAME = 500;

export const issuerIn = (name: string): string => name.split('#', 1)[0]!;

/** Returns a domain in ASCII, for example xn--mnchen-3ya.example; empty for an invalid one. */
export const asciiDomain = (domain: string): string =>
  /^[\x20-\x7e]*$/.test(domain) ? domain : domainToASCII(domain);

export const getDomain = (email: string): string => email.slice(email.lastIndexOf('@') + 1);

/** Returns whether the address is in one of the provider's domains. Subdomains do not count. */
export const vouchesFor = ({ domains }: { domains: string[] }, email: string): boolean =>
  domains.map(asciiDomain).includes(getDomain(email));

export const isDomain = (text: string): boolean =>
  text.length <= 253 && /^[^\s@.\p{C}]+(\.[^\s@.\p{C}]+)+$/u.test(text);

/** Returns a row of a provider with its domains, which the database stores as a JSON array. */
export const toProvider = <Row extends { domains: string }>({ domains, ...row }: Row) => ({
  ...row,
  domains: JSON.parse(domains) as string[],
});
