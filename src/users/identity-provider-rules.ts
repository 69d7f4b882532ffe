// What an identity provider may be. Pure.
import { domainToASCII } from 'node:url';
import { isLoopback } from '../addresses';

/** What has the issuer's word for somebody: the issuer, for one of its clients. */
interface Registration {
  issuer: string;
  clientId: string;
}

/** As it is stored and compared; undefined for what is none. HTTPS, or plain HTTP on this machine. */
export function issuerOf(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || url.search !== '' || url.hash !== '' || url.username !== '' || url.href.length > 500)
    return undefined;
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url))) return undefined;
  return url.pathname === '/' ? url.origin : url.href;
}

/**
 * The name under which sessions and identities keep who vouches. Another client of the same issuer may be of another organization, let others in, and know people by
 * other subjects. No issuer has a `#` in it.
 */
export const providerName = ({ issuer, clientId }: Registration): string => `${issuer}#${clientId}`;

/** As long as the database keeps one. */
export const LONGEST_PROVIDER_NAME = 500;

/** False for what was kept before clients of an issuer were told apart: no organization's provider has such a name. */
export const namesClient = (name: string): boolean => name.includes('#');

export const issuerIn = (name: string): string => name.split('#', 1)[0]!;

/** An international domain as the network knows it, such as xn--mnchen-3ya.example; empty for what can be none. */
export const asciiDomain = (domain: string): string =>
  /^[\x20-\x7e]*$/.test(domain) ? domain : domainToASCII(domain);

/** Exactly the domains that the operator has named, and none below them. */
export const vouchesFor = ({ domains }: { domains: string[] }, email: string): boolean =>
  domains.map(asciiDomain).includes(email.slice(email.lastIndexOf('@') + 1));

export const isDomain = (text: string): boolean =>
  text.length <= 253 && /^[^\s@.\p{C}]+(\.[^\s@.\p{C}]+)+$/u.test(text);
