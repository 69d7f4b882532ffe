// Builds requests that differ in one part from a valid one, and that an operation has to reject.
import type { ErrorCode } from '../../base/errors';
import type { Operation } from '../../contract/document';
import { JSON_TYPE, getJsonSchema, missingPath, parametersIn, toOutgoing, validValues } from './requests';
import type { Outgoing } from './send';

/** A kind of invalid request with the error that it gets. */
interface InvalidRequest {
  label: string;
  status: number;
  /** Left out when several codes are correct. */
  code?: ErrorCode | undefined;
  /** The field that `details` names. */
  field?: string | undefined;
  applies(operation: Operation): boolean;
  change(valid: Outgoing, operation: Operation): Outgoing;
}

const takesJson = (operation: Operation): boolean => getJsonSchema(operation) !== undefined;
/** Returns whether the path has an id with a prefix. */
const hasId = (operation: Operation): boolean =>
  Object.values(missingPath(operation)).some((value) => String(value).includes('_'));
const isAvailable = ({ availability }: Operation): boolean => availability === 'available';
const isRead = (operation: Operation): boolean => isAvailable(operation) && operation.method === 'GET';

const withHeader = (valid: Outgoing, name: string, value: string): Outgoing => ({
  ...valid,
  headers: { ...valid.headers, [name]: value },
});

const invalidId = (label: string, status: 400 | 404, id: string): InvalidRequest => ({
  label,
  status,
  code: status === 404 ? 'not_found' : 'bad_request',
  applies: hasId,
  // The first id of the path, also text that is no valid path segment.
  change: (valid, operation) => {
    const path = operation.path.replace(/\{\w+\}/, () => id);
    return { ...valid, path: toOutgoing({ ...operation, path }, { path: missingPath(operation) }).path };
  },
});

const longHeader = (name: string, value: string): InvalidRequest => ({
  label: `an over-long ${name}`,
  status: 400,
  code: 'validation_error',
  field: name,
  applies: (operation) => parametersIn(operation, 'header').some((parameter) => parameter.name === name),
  change: (valid) => withHeader(valid, name, value),
});

/** Without a code, several are correct. */
const invalidBody = (
  label: string,
  code: ErrorCode | undefined,
  body: NonNullable<Outgoing['body']>,
): InvalidRequest => ({
  label,
  status: 400,
  code,
  field: code === 'validation_error' ? 'body' : undefined,
  applies: takesJson,
  change: (valid) => ({ ...valid, body }),
});

const unsupportedMediaType = (label: string, name: string, value: string): InvalidRequest => ({
  label,
  status: 415,
  code: 'unsupported_media_type',
  applies: takesJson,
  change: (valid) => withHeader(valid, name, value),
});

/** The invalid requests that every operation rejects in the same way. None of them can change a record. */
export const INVALID_REQUESTS: InvalidRequest[] = [
  {
    label: 'an undeclared query parameter',
    status: 400,
    code: 'validation_error',
    field: 'conformance',
    applies: () => true,
    change: (valid) => ({
      ...valid,
      path: `${valid.path}${valid.path.includes('?') ? '&' : '?'}conformance=1`,
    }),
  },
  invalidId('malformed percent-encoding', 400, '%ZZ'),
  invalidId('an id with another prefix', 404, 'zz_1'),
  invalidId('an id with an encoded slash', 404, 'a%2Fb'),
  invalidId('an id with NUL', 404, 'a%00'),
  {
    label: 'an unknown id',
    status: 404,
    code: 'not_found',
    applies: (operation) => hasId(operation) && isAvailable(operation),
    change: (_valid, operation) =>
      toOutgoing(operation, { ...validValues(operation), path: missingPath(operation) }),
  },
  longHeader('If-None-Match', `"${'x'.repeat(5000)}"`),
  longHeader('If-Match', `"${'x'.repeat(5000)}"`),
  longHeader('Idempotency-Key', 'x'.repeat(300)),
  {
    label: 'headers of 20 KB',
    status: 431,
    code: 'headers_too_large',
    applies: isRead,
    change: (valid) => withHeader(valid, 'X-Conformance', 'x'.repeat(20_000)),
  },
  {
    label: 'a URL of 20 KB',
    status: 414,
    code: 'uri_too_long',
    applies: isRead,
    change: (valid) => ({ ...valid, path: `${valid.path}?${'x'.repeat(20_000)}` }),
  },
  invalidBody('no body', 'invalid_json', ''),
  invalidBody('malformed JSON', 'invalid_json', '{"name":'),
  invalidBody('a repeated key', 'invalid_json', '{"name":"a","name":"b"}'),
  invalidBody('invalid UTF-8', 'invalid_json', new Uint8Array([0x7b, 0xff, 0x7d])),
  invalidBody('50,000 levels of nesting', undefined, '['.repeat(50_000) + ']'.repeat(50_000)),
  invalidBody('__proto__', undefined, '{"__proto__":{"a":1}}'),
  invalidBody('null', 'validation_error', 'null'),
  invalidBody('a number', 'validation_error', '5'),
  invalidBody('an array', 'validation_error', '[]'),
  {
    label: 'a body of 200 KB',
    status: 413,
    code: 'payload_too_large',
    applies: takesJson,
    change: (valid) => ({ ...valid, body: JSON.stringify({ name: 'x'.repeat(200_000) }) }),
  },
  unsupportedMediaType('text/plain', 'Content-Type', 'text/plain'),
  unsupportedMediaType('another charset', 'Content-Type', `${JSON_TYPE}; charset=latin1`),
  unsupportedMediaType('an unknown encoding', 'Content-Encoding', 'conformance'),
];
