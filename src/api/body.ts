// Reads a request body within its limit, decompressed, and parses it as the operation's media type.
import { parse as parseContentType } from 'content-type';
import express, { type Request, type Response } from 'express';
import type { BodyFormat, UploadedFile } from '../contract/body-formats';
import { ApiError, wrongLength } from '../errors';
import { fieldsIn, readFile, readForm } from './form';
import { parseJson } from './json';

const LIMIT_BYTES = 100 * 1024;

/** Accepted encodings. Those of body-parser would depend on the version of Node. */
const ENCODINGS = ['identity', 'gzip', 'deflate'];

const parser = express.raw({ type: () => true, limit: LIMIT_BYTES });

/**
 * Receives a body without holding a slot while it arrives. @throws ApiError `rate_limited`, `unavailable`.
 */
export type Receive = <Body>(read: () => Promise<Body>) => Promise<Body>;

/** @throws ApiError `unsupported_media_type`, `payload_too_large`, `invalid_json`, `bad_request`, `validation_error`. */
export async function readBody(
  request: Request,
  response: Response,
  formats: BodyFormat[],
  receive: Receive,
): Promise<{ mediaType: string; value: unknown; files: UploadedFile[] }> {
  const format = formatOf(request, formats);
  const { mediaType } = format;
  const isStream = format.kind === 'form' || format.kind === 'file';
  if (!isStream) requireReadable(request);
  const files: UploadedFile[] = [];
  const arrive = <Body>(read: () => Promise<Body>): Promise<Body> =>
    receive(() => {
      invite(request, response);
      return read();
    });
  const readValue = async (): Promise<unknown> => {
    switch (format.kind) {
      case 'form':
        return arrive(() => readForm(request, format, files));
      case 'file':
        return arrive(() => readFile(request, format));
      case 'fields':
        return fieldsIn(await arrive(() => readBytes(request, response)), format);
      default:
        return parseJson(await arrive(() => readBytes(request, response)));
    }
  };
  return { mediaType, value: await readValue(), files };
}

function requireReadable({ headers }: Request): void {
  if (!ENCODINGS.includes((headers['content-encoding'] ?? 'identity').toLowerCase())) {
    throw new ApiError(
      'unsupported_media_type',
      'Send the body uncompressed, or with Content-Encoding gzip or deflate.',
    );
  }
  if (Number(headers['content-length'] ?? 0) > LIMIT_BYTES) throw tooLarge();
}

async function readBytes(request: Request, response: Response): Promise<Buffer> {
  await new Promise<void>((resolve, reject) => {
    parser(request, response, (error?: unknown) =>
      error ? reject(fromBodyParserError(error as Error)) : resolve(),
    );
    let bytes = 0; // body-parser tells of a body that is too large when it has come to its end
    request.on('data', (chunk: Buffer) => (bytes += chunk.length) > LIMIT_BYTES && reject(tooLarge()));
  });
  const bytes: unknown = request.body;
  return Buffer.isBuffer(bytes) ? bytes : Buffer.alloc(0);
}

/** Waits for the end of a body that nobody reads, for as long as a request may take. @throws ApiError `bad_request`. */
export function skipBody(request: Request, response: Response, receive: Receive): Promise<void> {
  return receive(async () => {
    invite(request, response);
    await new Promise<void>((resolve, reject) => {
      if (request.complete) return resolve();
      request.once('end', resolve);
      for (const event of ['error', 'close']) request.once(event, () => reject(wrongLength()));
      request.resume();
    });
  });
}

/** Who sends `Expect: 100-continue` waits for this word: it comes once nothing but the body itself can be refused. */
export function invite({ headers, httpVersion }: Request, response: Response): void {
  if (headers.expect !== undefined && httpVersion === '1.1') response.writeContinue();
}

const tooLarge = () =>
  new ApiError('payload_too_large', `The request body is larger than ${LIMIT_BYTES} bytes.`);

function formatOf(request: Request, formats: BodyFormat[]): BodyFormat {
  const { type, parameters } = parseContentType(request.headers['content-type'] ?? '');
  const charset = parameters['charset']?.toLowerCase();
  const format = formats.find(({ mediaType, kind }) => mediaType === type && kind !== undefined);
  if (!format || (charset !== undefined && charset !== 'utf-8' && charset !== 'utf8')) {
    const readable = formats.filter(({ kind }) => kind !== undefined);
    throw new ApiError(
      'unsupported_media_type',
      `Send the body as ${readable.map(({ mediaType }) => mediaType).join(' or ')} in UTF-8.`,
    );
  }
  return format;
}

/** The errors of body-parser, by its `type`. https://github.com/expressjs/body-parser#errors */
function fromBodyParserError(error: Error & { type?: string }): Error {
  const { type, message } = error;
  switch (type) {
    case 'entity.too.large':
      return tooLarge();
    case 'request.aborted':
    case 'request.size.invalid':
      return wrongLength();
  }
  if (isZlibError(error))
    return new ApiError('bad_request', `The request body cannot be decompressed: ${message}.`);
  return error;
}

const isZlibError = (error: unknown): boolean => {
  const code = (error as { code?: unknown }).code;
  return typeof code === 'string' && code.startsWith('Z_');
};
