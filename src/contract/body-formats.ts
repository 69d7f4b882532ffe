// Which bodies an operation takes, and which files in a form: from the contract.

/** A part of a form that is a file. */
export interface FilePart {
  maxBytes: number;
  /** Those that it may have, such as `text/csv` or `image/*`; none where the contract leaves it open. */
  mediaTypes: string[];
}

/** A media type that an operation takes. */
export interface BodyFormat {
  mediaType: string;
  /** The parts of a form that are files, by name. */
  files: Record<string, FilePart>;
}

interface FileSchema {
  format?: string;
  contentMediaType?: string;
  maxLength?: number;
}

/** The Encoding Objects of a form, by the name of their part. */
export type Encodings = Record<string, { contentType?: string }>;

/** For documents that do not say how large a file may be. */
const MOST_BYTES = 25 * 1024 * 1024;

const isFile = ({ format, contentMediaType }: FileSchema): boolean => format === 'binary' || contentMediaType !== undefined;

/** `text/csv; header=present, text/plain` is two types; parameters tell no kind of file. */
const typesIn = (list: string): string[] => list.split(',').map((type) => type.split(';')[0]!.trim().toLowerCase());

/** `properties` are those of the body's schema, resolved. */
export function bodyFormat(mediaType: string, properties: Record<string, unknown>, encoding: Encodings = {}): BodyFormat {
  const files = Object.entries(properties as Record<string, FileSchema>).filter(([, property]) => isFile(property));
  const partOf = (name: string, { maxLength = MOST_BYTES }: FileSchema): FilePart => {
    const types = encoding[name]?.contentType;
    return { maxBytes: maxLength, mediaTypes: types === undefined ? [] : typesIn(types) };
  };
  return { mediaType, files: Object.fromEntries(files.map(([name, property]) => [name, partOf(name, property)])) };
}

/** Whether a file may come as this media type. */
export const mayBe = ({ mediaTypes }: FilePart, type: string): boolean =>
  mediaTypes.length === 0 || mediaTypes.some((allowed) => allowed === type || allowed === '*/*' || (allowed.endsWith('/*') && type.startsWith(allowed.slice(0, -1))));

/** A media type as which a file may be sent. */
export const sendableType = (part: FilePart | undefined): string => part?.mediaTypes.find((type) => !type.includes('*')) ?? 'application/octet-stream';
