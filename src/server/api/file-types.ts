// The media types of uploaded files. Many clients send none: then the ending of the file's name counts, or its content.
import { type FilePart, allowsType } from '../../contract/body-formats';
import { kindFault } from '../../base/csv/header';
import { joinWithOr } from '../../base/text';

interface FileType {
  mediaType: string;
  endings: string[];
  /** Matches the beginning of the content, with a character for each byte. */
  content: RegExp;
  /** For messages. */
  words: string;
}

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const CSV = 'text/csv';
const PDF = /%PDF-/; // not always the first bytes (ISO 32000-1, Annex H.3.4.1)
const ZIP = /^PK\x03\x04/;
// Text has no control characters, except in UTF-16.
const TEXT = /^(?:\xff\xfe|\xfe\xff|[^\0-\x08\x0e-\x1a\x1c-\x1f]*$)/;

const FILE_TYPES: FileType[] = [
  {
    mediaType: 'application/pdf',
    endings: ['.pdf'],
    content: PDF,
    words: 'a PDF file, which begins with %PDF-',
  },
  { mediaType: DOCX, endings: ['.docx'], content: ZIP, words: 'a DOCX file, which is a ZIP archive' },
  {
    mediaType: 'image/png',
    endings: ['.png'],
    content: /^\x89PNG\r\n\x1a\n/,
    words: 'a PNG file, which begins with the PNG signature',
  },
  {
    mediaType: 'image/jpeg',
    endings: ['.jpg', '.jpeg'],
    content: /^\xff\xd8\xff/,
    words: 'a JPEG file, which begins with the JPEG signature',
  },
  { mediaType: 'text/plain', endings: ['.txt'], content: TEXT, words: 'a text, without binary content' },
  { mediaType: CSV, endings: ['.csv'], content: TEXT, words: 'a CSV file, without binary content' },
];

const UNKNOWN = 'application/octet-stream';
/**
 * Types that say nothing about a file. `text/plain` is the default of a part (RFC 7578, section 4.4), and Windows with Excel
 * calls a CSV file `application/vnd.ms-excel`.
 */
const UNTOLD = [UNKNOWN, 'text/plain', 'application/vnd.ms-excel'];

/** The number of bytes that decide about the content. */
export const BEGINNING_BYTES = 1024;

/** Returns the media type of a file: that of its part, or the one of the ending of its name. */
export function typeOfName(fileName: string, mediaType: string): string {
  if (!UNTOLD.includes(mediaType)) return mediaType;
  const name = fileName.toLowerCase();
  return FILE_TYPES.find(({ endings }) => endings.some((each) => name.endsWith(each)))?.mediaType ?? UNKNOWN;
}

/** Returns the endings of names that count as some media types, for a message. */
export function listEndings(mediaTypes: string[]): string {
  const endings = FILE_TYPES.filter(({ mediaType }) => mediaTypes.includes(mediaType)).flatMap(
    (type) => type.endings,
  );
  return endings.length === 0 ? '' : `, or under a name that ends with ${joinWithOr(endings)}`;
}

/** Returns why the content cannot have the media type; undefined when it can. */
export function contentFault(mediaType: string, beginning: Buffer): string | undefined {
  const type = FILE_TYPES.find((each) => each.mediaType === mediaType);
  const otherKind = mediaType === CSV ? kindFault(beginning, 'csv') : undefined;
  if (otherKind !== undefined) return otherKind;
  return type && !type.content.test(beginning.toString('latin1')) ? `must be ${type.words}` : undefined;
}

/**
 * Returns the type of a part without a file name, which is optional (RFC 7578, section 4.2); undefined for a text of
 * one line, with which the client meant the name of a file.
 */
export function typeOfContent(part: FilePart, beginning: Buffer): FileType | undefined {
  const text = beginning.toString('latin1');
  const isLine = TEXT.test(text) && !/[\r\n]/.test(text);
  const fits = ({ mediaType, content }: FileType): boolean =>
    allowsType(part, mediaType) && content.test(text);
  return isLine ? undefined : FILE_TYPES.find(fits);
}
