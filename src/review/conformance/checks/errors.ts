// Checks the errors of invalid requests on every active operation. None of the requests can change a record.
import type { Operation } from '../../../contract/document';
import type { ErrorCode } from '../../../base/errors';
import type { Outgoing } from '../http-client';
import type { OwnAssets } from '../own-assets';
import { JSON_TYPE, jsonSchemaOf, missingPath, parametersIn, validValues, toOutgoing } from '../requests';
import { forEachConcurrently } from '../http-client';
import type { Session } from '../session';

interface InvalidRequest {
  label: string;
  status: number;
  /** Left out when several codes are correct. */
  code?: ErrorCode;
  applies(operation: Operation): boolean;
  change(valid: Outgoing, operation: Operation): Outgoing;
}

const takesJson = (operation: Operation): boolean => jsonSchemaOf(operation) !== undefined;
/** Returns whether the path has an id with a prefix. */
const hasId = (operation: Operation): boolean =>
  Object.values(missingPath(operation)).some((value) => String(value).includes('_'));
const isAvailable = ({ availability }: Operation): boolean => availability === 'available';
const isRead = (operation: Operation): boolean => isAvailable(operation) && operation.method === 'GET';

const withPath =
  (change: (path: string) => string) =>
  (valid: Outgoing): Outgoing => ({ ...valid, path: change(valid.path) });
const withHeader =
  (name: string, value: string) =>
  (valid: Outgoing): Outgoing => ({ ...valid, headers: { ...valid.headers, [name]: value } });

const withIds =
  (id: string) =>
  (valid: Outgoing, operation: Operation): Outgoing => ({
    ...valid,
    path: operation.path
      .replace(/\{\w+\}/, id)
      .replace(/\{(\w+)\}/g, (_whole, name: string) =>
        encodeURIComponent(String(missingPath(operation)[name])),
      ),
  });

const invalidId = (label: string, status: 400 | 404, id: string): InvalidRequest => ({
  label,
  status,
  code: status === 404 ? 'not_found' : 'bad_request',
  applies: hasId,
  change: withIds(id),
});

const longHeader = (name: string, value: string): InvalidRequest => ({
  label: `an over-long ${name}`,
  status: 400,
  code: 'validation_error',
  applies: (operation) => parametersIn(operation, 'header').some((parameter) => parameter.name === name),
  change: withHeader(name, value),
});

/** Without a code, several are correct. */
const invalidBody = (
  label: string,
  code: ErrorCode | undefined,
  body: NonNullable<Outgoing['body']>,
): InvalidRequest => ({
  label,
  status: 400,
  ...(code ? { code } : {}),
  applies: takesJson,
  change: (valid) => ({ ...valid, body }),
});

const unsupportedMediaType = (label: string, name: string, value: string): InvalidRequest => ({
  label,
  status: 415,
  code: 'unsupported_media_type',
  applies: takesJson,
  change: withHeader(name, value),
});

const INVALID_REQUESTS: InvalidRequest[] = [
  {
    label: 'an undeclared query parameter',
    status: 400,
    code: 'validation_error',
    applies: () => true,
    change: withPath((path) => `${path}${path.includes('?') ? '&' : '?'}conformance=1`),
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
    change: withHeader('X-Conformance', 'x'.repeat(20_000)),
  },
  {
    label: 'a URL of 20 KB',
    status: 414,
    code: 'uri_too_long',
    applies: isRead,
    change: withPath((path) => `${path}?${'x'.repeat(20_000)}`),
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

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

export async function checkErrors(session: Session, own: OwnAssets): Promise<void> {
  await forEachConcurrently(session.active, async (operation) => {
    const values = own.harmless(operation);
    for (const { label, status, code, applies, change } of INVALID_REQUESTS) {
      if (!applies(operation)) continue;
      const outgoing = change(toOutgoing(operation, values), operation);
      const reply = await session.expect('errors', operation, outgoing, {
        label,
        status,
        ...(code ? { code } : {}),
      });
      if (operation === own.create) own.remember(reply);
    }
  });
  await session.expect(
    'errors',
    undefined,
    { method: 'GET', path: '/conformance-no-such-path' },
    { label: 'an unknown path', status: 404, code: 'not_found' },
  );
  await checkMethods(session);
}

/** Checks 405 and `Allow` for a method that the path does not have. */
async function checkMethods(session: Session): Promise<void> {
  const paths = [...new Set(session.operations.map(({ path }) => path))];
  await forEachConcurrently(paths, async (path) => {
    const operations = session.operations.filter((operation) => operation.path === path);
    const unused = METHODS.find((method) => !operations.some((operation) => operation.method === method))!;
    const outgoing = { ...toOutgoing(operations[0]!, { path: missingPath(operations[0]!) }), method: unused };
    // A literal path such as /tasks/bulk may also match a template path with other methods.
    if (
      session.operations.some(
        (other) =>
          other.method === unused &&
          new RegExp(`^${other.path.replace(/\{\w+\}/g, '[^/]+')}$`).test(outgoing.path),
      )
    )
      return;
    const reply = await session.expect('errors', undefined, outgoing, {
      label: 'a method that the path does not have',
      status: 405,
      code: 'method_not_allowed',
    });
    if (reply?.status !== 405) return;
    const allowed = reply.headers.get('allow')?.split(/, */) ?? [];
    const missing = operations.map(({ method }) => method).filter((method) => !allowed.includes(method));
    if (missing.length > 0)
      session.report('headers', undefined, `Allow of ${path} lacks ${missing.join(', ')}`, outgoing, reply);
  });
}
