// Reads request bodies: checks media type and encoding, decompresses within a size limit, and parses. JSON is parsed
// strictly: valid UTF-8, no repeated key, no key that reaches an object's prototype, bounded depth and size.
import { parse as parseContentType } from 'content-type';
import express, { type Request, type Response } from 'express';
import { parse } from 'secure-json-parse';
import type { BodyFormat, UploadedFile } from '../../contract/body-formats';
import type { Operation } from '../../contract/document';
import type { ReadBody } from '../../contract/handler';
import { ApiError, invalid, wrongLength } from '../../base/errors';
import { isJson, isObject } from '../../base/values';
import { parseFieldsForm, readFile, readMultipartForm } from './form';

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
  if (requestBody) return readFormatted(request, response, findFormat(request, bodyFormats), receive);
  // A truncated or malformed request must fail before its handler deletes anything.
  // HTTP gives the body of a DELETE no meaning (RFC 9110, section 9.3.5).
  if (method === 'DELETE') await receive(() => discardBody(request));
  else if (method !== 'GET') await readEmptyBody(request, response, receive);
  return {};
}

async function readFormatted(request: Request, response: Response, format: BodyFormat, receive: ReceiveBody) {
  const files: UploadedFile[] = [];
  const { kind, mediaType: bodyType } = format;
  if (kind === 'form' || kind === 'file') {
    if (response.locals.observeBody) keepBeginning(request);
    const readStream = kind === 'form' ? readMultipartForm : readFile;
    return { bodyType, requestBody: await receive<unknown>(() => readStream(request, format, files)), files };
  }
  requireReadable(request);
  const bytes = await receive(() => readBytes(request, response));
  const requestBody = kind === 'fields' ? parseFieldsForm(bytes, format) : parseJson(bytes);
  return { bodyType, requestBody, files };
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
  return Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
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

function findFormat(request: Request, formats: BodyFormat[]): BodyFormat {
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
  if (error.type === 'entity.too.large') return tooLarge();
  if (error.type === 'request.aborted' || error.type === 'request.size.invalid') return wrongLength();
  if (typeof error.code === 'string' && error.code.startsWith('Z_'))
    return new ApiError('bad_request', `The request body cannot be decompressed: ${error.message}.`);
  return error;
}

/** Levels of nested arrays and objects. RFC 8259, section 9, allows a parser to set a limit. */
const MAX_DEPTH = 32;
/** Properties and array items of a body together. The largest body of the contract has 800. */
const MAX_VALUES = 1000;

const BYTE_ORDER_MARK = '\ufeff';
const utf8 = new TextDecoder('utf-8', { fatal: true });

const notJson = (why: string, cause?: unknown) =>
  new ApiError('invalid_json', `The request body is not valid JSON: ${why}.`, { cause });

function tooComplex(field: string, message: string): ApiError {
  return new ApiError('validation_error', `The request body is too complex: ${field} ${message}.`, {
    details: [{ field, message }],
  });
}

/** Returns the index behind the string that starts at `start`, or the end of the text for an unclosed string. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '"') return at + 1;
    if (text[at] === '\\') at++;
  }
  return text.length;
}

/** Returns the index behind the colon that makes the string before `at` a key; undefined for a value. */
function endOfKey(text: string, at: number): number | undefined {
  while (at < text.length && ' \t\n\r'.includes(text[at]!)) at++;
  return text[at] === ':' ? at + 1 : undefined;
}

/**
 * Checks text up to its first fault. JSON.parse has no limits, and silently keeps the last of two equal keys.
 * @throws ApiError `invalid_json` for a repeated key; `validation_error` past MAX_DEPTH or MAX_VALUES
 * @throws SyntaxError for some text that is not JSON
 */
function inspect(text: string): void {
  const open: (Set<string> | undefined)[] = [];
  let values = 0;
  let topLevelKey: string | undefined;
  const addValue = (): void => {
    if (++values > MAX_VALUES)
      throw tooComplex('body', `must have at most ${MAX_VALUES} properties and array items`);
  };
  const addKey = (key: string): void => {
    const keys = open.at(-1);
    if (!keys) throw new SyntaxError('A property stands outside of an object');
    if (keys.has(key)) throw notJson(`it has the key ${JSON.stringify(key.slice(0, 100))} twice`);
    keys.add(key);
    if (open.length === 1) topLevelKey = key;
    addValue();
  };
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '{' || character === '[') {
      open.push(character === '{' ? new Set() : undefined);
      if (open.length > MAX_DEPTH) {
        throw tooComplex(
          topLevelKey?.slice(0, 100) ?? 'body',
          `must have at most ${MAX_DEPTH} levels of nesting`,
        );
      }
    } else if (character === '}' || character === ']') open.pop();
    else if (character === ',' && open.length > 0 && open.at(-1) === undefined) addValue();
    else if (character === '"') {
      const end = endOfString(text, at);
      const next = endOfKey(text, end);
      if (next !== undefined) addKey(JSON.parse(text.slice(at, end)) as string);
      at = (next ?? end) - 1;
    }
  }
}

/** Parses a JSON body, with or without a byte order mark. @throws ApiError `invalid_json`, `validation_error`. */
export function parseJson(bytes: Buffer): unknown {
  if (bytes.length === 0) throw notJson('it is empty');
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch (error) {
    throw notJson('it is not UTF-8', error);
  }
  // the decoder removes one
  if (text.startsWith(BYTE_ORDER_MARK)) throw notJson('it begins with two byte order marks');
  if ('[{'.includes(text.trimEnd().at(-1) ?? '')) throw notJson('Unexpected end of JSON input');
  try {
    inspect(text); // first: 100 KB of nested arrays keep JSON.parse busy for 10 ms and more
    return parse(text, { protoAction: 'error', constructorAction: 'error' });
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw notJson((error as Error).message.replace(/\.$/, ''), error);
  }
}
