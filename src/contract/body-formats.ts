// Derives from the contract which bodies an operation takes, and which files a form may have.
import { isJson } from '../base/values';
import { type Typed, findList } from './query';

/** A file part of a form. */
export interface FilePart {
  maxBytes: number;
  /** Allowed media types, for example `text/csv` or `image/*`. Empty allows every type. */
  mediaTypes: string[];
}

/** A file that a form contained. */
export interface UploadedFile {
  /** The client's file name. */
  name: string;
  mediaType: string;
  content: Buffer;
  /** SHA-256 of the content, in hexadecimal. */
  digest: string;
}

/** How a body is read: JSON, multipart form, URL-encoded form (`fields`) or raw file. */
type BodyKind = 'json' | 'form' | 'fields' | 'file';

/** One media type of a request body. */
export interface BodyFormat {
  mediaType: string;
  /** Undefined when this server cannot read the media type. */
  kind: BodyKind | undefined;
  /** Maximum size of a raw file. */
  maxBytes: number;
  /** Text fields of a form, by name. */
  fields: Record<string, Typed>;
  /** File parts of a form, by name. */
  files: Record<string, FilePart>;
}

interface PartSchema {
  type?: unknown;
  items?: PartSchema;
  format?: string;
  contentMediaType?: string;
  maxLength?: number;
}

/** Encoding Objects of a form, by part name. */
export type Encodings = Record<string, { contentType?: string; style?: string; explode?: boolean }>;

/** The limits when the document sets none. The server keeps files in memory until the handler reads them. */
const MAX_FILE_BYTES = 25 * 1024 * 1024;
const MAX_TEXT_BYTES = 10 * 1024 * 1024;

const isFile = ({ format, contentMediaType }: PartSchema): boolean =>
  format === 'binary' || contentMediaType !== undefined;

/** Returns the schema of a file part, or of the items of a list of files. */
const findFile = (schema: PartSchema): PartSchema | undefined =>
  isFile(schema) ? schema : schema.items && findFile(schema.items);

/** `text/csv; header=present, text/plain` is two types. Their parameters do not matter. */
const typesIn = (list: string): string[] =>
  list.split(',').map((type) => type.split(';')[0]!.trim().toLowerCase());

function findKind(mediaType: string, schema: PartSchema): BodyKind | undefined {
  if (isJson(mediaType)) return 'json';
  if (mediaType === 'multipart/form-data') return 'form';
  if (mediaType === 'application/x-www-form-urlencoded') return 'fields';
  return mediaType === 'application/octet-stream' || isFile(schema) ? 'file' : undefined;
}

/** Expects the resolved schema of the body, with resolved properties. */
export function bodyFormat(
  mediaType: string,
  schema: PartSchema & { properties?: Record<string, PartSchema> },
  encoding: Encodings = {},
): BodyFormat {
  const properties = Object.entries(schema.properties ?? {});
  const toPart = (name: string, part: PartSchema): FilePart => {
    const { contentType } = encoding[name] ?? {};
    const mediaTypes = contentType === undefined ? [] : typesIn(contentType);
    const isText = mediaTypes.length > 0 && mediaTypes.every((type) => type.startsWith('text/'));
    return { maxBytes: part.maxLength ?? (isText ? MAX_TEXT_BYTES : MAX_FILE_BYTES), mediaTypes };
  };
  const files = properties.flatMap(([name, property]): [string, PartSchema][] => {
    const file = findFile(property);
    return file ? [[name, file]] : [];
  });
  const typed = (name: string, property: PartSchema): Typed => {
    const list = findList(property, encoding[name]);
    return { type: property.type, ...(list ? { list } : {}) };
  };
  const kind = findKind(mediaType, schema);
  return {
    mediaType,
    kind,
    maxBytes: schema.maxLength ?? MAX_FILE_BYTES,
    fields:
      kind === 'fields' || kind === 'form'
        ? Object.fromEntries(properties.map(([name, property]) => [name, typed(name, property)]))
        : {},
    files: Object.fromEntries(files.map(([name, file]) => [name, toPart(name, file)])),
  };
}

export const allowsType = ({ mediaTypes }: FilePart, type: string): boolean =>
  mediaTypes.length === 0 ||
  mediaTypes.some(
    (allowed) =>
      allowed === type ||
      allowed === '*/*' ||
      (allowed.endsWith('/*') && type.startsWith(allowed.slice(0, -1))),
  );

export const sendableType = (part: FilePart | undefined): string =>
  part?.mediaTypes.find((type) => !type.includes('*')) ?? 'application/octet-stream';
