// Reads forms and files: fields as text, files counted and let go, since no released operation keeps one yet.
import { createHash } from 'node:crypto';
import { Busboy, type BusboyHeaders } from '@fastify/busboy';
import type { Request } from 'express';
import { type BodyFormat, type UploadedFile, mayBe } from '../contract/body-formats';
import { givePart, parseFields } from '../contract/query';
import { ApiError, wrongLength } from '../errors';

const LIMITS = { fields: 20, fieldSize: 100 * 1024, files: 10, parts: 30, headerPairs: 50 };

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

const malformed = (why: string, field = 'body') =>
  new ApiError('validation_error', `The request body is not a form that this operation takes: ${why}.`, { details: [{ field, message: why }] });

/** @throws ApiError `unsupported_media_type`. */
function requirePlain({ headers }: Request, what: string): void {
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity') throw new ApiError('unsupported_media_type', `Send the ${what} uncompressed.`);
}

/** A form that is written like a query. @throws ApiError `validation_error`. */
export function fieldsIn(bytes: Buffer, { fields: known }: BodyFormat): Record<string, unknown> {
  const { fields, repeated } = parseFields(bytes.toString(), known);
  if (repeated !== undefined) throw malformed(`the field ${repeated} is there twice`, repeated);
  return fields;
}

/** A body that is a file. @throws ApiError `payload_too_large`, `unsupported_media_type`, `bad_request`. */
export async function readFile(request: Request, { maxBytes }: BodyFormat): Promise<string> {
  requirePlain(request, 'file');
  const standIn = createStandIn();
  await new Promise<void>((resolve, reject) => {
    request.on('data', (chunk: Buffer) => standIn.add(chunk) > maxBytes && reject(new ApiError('payload_too_large', `The file is larger than ${maxBytes} bytes.`)));
    request.once('end', resolve);
    for (const event of ['error', 'close']) request.once(event, () => reject(wrongLength()));
  });
  return standIn.value();
}

/** Adds each file to `uploaded`. @throws ApiError `validation_error`, `payload_too_large`, `unsupported_media_type`. */
export async function readForm(request: Request, { files, fields }: BodyFormat, uploaded: UploadedFile[]): Promise<Record<string, unknown>> {
  requirePlain(request, 'form');
  const form = Object.create(null) as Record<string, unknown>;
  let fault: ApiError | undefined;
  const keep = (name: string, value: string): void => {
    if (!givePart(form, name, value, Object.hasOwn(fields, name) ? fields[name] : undefined)) fault ??= malformed(`the part ${name} is there twice`, name);
  };

  await new Promise<void>((resolve, reject) => {
    const refuse = (error: unknown): void => reject(malformed((error as Error).message));
    const largest = Math.max(1, ...Object.values(files).map(({ maxBytes }) => maxBytes));
    let parser: InstanceType<typeof Busboy>;
    try {
      parser = new Busboy({ headers: request.headers as BusboyHeaders, limits: { ...LIMITS, fileSize: largest } });
    } catch (error) {
      return refuse(error);
    }
    parser.on('field', (name, value, _nameTruncated, valueTruncated) => {
      if (Object.hasOwn(files, name)) fault ??= malformed(`the part ${name} must be a file, with a file name and a media type, such as curl -F '${name}=@FILE;type=TYPE' sends`, name);
      if (valueTruncated) fault ??= malformed(`the part ${name} is too long`, name);
      keep(name, value);
    });
    parser.on('file', (name, stream, filename, _transferEncoding, mediaType) => {
      const file = Object.hasOwn(files, name) ? files[name] : undefined;
      if (file && !mayBe(file, mediaType)) fault ??= new ApiError('unsupported_media_type', `The part ${name} says that it is ${mediaType}. Send it as ${file.mediaTypes.join(' or ')}.`);
      const standIn = createStandIn();
      const most = file?.maxBytes ?? largest;
      const refuseLarge = () => (fault ??= new ApiError('payload_too_large', `The file ${name} is larger than ${most} bytes.`));
      stream.on('data', (chunk: Buffer) => standIn.add(chunk) > most && refuseLarge());
      stream.on('limit', refuseLarge);
      stream.on('end', () => {
        keep(name, standIn.value());
        uploaded.push({ name: filename, mediaType, bytes: standIn.bytes() });
      });
      stream.on('error', refuse);
    });
    for (const [event, what] of [['fieldsLimit', `${LIMITS.fields} fields`], ['filesLimit', `${LIMITS.files} files`], ['partsLimit', `${LIMITS.parts} parts`]] as const) {
      parser.on(event, () => (fault ??= malformed(`it has more than ${what}`)));
    }
    // Each is told of a form that ends too early, and an error that nobody hears would end the process.
    parser.on('error', refuse);
    parser.once('finish', resolve);
    request.once('aborted', () => reject(malformed('it ended too early')));
    request.pipe(parser);
  });
  if (fault) throw fault;
  return { ...form };
}
