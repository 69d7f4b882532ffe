// Whom attempts are counted for: an IPv4 address or, as a client of IPv6 has as many as it likes, the network of its address.
import { isIPv6 } from 'node:net';

const GROUPS = 8;
/** 64 bits. */
const OF_NETWORK = 4;

export function networkOf(address: string): string {
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address) ?? [];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(address)) return address;
  const [before, after] = address
    .toLowerCase()
    .split('%', 1)[0]!
    .split('::')
    .map((part) => (part === '' ? [] : part.split(':')));
  const zeros = Array<string>(after === undefined ? 0 : GROUPS - before!.length - after.length).fill('0');
  return [...before!, ...zeros, ...(after ?? [])]
    .slice(0, OF_NETWORK)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':');
}
