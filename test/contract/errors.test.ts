// Checks that the error catalog and the contract have the same codes, each with the same status.
import { contractDocument, resolve, type Response } from '../../src/contract/document';
import { ERRORS } from '../../src/errors';
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

const shared = Object.entries(responses).map(([name, authored]) => {
  const response = resolve<Response>(contractDocument, authored);
  const json = response.content?.['application/json'];
  const narrowed = (json?.schema as Coded | undefined)?.allOf?.find(
    ({ properties }) => properties?.error?.enum,
  );
  const statuses = operations.flatMap((operation) =>
    Object.entries(operation.responses)
      .filter(([, used]) => used === response)
      .map(([status]) => status),
  );
  const examples = Object.values(json?.examples ?? {}).map(({ value }) => (value as { error: string }).error);
  return { name, statuses: [...new Set(statuses)], codes: narrowed?.properties?.error?.enum ?? [], examples };
});
const errors = shared.filter(({ name }) => name !== 'NotModified');

it('schema Error lists the codes of the catalog and no others', () => {
  expect([...schemas['Error']!.properties!.error!.enum!].sort()).toEqual(codes);
});

it.each(shared)('response $name is used for one status only', ({ statuses }) => {
  expect(statuses).toHaveLength(1);
});

it.each(errors)('response $name lists exactly the codes of its status', ({ statuses, codes: listed }) => {
  expect([...listed].sort()).toEqual(codesWith(statuses[0]!));
});

it.each(errors)('response $name has an example of each code', ({ codes: listed, examples }) => {
  expect([...new Set(examples)].sort()).toEqual([...listed].sort());
});

it('each code has a response, except codes that no operation can list', () => {
  expect([...errors.flatMap(({ codes: listed }) => listed), ...OUTSIDE_OPERATIONS].sort()).toEqual(codes);
  for (const code of OUTSIDE_OPERATIONS)
    expect((contractDocument.info as { description?: string }).description).toContain(`\`${code}\``);
});

/** Errors that the server finds before it knows the key. */
const BEFORE_THE_KEY = ['Unauthorized', 'HttpsRequired', 'RequestTimeout', 'UriTooLong', 'HeadersTooLarge'];

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
