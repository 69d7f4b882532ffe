// Entity tags and the conditions that requests make with them (RFC 9110, sections 8.8.3 and 13.1).
import { hash } from 'node:crypto';
import { ApiError } from '../errors';

/** A strong entity tag: the same for the same text, another for any other. */
export const etagOf = (text: string | Buffer): string =>
  `"${hash('sha256', text, 'base64url').slice(0, 22)}"`;

const ENTITY_TAG = String.raw`(?:W/)?"[\x21\x23-\x7e\x80-\xff]*"`;
// Empty members are allowed in lists (RFC 9110, section 5.6.1). Each comma can match in one way only: with two, a row of them takes hours.
const LIST = new RegExp(String.raw`^[ \t,]*${ENTITY_TAG}(?:[ \t]*(?:,[ \t]*)+${ENTITY_TAG})*[ \t,]*$`);

/** The tags of a list; none when it is not one: what cannot be read matches nothing. */
const tagsOf = (header: string): string[] =>
  LIST.test(header) ? (header.match(new RegExp(ENTITY_TAG, 'g')) ?? []) : [];

/** How a body may be compressed on its way. */
export const CODINGS = ['br', 'gzip'] as const;
export type Coding = (typeof CODINGS)[number];

/** Compressed, a representation is another one, with a strong tag of its own. */
export const codedTag = (etag: string, coding: Coding): string => `${etag.slice(0, -1)}-${coding}"`;

/** The tags of one version: as it is, and compressed. */
const tagsOfVersion = (etag: string): string[] => [etag, ...CODINGS.map((coding) => codedTag(etag, coding))];

/** Which of a version's tags the client holds, if any. If-None-Match compares weakly: `W/"a"` holds `"a"`. */
export function heldTag(ifNoneMatch: string | undefined, etag: string): string | undefined {
  if (ifNoneMatch === undefined) return undefined;
  if (ifNoneMatch.trim() === '*') return etag;
  const version = tagsOfVersion(etag);
  return tagsOf(ifNoneMatch)
    .map((tag) => tag.replace(/^W\//, ''))
    .find((tag) => version.includes(tag));
}

export const holds = (ifNoneMatch: string | undefined, etag: string): boolean =>
  heldTag(ifNoneMatch, etag) !== undefined;

/** If-Match compares strongly: a weak tag never matches. `others`: versions that are as good as the current one. @throws ApiError `precondition_failed`. */
export function requireMatch(ifMatch: string | undefined, etag: string, ...others: string[]): void {
  if (ifMatch === undefined || ifMatch.trim() === '*') return;
  const version = [etag, ...others].flatMap(tagsOfVersion); // whoever read it compressed has read it
  if (tagsOf(ifMatch).some((tag) => version.includes(tag))) return;
  throw new ApiError(
    'precondition_failed',
    'The record has changed since you read it. Read it again before you change it.',
  );
}
