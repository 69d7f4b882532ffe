// Entity tags and the conditions that requests make with them (RFC 9110, sections 8.8.3 and 13.1).
import { ApiError } from '../../base/errors';

const ENTITY_TAG = String.raw`(?:W/)?"[\x21\x23-\x7e\x80-\xff]*"`;
// Lists may have empty members (RFC 9110, section 5.6.1). Each comma matches in one way only; otherwise a row
// of commas would take hours.
const LIST = new RegExp(String.raw`^[ \t,]*${ENTITY_TAG}(?:[ \t]*(?:,[ \t]*)+${ENTITY_TAG})*[ \t,]*$`);

/** Returns the tags of a list, and none for a malformed list. */
const parseTags = (header: string): string[] =>
  LIST.test(header) ? (header.match(new RegExp(ENTITY_TAG, 'g')) ?? []) : [];

export const CODINGS = ['br', 'gzip'] as const;
export type Coding = (typeof CODINGS)[number];

/** Returns the tag of a compressed body: another representation needs another strong tag. */
export const codedTag = (etag: string, coding: Coding): string => `${etag.slice(0, -1)}-${coding}"`;

const tagsOfVersion = (etag: string): string[] => [etag, ...CODINGS.map((coding) => codedTag(etag, coding))];

/** Returns the tag of the version that the client holds. If-None-Match compares weakly: `W/"a"` matches `"a"`. */
export function heldTag(ifNoneMatch: string | undefined, etag: string): string | undefined {
  if (ifNoneMatch === undefined) return undefined;
  if (ifNoneMatch.trim() === '*') return etag;
  const version = tagsOfVersion(etag);
  return parseTags(ifNoneMatch)
    .map((tag) => tag.replace(/^W\//, ''))
    .find((tag) => version.includes(tag));
}

export const holds = (ifNoneMatch: string | undefined, etag: string): boolean =>
  heldTag(ifNoneMatch, etag) !== undefined;

interface Conditions {
  'If-Match'?: string;
  'If-None-Match'?: string;
}

export const isConditional = (header: Conditions): boolean =>
  header['If-Match'] !== undefined || header['If-None-Match'] !== undefined;

/** Compares strongly: a weak tag never matches. @throws ApiError `precondition_failed`. */
export function requireMatch(ifMatch: string | undefined, ...etags: string[]): void {
  if (ifMatch === undefined || ifMatch.trim() === '*') return;
  const version = etags.flatMap(tagsOfVersion); // the caller may have read it compressed
  if (parseTags(ifMatch).some((tag) => version.includes(tag))) return;
  throw new ApiError(
    'precondition_failed',
    'The record has changed since you read it. Read it again before you change it.',
  );
}

/** For a request that changes no record that existed before it. @throws ApiError `precondition_failed`. */
export function requireNoMatch({ 'If-Match': ifMatch }: Conditions): void {
  if (ifMatch !== undefined && ifMatch.trim() !== '*')
    throw new ApiError(
      'precondition_failed',
      '`If-Match` names a version of a record, and this request names no record. Leave it out.',
    );
}

/** `etags`: of the equivalent versions of a record that changes. @throws ApiError `precondition_failed`. */
export function requireConditions(header: Conditions, ...etags: string[]): void {
  requireMatch(header['If-Match'], ...etags);
  if (etags.some((etag) => holds(header['If-None-Match'], etag)))
    throw new ApiError(
      'precondition_failed',
      '`If-None-Match` names the present version of the record. Leave it out to change the record.',
    );
}
