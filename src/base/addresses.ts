// Checks and formats network addresses and origins.
import { isIP, isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';

export const LOOPBACK = ['127.0.0.1', '::1', 'localhost'];

export const isLoopback = ({ hostname }: URL): boolean => LOOPBACK.includes(hostname.replace(/^\[|\]$/g, ''));

const LOOPBACK_HOST = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i;

/**
 * Returns whether a `Host` field, with or without a port, names loopback. A site that uses DNS rebinding
 * still sends its own name.
 */
export const isLoopbackHost = (host: string): boolean => LOOPBACK_HOST.test(host);

/** Returns whether a `Host` field names an address of this machine, or one of `names`. */
export function isOwnHost(field: string, names: string[]): boolean {
  if (isLoopbackHost(field)) return true;
  const [, host] = /^(\[[\da-f:.]+\]|[^:]*)(?::\d*)?$/i.exec(field.toLowerCase()) ?? [];
  const ownAddresses = Object.values(networkInterfaces()).flatMap((addresses = []) =>
    addresses.map(({ address }) => (isIPv6(address) ? `[${address}]` : address)),
  );
  return host !== undefined && [...names.map((name) => name.toLowerCase()), ...ownAddresses].includes(host);
}

export const isLoopbackAddress = (address: string): boolean =>
  address === '::1' || isLoopbackHost(unmapped(address));

/** Returns the origin of a listener. `host` is a name or an IP address. */
export const toOrigin = (isTls: boolean, host: string, port: number): string =>
  `${isTls ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${port}`;

const isOrigin = (text: string): boolean => URL.canParse(text) && new URL(text).origin === text;

/** Returns whether `text` is an origin that a page can have. */
export const isPageOrigin = (text: string): boolean => isOrigin(text) && /^https?:[^*]+$/.test(text);

/** Matches the origins of pages on this machine. */
export const LOOPBACK_ORIGIN = /^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/;

/** Returns a sentence about the setting `name` when `given` is no origin, or uses plain HTTP outside of loopback. */
export function originProblem(name: string, given: string): string | undefined {
  const isPlainLoopback = (): boolean => given.startsWith('http://') && isLoopback(new URL(given));
  if (isOrigin(given) && (given.startsWith('https://') || isPlainLoopback())) return undefined;
  return (
    `${name} must be an HTTPS origin without a path, for example https://inventory.example. ` +
    `Plain HTTP is allowed for loopback only. It is "${given}".`
  );
}

/** Names that Express's `trust proxy` accepts. */
const PROXY_NETWORKS = ['loopback', 'linklocal', 'uniquelocal'];

/**
 * Returns whether TRUST_PROXY may contain `text`: an address, a subnet or a name. Numbers of hops and `true`
 * are invalid, because with these Express would trust every caller.
 */
export function isTrustedProxy(text: string): boolean {
  if (PROXY_NETWORKS.includes(text)) return true;
  const [address = '', prefix, ...more] = text.split('/');
  const version = isIP(address);
  if (version === 0 || address.includes('%') || more.length > 0) return false;
  if (prefix === undefined) return true;
  return /^[1-9]\d{0,2}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128);
}

const IPV6_GROUPS = 8;
/** 64 bits. */
const NETWORK_GROUPS = 4;

/** Returns the IPv4 address of an IPv4-mapped IPv6 address, and any other address unchanged. */
export const unmapped = (address: string): string =>
  /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;

/**
 * Returns the IPv4 address, or the /64 network of an IPv6 address: a client can use any address of its
 * network, so limits apply to the network.
 */
export function toNetwork(given: string): string {
  const address = unmapped(given);
  if (!isIPv6(address)) return address;
  const [before, after] = address
    .toLowerCase()
    .split('%', 1)[0]!
    .split('::')
    .map((part) => (part === '' ? [] : part.split(':')));
  const missing = after === undefined ? 0 : IPV6_GROUPS - before!.length - after.length;
  return [...before!, ...Array<string>(missing).fill('0'), ...(after ?? [])]
    .slice(0, NETWORK_GROUPS)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':');
}
