// Entity tags and the conditions that requests make with them (RFC 9110, sections 8.8.3 and 13.1).
import { hash } from 'node:crypto';
import { ApiError } from '../errors';

/** A strong entity tag: the same for the same text, another for any other. */
export const etagOf = (text: string | Buffer): string => `"${hash('sha256', text, 'base64url').slice(0, 22)}"`;

const ENTITY_TAG = String.raw`(?:W/)?"[\x21\x23-\x7e\x80-\xff]*"`;
// Empty members are allowed in lists (RFC 9110, section 5.6.1).
const LIST = new RegExp(String.raw`^[ \t,]*${ENTITY_TAG}(?:[ \t]*,[ \t,]*(?:${ENTITY_TAG})?)*[ \t]*$`);

/** The tags of a list; none when it is not one: what cannot be read matches nothing. */
const tagsOf = (header: string): string[] => (LIST.test(header) ? (header.match(new RegExp(ENTITY_TAG, 'g')) ?? []) : []);

/** If-None-Match compares weakly: `W/"a"` holds `"a"`. */
export function holds(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return tagsOf(ifNoneMatch).some((tag) => tag.replace(/^W\//, '') === etag);
}

/** If-Match compares strongly: a weak tag never matches. @throws ApiError `precondition_failed`. */
export function requireMatch(ifMatch: string | undefined, etag: string): void {
  if (ifMatch === undefined || ifMatch.trim() === '*' || tagsOf(ifMatch).includes(etag)) return;
  throw new ApiError('precondition_failed', 'The record has changed since you read it. Read it again before you change it.');
}
