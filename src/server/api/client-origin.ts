// The client of a request as both logs name it: its address and its user agent.
import { isIP } from 'node:net';
import type { Request } from 'express';
import { unmapped } from '../../base/addresses';
import { KEY_LIKE } from '../keys/format';

const MAX_USER_AGENT_CHARACTERS = 256;

export const withoutKeys = (text: string): string => text.replace(KEY_LIKE, '[key]');

/** Encodes control characters and bytes outside of ASCII, which can be active in log viewers. */
export const userAgentOf = ({ headers }: Pick<Request, 'headers'>): string | undefined =>
  headers['user-agent'] &&
  withoutKeys(headers['user-agent'])
    .replace(/[^\x20-\x7e]/g, encodeURIComponent)
    .slice(0, MAX_USER_AGENT_CHARACTERS);

/**
 * Returns the address that the trusted proxies report, or that of the connection. A proxy may report a text
 * that is no address, for example `unknown`.
 */
export function addressOf({ ip, socket }: Pick<Request, 'ip' | 'socket'>): string | undefined {
  const address = ip !== undefined && isIP(ip) !== 0 ? ip : socket.remoteAddress;
  return address && unmapped(address);
}
