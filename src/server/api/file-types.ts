// The media types of uploaded files. Many clients send none: then the ending of the file's name counts, or its content.
import { type FilePart, allowsType } from '../../contract/body-formats';

interface FileType {
  mediaType: string;
  ending: string;
  /** Matches the beginning of the content. */
  content: RegExp;
  /** For messages. */
  words: string;
}

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const PDF = /%PDF-/; // not always the first bytes (ISO 32000-1, Annex H.3.4.1)
const ZIP = /^PK\x03\x04/;

const FILE_TYPES: FileType[] = [
  {
    mediaType: 'application/pdf',
    ending: '.pdf',
    content: PDF,
    words: 'a PDF file, which begins with %PDF-',
  },
  { mediaType: DOCX, ending: '.docx', content: ZIP, words: 'a DOCX file, which is a ZIP archive' },
  // Any file may be CSV: the reader of its rows decides.
  { mediaType: 'text/csv', ending: '.csv', content: /(?:)/, words: 'a CSV file' },
];

/** Types that say nothing about a file. `text/plain` is the default of a part (RFC 7578, section 4.4). */
const UNTOLD = ['application/octet-stream', 'text/plain'];

/** The number of bytes that decide about the content. */
export const BEGINNING_BYTES = 1024;

/** Returns the media type of a file: that of its part, or the one of the ending of its name. */
export function typeOfName(fileName: string, mediaType: string): string {
  if (!UNTOLD.includes(mediaType)) return mediaType;
  const name = fileName.toLowerCase();
  return FILE_TYPES.find(({ ending }) => name.endsWith(ending))?.mediaType ?? mediaType;
}

/** Returns why the content cannot have the media type; undefined when it can. */
export function contentFault(mediaType: string, beginning: Buffer): string | undefined {
  const type = FILE_TYPES.find((each) => each.mediaType === mediaType);
  return type && !type.content.test(beginning.toString('latin1')) ? `must be ${type.words}` : undefined;
}

/**
 * Returns the type of a part without a file name, which is optional (RFC 7578, section 4.2); undefined for a text of
 * one line, with which the client meant the name of a file.
 */
export function typeOfContent(part: FilePart, beginning: Buffer): FileType | undefined {
  const text = beginning.toString('latin1');
  const fits = ({ mediaType, content }: FileType): boolean =>
    allowsType(part, mediaType) && content.test(text);
  return /[\r\n]/.test(text) ? FILE_TYPES.find(fits) : undefined;
}
