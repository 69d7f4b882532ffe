// Masks the secret parts of recorded forms (RFC 7578), which any caller writes: it searches for fixed texts only.

const LINE_BREAK = '\r\n';
const HEAD_END = LINE_BREAK + LINE_BREAK;

const BOUNDARY = /;\s*boundary=(?:"([^"]*)"|([^\s;"]*))/i;
/** The name of a part, also in the encoded form `name*=`, quoted or not. */
const PART_NAME = /[;\s]name\*?=("[^"\r\n]*|[^;\r\n]*)/gi;

/** Returns a part with its content masked if the part has a secret name. */
function maskPart(part: string, isSecret: (name: string) => boolean, mask: string): string {
  const end = part.indexOf(HEAD_END);
  if (end < 0) return part;
  const names = part.slice(0, end).matchAll(PART_NAME);
  return [...names].some(([, name]) => isSecret(name!)) ? part.slice(0, end) + HEAD_END + mask : part;
}

/**
 * Masks the content of each part with a secret name. Returns undefined for a text that its media type does not
 * divide into parts.
 */
export function maskParts(
  text: string,
  mediaType: string,
  isSecret: (name: string) => boolean,
  mask: string,
): string | undefined {
  const [, quoted, plain] = BOUNDARY.exec(mediaType) ?? [];
  const delimiter = `${LINE_BREAK}--${quoted ?? plain}`;
  // A form can begin with its first delimiter.
  const [preamble, ...parts] = (LINE_BREAK + text).split(delimiter);
  if (!(quoted ?? plain) || parts.length === 0) return undefined;
  const masked = parts.map((part) => maskPart(part, isSecret, mask));
  return [preamble, ...masked].join(delimiter).slice(LINE_BREAK.length);
}
