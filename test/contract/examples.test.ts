// Examples are documentation, mocks and tests in one: each holds to its schema, and together they speak of
// one world.
import { parse } from 'csv-parse/sync';
import { contractDocument } from '../../src/contract/document';
import { schemasOf } from '../../src/contract/schemas';
import { csvLine } from '../../src/csv';
import { examples, type Fields, identityOf, isSuccess, objectsIn, operations } from '../support/examples';

const schemas = schemasOf(contractDocument);
const reads = examples.filter((example) => isSuccess(example) && example.method === 'GET');
const keysOf = (operationId: string, wanted: (example: (typeof examples)[number]) => boolean) =>
  examples
    .filter((example) => example.operationId === operationId && wanted(example))
    .map(({ name }) => name);

it.each(operations)('shows in $operationId only what its schemas allow', ({ operationId }) => {
  for (const { where, schema, value } of examples.filter((example) => example.operationId === operationId)) {
    const validate = schemas.of(schema);
    validate(value);
    expect([where, validate.errors ?? []]).toEqual([where, []]);
  }
});

const files = examples.filter(({ mediaType }) => mediaType === 'text/csv');

it.each(files)('quotes every cell of the CSV file $where', ({ value }) => {
  const text = value as string;
  const records = parse(text, {});
  expect(records.map((cells) => csvLine(cells)).join('')).toBe(text.replaceAll('\n', '\r\n'));
});

it('gives each component schema only examples that it allows', () => {
  for (const [name, schema] of Object.entries(
    contractDocument.components['schemas'] as Record<string, { examples?: unknown[] }>,
  )) {
    const validate = schemas.at(['components', 'schemas', name]);
    for (const value of schema.examples ?? [])
      expect([name, value, validate(value)]).toEqual([name, value, true]);
  }
});

const withBothBodies = operations.filter(
  ({ operationId, requestBody }) =>
    requestBody && examples.some((example) => example.operationId === operationId && isSuccess(example)),
);

it.each(withBothBodies)('answers each request of $operationId under the same key', ({ operationId }) => {
  expect(keysOf(operationId, isSuccess)).toEqual(keysOf(operationId, ({ part }) => part === 'request'));
});

it.each(operations.filter(({ responses }) => responses['201']?.headers?.['Location']))(
  'sends $operationId to the record that it shows first',
  ({ operationId, path }) => {
    const [created] = examples.filter((example) => example.operationId === operationId && isSuccess(example));
    const location = examples.find(
      (example) =>
        example.operationId === operationId && example.part === 'header' && example.name === 'Location',
    );
    const target = operations.find(
      (operation) =>
        operation.method === 'GET' &&
        operation.path.startsWith(`${path.replace('/create-from-processed', '')}/{id}`),
    );
    expect(location?.value).toBe(target?.path.replace('{id}', (created!.value as { id: string }).id));
  },
);

/** Every record that an answer to GET shows, with all that any of them says of it. */
const known = new Map<string, { fields: Fields; where: string }[]>();
for (const { value, where } of reads) {
  for (const fields of objectsIn(value)) {
    const identity = identityOf(fields);
    if (identity) known.set(identity, [...(known.get(identity) ?? []), { fields, where }]);
  }
}

/** Where two objects say different things under one key. */
const disagreements = (one: Fields, other: Fields, apart: string[] = []) =>
  Object.keys(one).filter(
    (key) => key in other && !apart.includes(key) && JSON.stringify(one[key]) !== JSON.stringify(other[key]),
  );

it('says the same of a record in every answer to GET', () => {
  for (const [identity, [first, ...others]] of known) {
    for (const { fields, where } of others)
      expect([identity, where, disagreements(fields, first!.fields)]).toEqual([identity, where, []]);
  }
});

it('changes with PATCH only what the request names, and the time of the change', () => {
  for (const answer of examples.filter((example) => isSuccess(example) && example.method === 'PATCH')) {
    const request = examples.find(
      ({ operationId, part, name }) =>
        operationId === answer.operationId && part === 'request' && name === answer.name,
    )!;
    const before = known.get(identityOf(answer.value as Fields) ?? '')?.[0]?.fields;
    const named = [
      ...Object.keys(request.value as Fields),
      'updated_at',
      'updatedAt',
      ...(answer.operationId === 'reorderDocumentSections' ? ['sections'] : []),
    ];
    expect([answer.where, before && disagreements(answer.value as Fields, before, named)]).toEqual([
      answer.where,
      // Its answer is the list of files of a document, which is no record of its own.
      answer.operationId === 'updatePolicyDocumentAssets' ? undefined : [],
    ]);
  }
});
