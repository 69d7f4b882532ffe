// Masks secret parts of multipart bodies (RFC 7578). Pure.
import { MASK } from './mask-text';
import { isSecretName } from './secret-names';

type MaskBody = (text: string, mediaType: string) => string | undefined;

/** `name="x"`, and the forms of RFC 2231: `name*=UTF-8''x` and `name*0="x"`. */
const PART_NAME = /[;\s]name(?:\*\d{0,3}\*?)?\s*=\s*(?:"([^"]*)|([^;\s]*))/gi;
/** The character set and the language before an encoded name. */
const CHARSET = /^[^']*'[^']*'/;

/** Returns whether a part has a secret name. `head`: the header fields of the part. */
export function isSecretPart(head: string): boolean {
  const names = [...head.matchAll(PART_NAME)].map(([, quoted, plain = '']) =>
    (quoted ?? plain).replace(CHARSET, ''),
  );
  return names.some(isSecretName) || isSecretName(names.join(''));
}

function maskPart(part: string, maskBody: MaskBody): string {
  const [blank] = /\r?\n\r?\n/.exec(part) ?? [];
  if (blank === undefined) return part;
  const start = part.indexOf(blank) + blank.length;
  const head = part.slice(0, start);
  const [end] = /(?:\r?\n)?$/.exec(part)!;
  const content = part.slice(start, part.length - end.length);
  const [, mediaType = ''] = /^content-type:([^\r\n]*)/im.exec(head) ?? [];
  // Parts of a part are not read: no operation takes them.
  const isMasked = isSecretPart(head) || /^\s*multipart\//i.test(mediaType);
  return head + (isMasked ? MASK : (maskBody(content, mediaType) ?? MASK)) + end;
}

/** Returns undefined for a body whose parts cannot be found: the media type does not divide it. */
export function maskParts(text: string, mediaType: string, maskBody: MaskBody): string | undefined {
  const [, quoted, plain] = /boundary\s*=\s*(?:"([^"]+)"|([^\s;"]+))/i.exec(mediaType) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) return undefined;
  const delimiter = `--${boundary}`;
  const parts = text.split(delimiter);
  return parts.length === 1 ? undefined : parts.map((part) => maskPart(part, maskBody)).join(delimiter);
}
