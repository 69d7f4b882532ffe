// Checks that the error catalog and the contract have the same codes, each with the same status.
import { contractDocument, resolve, type Response } from '../../src/contract/document';
import { ERRORS, type ErrorCode } from '../../src/base/errors';
import { operations } from '../support/examples';

interface Coded {
  enum?: string[];
  allOf?: Coded[];
  properties?: { error?: Coded };
}

const { schemas, responses } = contractDocument.components as {
  schemas: Record<string, Coded>;
  responses: Record<string, unknown>;
};

/**
 * The code for a method that a path does not support. No operation can list its status, because it applies to
 * operations that do not exist. The contract description covers it.
 */
const OUTSIDE_OPERATIONS = ['method_not_allowed'];

const codes = Object.keys(ERRORS).sort();
const codesWith = (status: string) =>
  Object.entries(ERRORS)
    .filter(([, of]) => String(of) === status)
    .map(([code]) => code)
    .sort();

/** The keys under which operations refer to a response: statuses, or `default`. */
const keysOf = (name: string): string[] => {
  const keys = operations.flatMap(({ path, method }) => {
    const { responses: authored } = contractDocument.paths[path]![method.toLowerCase()] as {
      responses: Record<string, { $ref?: string }>;
    };
    return Object.keys(authored).filter((key) => authored[key]!.$ref === `#/components/responses/${name}`);
  });
  return [...new Set(keys)];
};

const shared = Object.entries(responses).map(([name, authored]) => {
  const json = resolve<Response>(contractDocument, authored).content?.['application/json'];
  const schema = resolve<Coded | undefined>(contractDocument, json?.schema);
  const narrowed = schema?.allOf?.find(({ properties }) => properties?.error?.enum);
  const examples = Object.values(json?.examples ?? {}).map(({ value }) => (value as { error: string }).error);
  return { name, keys: keysOf(name), codes: narrowed?.properties?.error?.enum ?? [], examples };
});
const errors = shared.filter(({ name }) => name !== 'NotModified');
const byStatus = errors.filter(({ keys }) => keys[0] !== 'default');

it('schema Error lists the codes of the catalog and no others', () => {
  expect([...schemas['Error']!.properties!.error!.enum!].sort()).toEqual(codes);
});

it.each(shared)('response $name is used for one status only', ({ keys }) => {
  expect(keys).toHaveLength(1);
});

it.each(byStatus)('response $name lists exactly the codes of its status', ({ keys, codes: listed }) => {
  expect([...listed].sort()).toEqual(codesWith(keys[0]!));
});

it.each(errors)('response $name has an example of each code', ({ codes: listed, examples }) => {
  expect([...new Set(examples)].sort()).toEqual([...listed].sort());
});

it('each code has a response, except codes that no operation can list', () => {
  const listed = errors.flatMap((response) => response.codes);
  expect([...new Set([...listed, ...OUTSIDE_OPERATIONS])].sort()).toEqual(codes);
  for (const code of OUTSIDE_OPERATIONS)
    expect((contractDocument.info as { description?: string }).description).toContain(`\`${code}\``);
});

it.each(operations)(
  '$operationId declares each error of the transport by its status',
  ({ responses: all }) => {
    const transport = errors.find(({ keys }) => keys[0] === 'default')!;
    for (const code of transport.codes) {
      const { examples = {} } = all[ERRORS[code as ErrorCode]]!.content!['application/json']!;
      const values = Object.values(examples).map(({ value }) => value as { error: string });
      expect(values.filter(({ error }) => error === code)).toHaveLength(1);
    }
  },
);

/** Errors that the server finds before it knows the key. */
const BEFORE_THE_KEY = ['Unauthorized', 'TransportError'];

it('each response to a request with a valid key declares the RateLimit fields, and no other does', () => {
  const declaring = Object.entries(responses)
    .filter(([, authored]) => {
      const { headers = {} } = resolve<Response>(contractDocument, authored);
      return 'RateLimit' in headers && 'RateLimit-Policy' in headers;
    })
    .map(([name]) => name);
  const expected = shared.map(({ name }) => name).filter((name) => !BEFORE_THE_KEY.includes(name));
  expect(declaring.sort()).toEqual(expected.sort());
});
