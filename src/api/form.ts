// Reads forms and files: fields as text, files counted and let go, since no released operation keeps one yet.
import { createHash } from 'node:crypto';
import { Busboy } from '@fastify/busboy';
import { parse as parseContentType } from 'content-type';
import type { Request } from 'express';
import { type BodyFormat, type FilePart, type UploadedFile, mayBe } from '../contract/body-formats';
import { givePart, parseFields } from '../contract/query';
import { ApiError, wrongLength } from '../errors';
import { FORM_LIMITS, createFormCounter, formFault } from './form-limits';

/** What stands for a file in the value that is validated: its digest, which tells a retry from another file; empty for an empty one, which the schema refuses. */
function createStandIn(): { add(chunk: Buffer): number; bytes(): number; value(): string } {
  const hash = createHash('sha256');
  let bytes = 0;
  return {
    add(chunk) {
      hash.update(chunk);
      return (bytes += chunk.length);
    },
    bytes: () => bytes,
    value: () => (bytes > 0 ? hash.digest('hex') : ''),
  };
}

/** @throws ApiError `unsupported_media_type`. */
function requirePlain({ headers }: Request, what: string): void {
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity')
    throw new ApiError('unsupported_media_type', `Send the ${what} uncompressed.`);
}

/** A form that is written like a query. @throws ApiError `validation_error`. */
export function fieldsIn(bytes: Buffer, { fields: known }: BodyFormat): Record<string, unknown> {
  const { fields, repeated } = parseFields(bytes.toString(), known);
  if (repeated !== undefined) throw formFault(`the field ${repeated} is there twice`, repeated);
  return fields;
}

/** A body that is a file. @throws ApiError `payload_too_large`, `unsupported_media_type`, `bad_request`. */
export async function readFile(request: Request, { maxBytes }: BodyFormat): Promise<string> {
  requirePlain(request, 'file');
  const standIn = createStandIn();
  await new Promise<void>((resolve, reject) => {
    const add = (chunk: Buffer): void => {
      if (standIn.add(chunk) <= maxBytes) return;
      request.off('data', add);
      discardRest(request);
      reject(new ApiError('payload_too_large', `The file is larger than ${maxBytes} bytes.`));
    };
    request.on('data', add);
    request.once('end', resolve);
    for (const event of ['error', 'close']) request.once(event, () => reject(wrongLength()));
  });
  return standIn.value();
}

/** Discards the rest of the body. A request whose stream is destroyed would get no response. */
function discardRest(request: Request): void {
  request.unpipe();
  request.resume();
}

/** Allowed boundaries (RFC 2046, section 5.1.1). The counter and the parser get the same boundary. */
const BOUNDARY = /^[\w'()+,./:=? -]{0,69}[\w'()+,./:=?-]$/;

/** @throws ApiError `validation_error`. */
function boundaryOf({ headers }: Request): string {
  const { boundary = '' } = parseContentType(headers['content-type']!).parameters;
  if (!BOUNDARY.test(boundary)) throw formFault('its media type has no valid boundary');
  return boundary;
}

const notFile = (name: string): string =>
  `the part ${name} must be a file, with a file name and a media type, ` +
  `such as curl -F '${name}=@FILE;type=TYPE' sends`;

const unsupported = (name: string, mediaType: string, { mediaTypes }: FilePart): ApiError =>
  new ApiError(
    'unsupported_media_type',
    `The part ${name} says that it is ${mediaType}. Send it as ${mediaTypes.join(' or ')}.`,
  );

/**
 * Adds each file to `uploaded`. Parsing stops at the first fault.
 * @throws ApiError `validation_error`, `payload_too_large`, `unsupported_media_type`.
 */
export async function readForm(
  request: Request,
  { files, fields }: BodyFormat,
  uploaded: UploadedFile[],
): Promise<Record<string, unknown>> {
  requirePlain(request, 'form');
  const form = Object.create(null) as Record<string, unknown>;
  const largest = Math.max(1, ...Object.values(files).map(({ maxBytes }) => maxBytes));
  const boundary = boundaryOf(request);
  const parser = new Busboy({
    headers: { 'content-type': `multipart/form-data; boundary="${boundary}"` },
    limits: { ...FORM_LIMITS, fileSize: largest },
  });
  const counter = createFormCounter(boundary, largest);

  await new Promise<void>((resolve, reject) => {
    function stop(error: Error): void {
      counter.unpipe(parser);
      discardRest(request);
      reject(error);
    }
    const refuse = (error: Error): void => stop(error instanceof ApiError ? error : formFault(error.message));
    const keep = (name: string, value: string): void => {
      const typed = Object.hasOwn(fields, name) ? fields[name] : undefined;
      if (!givePart(form, name, value, typed)) stop(formFault(`the part ${name} is there twice`, name));
    };

    parser.on('field', (name, value, _nameTruncated, valueTruncated) => {
      if (Object.hasOwn(files, name)) stop(formFault(notFile(name), name));
      if (valueTruncated) stop(formFault(`the part ${name} is too long`, name));
      keep(name, value);
    });
    parser.on('file', (name, stream, filename, _transferEncoding, mediaType) => {
      const file = Object.hasOwn(files, name) ? files[name] : undefined;
      if (file && !mayBe(file, mediaType)) stop(unsupported(name, mediaType, file));
      const standIn = createStandIn();
      const most = file?.maxBytes ?? largest;
      const tooLarge = `The file ${name} is larger than ${most} bytes.`;
      const refuseLarge = () => stop(new ApiError('payload_too_large', tooLarge));
      stream.on('data', (chunk: Buffer) => standIn.add(chunk) > most && refuseLarge());
      stream.on('limit', refuseLarge);
      stream.on('end', () => {
        keep(name, standIn.value());
        uploaded.push({ name: filename, mediaType, bytes: standIn.bytes() });
      });
      stream.on('error', refuse);
    });
    for (const what of ['fields', 'files', 'parts'] as const) {
      parser.on(`${what}Limit`, () => stop(formFault(`it has more than ${FORM_LIMITS[what]} ${what}`)));
    }
    // Each of these streams reports a form that ends too early. An error without a listener would end the
    // process.
    for (const stream of [counter, parser]) stream.on('error', refuse);
    parser.once('finish', resolve);
    request.once('aborted', () => stop(formFault('it ended too early')));
    request.pipe(counter).pipe(parser);
  });
  return { ...form };
}
