// Reads request bodies: checks media type and encoding, decompresses within a size limit, and parses.
import { parse as parseContentType } from 'content-type';
import express, { type Request, type Response } from 'express';
import { type BodyFormat, type UploadedFile, isJson } from '../../contract/body-formats';
import type { Operation } from '../../contract/document';
import type { ReadBody } from '../../contract/handler';
import { ApiError, invalid, wrongLength } from '../../base/errors';
import { isObject } from '../../base/values';
import { parseFieldsForm, readFile, readMultipartForm } from './form';
import { parseJson } from './json';

const MAX_BYTES = 100 * 1024;

/** Explicit, because the encodings of body-parser depend on the version of Node. */
const ENCODINGS = ['identity', 'gzip', 'deflate'];

const parser = express.raw({ type: () => true, limit: MAX_BYTES });

type ReceiveBody = <Body>(read: () => Promise<Body>) => Promise<Body>;

/**
 * Reads the body as the operation defines it.
 * @throws ApiError `unsupported_media_type`, `payload_too_large`, `invalid_json`, `bad_request`, `validation_error`
 */
export async function readBody(
  { requestBody, bodyFormats, method }: Operation,
  request: Request,
  response: Response,
): Promise<ReadBody> {
  const { admission, authenticatedRequest } = response.locals;
  const { organization, keyId } = authenticatedRequest!.principal;
  const receive: ReceiveBody = (read) =>
    admission.receive(`${organization.id} ${keyId}`, () => {
      sendContinue(request, response);
      return read();
    });
  const { headers } = request;
  const isAbsent = headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0;
  if (requestBody && isAbsent && headers['content-type'] === undefined)
    throw invalid('body', 'is required; send it as the operation describes');
  if (requestBody) return readFormatted(request, response, formatOf(request, bodyFormats), receive);
  // A truncated or malformed request must fail before its handler deletes anything.
  // HTTP gives the body of a DELETE no meaning (RFC 9110, section 9.3.5).
  if (method === 'DELETE') await receive(() => discardBody(request));
  else if (method !== 'GET') await readEmptyBody(request, response, receive);
  return {};
}

async function readFormatted(
  request: Request,
  response: Response,
  format: BodyFormat,
  receive: ReceiveBody,
): Promise<ReadBody> {
  const isStream = format.kind === 'form' || format.kind === 'file';
  if (!isStream) requireReadable(request);
  const files: UploadedFile[] = [];
  if (isStream && response.locals.observeBody) keepBeginning(request);
  const readValue = async (): Promise<unknown> => {
    switch (format.kind) {
      case 'form':
        return receive(() => readMultipartForm(request, format, files));
      case 'file':
        return receive(() => readFile(request, format));
      case 'fields':
        return parseFieldsForm(await receive(() => readBytes(request, response)), format);
      default:
        return parseJson(await receive(() => readBytes(request, response)));
    }
  };
  return { bodyType: format.mediaType, requestBody: await readValue(), files };
}

/** The observer shows the beginning of a body that nothing else keeps. */
function keepBeginning(request: Request): void {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const keep = (chunk: Buffer): void => {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > MAX_BYTES) request.off('data', keep);
  };
  request.on('data', keep);
  Object.defineProperty(request, 'body', { get: () => Buffer.concat(chunks) });
}

function requireReadable({ headers }: Request): void {
  if (!ENCODINGS.includes((headers['content-encoding'] ?? 'identity').toLowerCase())) {
    throw new ApiError(
      'unsupported_media_type',
      'Send the body uncompressed, or with Content-Encoding gzip or deflate.',
    );
  }
  if (Number(headers['content-length'] ?? 0) > MAX_BYTES) throw tooLarge();
}

async function readBytes(request: Request, response: Response): Promise<Buffer> {
  await new Promise<void>((resolve, reject) => {
    parser(request, response, (error?: unknown) =>
      error ? reject(fromBodyParserError(error as Error)) : resolve(),
    );
    let bytes = 0; // body-parser reports a body that is too large only at its end.
    request.on('data', (chunk: Buffer) => (bytes += chunk.length) > MAX_BYTES && reject(tooLarge()));
  });
  const bytes: unknown = request.body;
  return Buffer.isBuffer(bytes) ? bytes : Buffer.alloc(0);
}

/** Waits for the end of a body that the operation does not use. @throws ApiError `bad_request` */
const discardBody = (request: Request): Promise<void> =>
  new Promise((resolve, reject) => {
    if (request.complete) return resolve();
    request.once('end', resolve);
    for (const event of ['error', 'close']) request.once(event, () => reject(wrongLength()));
    request.resume();
  });

/** Reads the body of an operation without fields. Some clients send `{}` instead of no body. */
async function readEmptyBody(request: Request, response: Response, receive: ReceiveBody): Promise<void> {
  requireReadable(request);
  const bytes = await receive(() => readBytes(request, response));
  if (bytes.length === 0) return;
  const { type, parameters } = parseContentType(request.headers['content-type'] ?? '');
  if (!isJson(type) || !isUtf8(parameters['charset']))
    throw new ApiError('unsupported_media_type', 'Send no body, or {} as application/json in UTF-8.');
  const value = parseJson(bytes);
  if (!isObject(value) || Object.keys(value).length > 0)
    throw invalid('body', 'must be absent or {}: this operation takes no fields');
}

/** Responds to `Expect: 100-continue`, once only the body itself can be rejected. */
export function sendContinue({ headers, httpVersion }: Request, response: Response): void {
  if (headers.expect !== undefined && httpVersion === '1.1') response.writeContinue();
}

const tooLarge = () =>
  new ApiError('payload_too_large', `The request body is larger than ${MAX_BYTES} bytes.`);

const isUtf8 = (charset = 'utf-8'): boolean => /^utf-?8$/i.test(charset);

function formatOf(request: Request, formats: BodyFormat[]): BodyFormat {
  const { type, parameters } = parseContentType(request.headers['content-type'] ?? '');
  const readable = formats.filter(({ kind }) => kind !== undefined);
  const format = readable.find(({ mediaType }) => mediaType === type);
  if (!format || !isUtf8(parameters['charset'])) {
    throw new ApiError(
      'unsupported_media_type',
      `Send the body as ${readable.map(({ mediaType }) => mediaType).join(' or ')} in UTF-8.`,
    );
  }
  return format;
}

/** Maps the errors of body-parser and zlib (https://github.com/expressjs/body-parser#errors). */
function fromBodyParserError(error: Error & { type?: string; code?: unknown }): Error {
  switch (error.type) {
    case 'entity.too.large':
      return tooLarge();
    case 'request.aborted':
    case 'request.size.invalid':
      return wrongLength();
  }
  if (typeof error.code === 'string' && error.code.startsWith('Z_'))
    return new ApiError('bad_request', `The request body cannot be decompressed: ${error.message}.`);
  return error;
}
