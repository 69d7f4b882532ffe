// Reads forms and files: fields as text, and files as digests, which stand for them in the validated body.
import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';
import { Busboy } from '@fastify/busboy';
import { parse as parseContentType } from 'content-type';
import type { Request } from 'express';
import { type BodyFormat, type FilePart, type UploadedFile, allowsType } from '../../contract/body-formats';
import { addFormPart, parseFields } from '../../contract/query';
import { TEXT_FORMATS, textFault } from '../../contract/validation/text-messages';
import { ApiError, invalid, wrongLength } from '../../base/errors';
import { BEGINNING_BYTES, contentFault, listEndings, typeOfContent, typeOfName } from './file-types';

/** Limits under the parser's names, and limits over all parts, which the parser does not have. */
const LIMITS = {
  fields: 20,
  fieldSize: 100 * 1024,
  files: 10,
  parts: 30,
  headerPairs: 100,
  headerSize: 16 * 1024,
};

/** Returns a 400 that names a field of the form, or `body` for the whole form. */
const formError = (problem: string, field = 'body'): ApiError =>
  new ApiError(
    'validation_error',
    `The request body is not a form that this operation accepts: ${problem}.`,
    { details: [{ field, message: problem }] },
  );

const fileTooLarge = (file: string, maxBytes: number): ApiError =>
  new ApiError('payload_too_large', `${file} is larger than ${maxBytes} bytes.`);

/** @throws ApiError `unsupported_media_type` */
function requireUncompressed({ headers }: Request, body: string): void {
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity')
    throw new ApiError('unsupported_media_type', `Send the ${body} uncompressed.`);
}

/** Discards the rest of the body. A request whose stream is destroyed would get no response. */
function discardRest(request: Request): void {
  request.unpipe();
  request.resume();
}

/** The value of a file in the validated body: its digest, which differs between two files; empty for an empty file. */
class FileDigest {
  bytes = 0;
  private readonly hash = createHash('sha256');

  add(chunk: Buffer): number {
    this.hash.update(chunk);
    return (this.bytes += chunk.length);
  }

  value(): string {
    return this.bytes > 0 ? this.hash.digest('hex') : '';
  }
}

/** Parses an `application/x-www-form-urlencoded` body. @throws ApiError `validation_error` */
export function parseFieldsForm(bytes: Buffer, { fields: known }: BodyFormat): Record<string, unknown> {
  const { fields, repeated } = parseFields(bytes.toString(), known);
  if (repeated !== undefined) throw formError(`the field ${repeated} appears twice`, repeated);
  return fields;
}

/** Reads a body that is a file. @throws ApiError `payload_too_large`, `unsupported_media_type`, `bad_request` */
export async function readFile(request: Request, { maxBytes }: BodyFormat): Promise<string> {
  requireUncompressed(request, 'file');
  const digest = new FileDigest();
  await new Promise<void>((resolve, reject) => {
    const add = (chunk: Buffer): void => {
      if (digest.add(chunk) <= maxBytes) return;
      request.off('data', add);
      discardRest(request);
      reject(fileTooLarge('The file', maxBytes));
    };
    request.on('data', add);
    request.once('end', resolve);
    for (const event of ['error', 'close']) request.once(event, () => reject(wrongLength()));
  });
  return digest.value();
}

/** Valid boundaries (RFC 2046, section 5.1.1). */
const BOUNDARY = /^[\w'()+,./:=? -]{0,69}[\w'()+,./:=?-]$/;

/** @throws ApiError `validation_error` */
function parseBoundary({ headers }: Request): string {
  const { boundary = '' } = parseContentType(headers['content-type']!).parameters;
  if (!BOUNDARY.test(boundary)) throw formError('its media type has no valid boundary');
  return boundary;
}

/** The rule of the contract for other names, applied to the name of a file. */
const FILE_NAME = { format: 'visible-text' };
const VISIBLE = TEXT_FORMATS.get(FILE_NAME.format)!;

const notFile = (name: string): string =>
  `the part ${name} must be a file, for example curl -F '${name}=@FILE;type=TYPE'`;

const unsupportedType = (name: string, mediaType: string, { mediaTypes }: FilePart): ApiError =>
  new ApiError(
    'unsupported_media_type',
    `The part ${name} has the media type ${mediaType}. Send it as ${mediaTypes.join(' or ')}${listEndings(mediaTypes)}.`,
  );

/**
 * Reads a `multipart/form-data` body and adds each file to `uploaded`. Stops at the first error.
 * @throws ApiError `validation_error`, `payload_too_large`, `unsupported_media_type`
 */
export async function readMultipartForm(
  request: Request,
  { files, fields }: BodyFormat,
  uploaded: UploadedFile[],
): Promise<Record<string, unknown>> {
  requireUncompressed(request, 'form');
  const form = Object.create(null) as Record<string, unknown>;
  const maxFileBytes = Math.max(1, ...Object.values(files).map(({ maxBytes }) => maxBytes));
  const boundary = parseBoundary(request); // The counter and the parser must use the same boundary.
  const parser = new Busboy({
    headers: { 'content-type': `multipart/form-data; boundary="${boundary}"` },
    limits: { ...LIMITS, fileSize: maxFileBytes },
    isPartAFile: (name, _mediaType, filename) => filename !== undefined || Object.hasOwn(files, name ?? ''),
  });
  const counter = createFormCounter(boundary, maxFileBytes);

  await new Promise<void>((resolve, reject) => {
    function stop(error: Error): void {
      counter.unpipe(parser);
      discardRest(request);
      reject(error);
    }
    const fail = (error: Error): void => stop(error instanceof ApiError ? error : formError(error.message));
    const add = (name: string, value: string): void => {
      const typed = Object.hasOwn(fields, name) ? fields[name] : undefined;
      if (!addFormPart(form, name, value, typed)) stop(formError(`the part ${name} appears twice`, name));
    };

    parser.on('field', (name, value, _nameTruncated, valueTruncated) => {
      if (valueTruncated) stop(formError(`the part ${name} is too long`, name));
      add(name, value);
    });
    parser.on('file', (name, stream, filename: string | undefined, _transferEncoding, declared) => {
      const file = Object.hasOwn(files, name) ? files[name] : undefined;
      const mediaType = filename === undefined ? undefined : typeOfName(filename, declared);
      if (file && mediaType !== undefined && !allowsType(file, mediaType))
        stop(unsupportedType(name, mediaType, file));
      if (filename && !VISIBLE.allowed.test(filename))
        stop(formError(`the name of the file ${name} ${textFault(FILE_NAME, filename)}`, name));
      const digest = new FileDigest();
      const chunks: Buffer[] = [];
      const maxBytes = file?.maxBytes ?? maxFileBytes;
      const failTooLarge = () => stop(fileTooLarge(`The file ${name}`, maxBytes));
      stream.on('data', (chunk: Buffer) => {
        if (file || digest.bytes < BEGINNING_BYTES) chunks.push(chunk);
        if (digest.add(chunk) > maxBytes) failTooLarge();
      });
      stream.on('limit', failTooLarge);
      stream.on('end', () => {
        if (digest.bytes === 0) stop(formError(`the file ${name} is empty`, name));
        const value = digest.value();
        add(name, value);
        const content = Buffer.concat(chunks);
        const beginning = content.subarray(0, BEGINNING_BYTES);
        const type =
          mediaType === undefined ? file && typeOfContent(file, beginning) : { mediaType, endings: [''] };
        if (!type) return stop(formError(notFile(name), name));
        const fault = contentFault(type.mediaType, beginning);
        if (fault !== undefined) stop(invalid(name, fault));
        uploaded.push({
          name: filename ?? name + type.endings[0],
          mediaType: type.mediaType,
          content,
          digest: value,
        });
      });
      stream.on('error', fail);
    });
    for (const limit of ['fields', 'files', 'parts'] as const) {
      parser.on(`${limit}Limit`, () => stop(formError(`it has more than ${LIMITS[limit]} ${limit}`)));
    }
    // Both report a form that ends too early. An error without a listener would end the process.
    for (const stream of [counter, parser]) stream.on('error', fail);
    parser.once('finish', resolve);
    request.once('aborted', () => stop(formError('it ended too early')));
    request.pipe(counter).pipe(parser);
  });
  return { ...form };
}

const LINE_BREAK = '\r\n';

/**
 * Returns a stream that passes a form on and counts its bytes, parts and header fields. At the first exceeded
 * limit it fails with ApiError `validation_error` or `payload_too_large`. It precedes the parser, which makes
 * a stream for each delimiter (spec/decisions/0011-the-wire.md).
 */
function createFormCounter(boundary: string, maxFileBytes: number): Transform {
  const { files, fields, fieldSize, parts, headerPairs, headerSize } = LIMITS;
  const delimiter = Buffer.from(`${LINE_BREAK}--${boundary}`);
  const maxBytes = files * maxFileBytes + fields * fieldSize + headerSize;
  const counted = { bytes: 0, delimiters: 0, headerBytes: 0, headerFields: 0 };
  let isInHeaders = false;
  let rest = Buffer.from(LINE_BREAK); // A form can begin with its first delimiter.

  /** Counts header bytes between two delimiters (`isWhole`), or after the last delimiter so far. */
  function countHeaders(bytes: Buffer, isWhole: boolean): void {
    const end = bytes.indexOf(LINE_BREAK + LINE_BREAK);
    const length = end < 0 ? bytes.length : end;
    if (counted.headerBytes + length > headerSize)
      throw formError(`its parts have headers of more than ${headerSize} bytes`);
    if (end < 0 && !isWhole) return;
    isInHeaders = false;
    counted.headerBytes += length;
    const lines = bytes.toString('latin1', 0, length).split(LINE_BREAK);
    counted.headerFields += lines.filter((line) => line !== '').length;
    if (counted.headerFields > headerPairs)
      throw formError(`its parts have more than ${headerPairs} header fields`);
  }

  function count(chunk: Buffer): void {
    counted.bytes += chunk.length;
    if (counted.bytes > maxBytes)
      throw new ApiError('payload_too_large', `The form is larger than ${maxBytes} bytes.`);
    let bytes = Buffer.concat([rest, chunk]);
    for (;;) {
      const at = bytes.indexOf(delimiter);
      if (isInHeaders) countHeaders(at < 0 ? bytes : bytes.subarray(0, at), at >= 0);
      if (at < 0) break;
      counted.delimiters += 1; // one for each part, and one for the end of the form
      if (counted.delimiters > parts + 1) throw formError(`it has more than ${parts} parts`);
      isInHeaders = true;
      bytes = bytes.subarray(at + delimiter.length);
    }
    rest = isInHeaders ? bytes : bytes.subarray(Math.max(0, bytes.length - delimiter.length + 1));
  }

  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      try {
        count(chunk);
        done(null, chunk);
      } catch (error) {
        done(error as Error);
      }
    },
  });
}
