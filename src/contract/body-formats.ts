// Which bodies an operation takes, and which files in a form: from the contract.
import { listOf } from './lists';
import type { Typed } from './query';

/** A part of a form that is a file. */
export interface FilePart {
  maxBytes: number;
  /** Those that it may have, such as `text/csv` or `image/*`; none where the contract leaves it open. */
  mediaTypes: string[];
}

/** A file that came in a form. */
export interface UploadedFile {
  /** As the client calls it. */
  name: string;
  mediaType: string;
  bytes: number;
}

/** How a body is read: as JSON, as a form in parts, as a form that is written like a query, or whole, as a file. */
export type BodyKind = 'json' | 'form' | 'fields' | 'file';

/** A media type that an operation takes. */
export interface BodyFormat {
  mediaType: string;
  /** Undefined of what is not read here. */
  kind: BodyKind | undefined;
  /** Of a file: the most that it may have. */
  maxBytes: number;
  /** The fields of a form that are text, by name. */
  fields: Record<string, Typed>;
  /** The parts of a form that are files, by name. */
  files: Record<string, FilePart>;
}

interface PartSchema {
  type?: unknown;
  items?: PartSchema;
  format?: string;
  contentMediaType?: string;
  maxLength?: number;
}

/** The Encoding Objects of a form, by the name of their part. */
export type Encodings = Record<string, { contentType?: string; style?: string; explode?: boolean }>;

/** For documents that do not say how large a file may be. */
const MAX_BYTES = 25 * 1024 * 1024;

const isFile = ({ format, contentMediaType }: PartSchema): boolean =>
  format === 'binary' || contentMediaType !== undefined;

/** The schema of a part that is a file, also where there may be several of its name. */
const fileOf = (schema: PartSchema): PartSchema | undefined =>
  isFile(schema) ? schema : schema.items && fileOf(schema.items);

/** `text/csv; header=present, text/plain` is two types; parameters tell no kind of file. */
const typesIn = (list: string): string[] =>
  list.split(',').map((type) => type.split(';')[0]!.trim().toLowerCase());

export const isJson = (mediaType: string): boolean => /[/+]json$/.test(mediaType);

function kindOf(mediaType: string, schema: PartSchema): BodyKind | undefined {
  if (isJson(mediaType)) return 'json';
  if (mediaType === 'multipart/form-data') return 'form';
  if (mediaType === 'application/x-www-form-urlencoded') return 'fields';
  return mediaType === 'application/octet-stream' || isFile(schema) ? 'file' : undefined;
}

/** `schema` is the body's, resolved, and so are its properties. */
export function bodyFormat(
  mediaType: string,
  schema: PartSchema & { properties?: Record<string, PartSchema> },
  encoding: Encodings = {},
): BodyFormat {
  const properties = Object.entries(schema.properties ?? {});
  const partOf = (name: string, { maxLength = MAX_BYTES }: PartSchema): FilePart => {
    const types = encoding[name]?.contentType;
    return { maxBytes: maxLength, mediaTypes: types === undefined ? [] : typesIn(types) };
  };
  const files = properties.flatMap(([name, property]): [string, PartSchema][] => {
    const file = fileOf(property);
    return file ? [[name, file]] : [];
  });
  const typed = (name: string, property: PartSchema): Typed => {
    const list = listOf(property, encoding[name]);
    return { type: property.type, ...(list ? { list } : {}) };
  };
  const kind = kindOf(mediaType, schema);
  return {
    mediaType,
    kind,
    maxBytes: schema.maxLength ?? MAX_BYTES,
    fields:
      kind === 'fields' || kind === 'form'
        ? Object.fromEntries(properties.map(([name, property]) => [name, typed(name, property)]))
        : {},
    files: Object.fromEntries(files.map(([name, file]) => [name, partOf(name, file)])),
  };
}

/** Whether a file may come as this media type. */
export const mayBe = ({ mediaTypes }: FilePart, type: string): boolean =>
  mediaTypes.length === 0 ||
  mediaTypes.some(
    (allowed) =>
      allowed === type ||
      allowed === '*/*' ||
      (allowed.endsWith('/*') && type.startsWith(allowed.slice(0, -1))),
  );

/** A media type as which a file may be sent. */
export const sendableType = (part: FilePart | undefined): string =>
  part?.mediaTypes.find((type) => !type.includes('*')) ?? 'application/octet-stream';
