// Tokens of sessions and of one-time links: 256 random bits, of which digests are stored.
import { hash, randomBytes } from 'node:crypto';

export const newToken = (): string => randomBytes(32).toString('base64url');

/** A plain digest is enough for that many random bits. */
export const digestOf = (token: string): string => hash('sha256', token, 'hex');
