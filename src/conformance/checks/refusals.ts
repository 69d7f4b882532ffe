// Errors that a bad request provokes on any operation that is served. None of these requests could change a record.
import type { Operation } from '../../contract/document';
import type { ErrorCode } from '../../errors';
import type { Outgoing } from '../http-client';
import type { OwnAssets } from '../own-assets';
import { JSON_TYPE, jsonSchemaOf, missingPath, parametersIn, soundValues, toOutgoing } from '../requests';
import { eachOf } from '../each-of';
import type { Session } from '../session';

interface Refusal {
  what: string;
  status: number;
  /** Left out where more than one code fits. */
  code?: ErrorCode;
  applies(operation: Operation): boolean;
  spoil(sound: Outgoing, operation: Operation): Outgoing;
}

const everywhere = (): boolean => true;
const takesJson = (operation: Operation): boolean => jsonSchemaOf(operation) !== undefined;
/** Whether its first parameter is an id with a prefix. */
const hasId = (operation: Operation): boolean =>
  Object.values(missingPath(operation)).some((value) => String(value).includes('_'));
const isAvailable = ({ availability }: Operation): boolean => availability === 'available';
const isRead = (operation: Operation): boolean => isAvailable(operation) && operation.method === 'GET';

const withPath =
  (change: (path: string) => string) =>
  (sound: Outgoing): Outgoing => ({ ...sound, path: change(sound.path) });
const withBody =
  (body: NonNullable<Outgoing['body']>) =>
  (sound: Outgoing): Outgoing => ({ ...sound, body });
const withHeader =
  (name: string, value: string) =>
  (sound: Outgoing): Outgoing => ({ ...sound, headers: { ...sound.headers, [name]: value } });

const withIds =
  (id: string) =>
  (sound: Outgoing, operation: Operation): Outgoing => ({
    ...sound,
    path: operation.path
      .replace(/\{\w+\}/, id)
      .replace(/\{(\w+)\}/g, (_whole, name: string) =>
        encodeURIComponent(String(missingPath(operation)[name])),
      ),
  });

const headerNamed =
  (name: string) =>
  (operation: Operation): boolean =>
    parametersIn(operation, 'header').some((parameter) => parameter.name === name);

const bad = (what: string, code: ErrorCode | undefined, body: NonNullable<Outgoing['body']>): Refusal => ({
  what,
  status: 400,
  ...(code ? { code } : {}),
  applies: takesJson,
  spoil: withBody(body),
});

const REFUSALS: Refusal[] = [
  {
    what: 'an undefined query parameter',
    status: 400,
    code: 'validation_error',
    applies: everywhere,
    spoil: withPath((path) => `${path}${path.includes('?') ? '&' : '?'}conformance=1`),
  },
  {
    what: 'malformed percent-encoding',
    status: 400,
    code: 'bad_request',
    applies: hasId,
    spoil: withIds('%ZZ'),
  },
  {
    what: 'an id with another prefix',
    status: 404,
    code: 'not_found',
    applies: hasId,
    spoil: withIds('zz_1'),
  },
  {
    what: 'an id with an encoded slash',
    status: 404,
    code: 'not_found',
    applies: hasId,
    spoil: withIds('a%2Fb'),
  },
  { what: 'an id with NUL', status: 404, code: 'not_found', applies: hasId, spoil: withIds('a%00') },
  {
    what: 'an id that no record has',
    status: 404,
    code: 'not_found',
    applies: (operation) => hasId(operation) && isAvailable(operation),
    spoil: (_sound, operation) =>
      toOutgoing(operation, { ...soundValues(operation), path: missingPath(operation) }),
  },
  {
    what: 'an over-long If-None-Match',
    status: 400,
    code: 'validation_error',
    applies: headerNamed('If-None-Match'),
    spoil: withHeader('If-None-Match', `"${'x'.repeat(5000)}"`),
  },
  {
    what: 'an over-long If-Match',
    status: 400,
    code: 'validation_error',
    applies: headerNamed('If-Match'),
    spoil: withHeader('If-Match', `"${'x'.repeat(5000)}"`),
  },
  {
    what: 'an over-long Idempotency-Key',
    status: 400,
    code: 'validation_error',
    applies: headerNamed('Idempotency-Key'),
    spoil: withHeader('Idempotency-Key', 'x'.repeat(300)),
  },
  {
    what: 'headers of 20 KB',
    status: 431,
    code: 'headers_too_large',
    applies: isRead,
    spoil: withHeader('X-Conformance', 'x'.repeat(20_000)),
  },
  {
    what: 'a URL of 20 KB',
    status: 414,
    code: 'uri_too_long',
    applies: isRead,
    spoil: withPath((path) => `${path}?${'x'.repeat(20_000)}`),
  },
  bad('no body', 'invalid_json', ''),
  bad('malformed JSON', 'invalid_json', '{"name":'),
  bad('a key twice', 'invalid_json', '{"name":"a","name":"b"}'),
  bad('invalid UTF-8', 'invalid_json', new Uint8Array([0x7b, 0xff, 0x7d])),
  bad('50,000 levels of nesting', undefined, '['.repeat(50_000) + ']'.repeat(50_000)),
  bad('__proto__', undefined, '{"__proto__":{"a":1}}'),
  bad('null', 'validation_error', 'null'),
  bad('a number', 'validation_error', '5'),
  bad('an array', 'validation_error', '[]'),
  {
    what: 'a body of 200 KB',
    status: 413,
    code: 'payload_too_large',
    applies: takesJson,
    spoil: withBody(JSON.stringify({ name: 'x'.repeat(200_000) })),
  },
  {
    what: 'text/plain',
    status: 415,
    code: 'unsupported_media_type',
    applies: takesJson,
    spoil: withHeader('Content-Type', 'text/plain'),
  },
  {
    what: 'another charset',
    status: 415,
    code: 'unsupported_media_type',
    applies: takesJson,
    spoil: withHeader('Content-Type', `${JSON_TYPE}; charset=latin1`),
  },
  {
    what: 'an unknown encoding',
    status: 415,
    code: 'unsupported_media_type',
    applies: takesJson,
    spoil: withHeader('Content-Encoding', 'conformance'),
  },
];

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

export async function checkRefusals(session: Session, own: OwnAssets): Promise<void> {
  await eachOf(session.served, async (operation) => {
    const values = own.harmless(operation);
    for (const { what, status, code, applies, spoil } of REFUSALS) {
      if (!applies(operation)) continue;
      const outgoing = spoil(toOutgoing(operation, values), operation);
      const reply = await session.expect('errors', operation, outgoing, {
        what,
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
    { what: 'a path that does not exist', status: 404, code: 'not_found' },
  );
  await checkMethods(session);
}

/** A method that a path does not know. No operation is asked for, so that nothing can happen. */
async function checkMethods(session: Session): Promise<void> {
  const paths = [...new Set(session.operations.map(({ path }) => path))];
  await eachOf(paths, async (path) => {
    const operations = session.operations.filter((operation) => operation.path === path);
    const free = METHODS.find((method) => !operations.some((operation) => operation.method === method))!;
    const outgoing = { ...toOutgoing(operations[0]!, { path: missingPath(operations[0]!) }), method: free };
    // A literal path such as /tasks/bulk may also be one with an id, which knows other methods.
    if (
      session.operations.some(
        (other) =>
          other.method === free &&
          new RegExp(`^${other.path.replace(/\{\w+\}/g, '[^/]+')}$`).test(outgoing.path),
      )
    )
      return;
    const reply = await session.expect('errors', undefined, outgoing, {
      what: 'a method that the path does not know',
      status: 405,
      code: 'method_not_allowed',
    });
    if (reply?.status !== 405) return;
    const allowed = reply.headers.get('allow')?.split(/, */) ?? [];
    const untold = operations.map(({ method }) => method).filter((method) => !allowed.includes(method));
    if (untold.length > 0)
      session.find(
        'headers',
        undefined,
        `Allow of ${path} does not have ${untold.join(', ')}`,
        outgoing,
        reply,
      );
  });
}
