// The catalog of errors and the contract know the same codes, and the contract answers each with the status
// of the catalog.
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
 * A method that a path does not know: no operation can list its status, for it stands for operations that are
 * not there. The description of the contract names it.
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

it('lists the codes of the catalog in the schema Error, and no other', () => {
  expect([...schemas['Error']!.properties!.error!.enum!].sort()).toEqual(codes);
});

it.each(shared)('uses the response $name for one status', ({ statuses }) => {
  expect(statuses).toHaveLength(1);
});

it.each(errors)('gives $name exactly the codes of its status', ({ statuses, codes: listed }) => {
  expect([...listed].sort()).toEqual(codesWith(statuses[0]!));
});

it.each(errors)('shows an example of each code of $name', ({ codes: listed, examples }) => {
  expect([...new Set(examples)].sort()).toEqual([...listed].sort());
});

it('has a response for each code, apart from those that no operation can list', () => {
  expect([...errors.flatMap(({ codes: listed }) => listed), ...OUTSIDE_OPERATIONS].sort()).toEqual(codes);
  for (const code of OUTSIDE_OPERATIONS)
    expect((contractDocument.info as { description?: string }).description).toContain(`\`${code}\``);
});
