// Checks that each example matches its schema, and that all examples are consistent with each other.
import { parse } from 'csv-parse/sync';
import { contractDocument } from '../../src/contract/document';
import { compileSchemas } from '../../src/contract/schemas';
import { csvLine } from '../../src/base/csv/write';
import { examples, type Fields, identityOf, isSuccess, objectsIn, operations } from '../support/examples';

const schemas = compileSchemas(contractDocument);
const reads = examples.filter((example) => isSuccess(example) && example.method === 'GET');
const keysOf = (operationId: string, wanted: (example: (typeof examples)[number]) => boolean) =>
  examples
    .filter((example) => example.operationId === operationId && wanted(example))
    .map(({ name }) => name);

it.each(operations)('examples of $operationId match their schemas', ({ operationId }) => {
  for (const { where, schema, value } of examples.filter((example) => example.operationId === operationId)) {
    const validate = schemas.of(schema);
    validate(value);
    expect([where, validate.errors ?? []]).toEqual([where, []]);
  }
});

const files = examples.filter(({ mediaType }) => mediaType === 'text/csv');

it.each(files)('the CSV file in $where quotes every cell', ({ value }) => {
  const text = value as string;
  const records = parse(text, {});
  expect(records.map((cells) => csvLine(cells)).join('')).toBe(text.replaceAll('\n', '\r\n'));
});

it('examples of component schemas match their schemas', () => {
  for (const [name, schema] of Object.entries(
    contractDocument.components['schemas'] as Record<string, { examples?: unknown[] }>,
  )) {
    const validate = schemas.of({ $ref: `#/components/schemas/${name}` });
    for (const value of schema.examples ?? [])
      expect([name, value, validate(value)]).toEqual([name, value, true]);
  }
});

const withRequestAndResponse = operations.filter(
  ({ operationId, requestBody }) =>
    requestBody && examples.some((example) => example.operationId === operationId && isSuccess(example)),
);

it.each(withRequestAndResponse)(
  'the response examples of $operationId have the same keys as their requests',
  ({ operationId }) => {
    expect(keysOf(operationId, isSuccess)).toEqual(keysOf(operationId, ({ part }) => part === 'request'));
  },
);

it.each(operations.filter(({ responses }) => responses['201']?.headers?.['Location']))(
  'the Location header of $operationId points to the record in its first example',
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

/** Every record in a GET response example, with all its occurrences. */
const known = new Map<string, { fields: Fields; where: string }[]>();
for (const { value, where } of reads) {
  for (const fields of objectsIn(value)) {
    const identity = identityOf(fields);
    if (identity) known.set(identity, [...(known.get(identity) ?? []), { fields, where }]);
  }
}

/** Returns the keys whose values differ between two objects. */
const disagreements = (one: Fields, other: Fields, apart: string[] = []) =>
  Object.keys(one).filter(
    (key) => key in other && !apart.includes(key) && JSON.stringify(one[key]) !== JSON.stringify(other[key]),
  );

it('GET response examples agree on every record', () => {
  for (const [identity, [first, ...others]] of known) {
    for (const { fields, where } of others)
      expect([identity, where, disagreements(fields, first!.fields)]).toEqual([identity, where, []]);
  }
});

it('PATCH examples change only the requested fields and the modification time', () => {
  for (const response of examples.filter((example) => isSuccess(example) && example.method === 'PATCH')) {
    const request = examples.find(
      ({ operationId, part, name }) =>
        operationId === response.operationId && part === 'request' && name === response.name,
    )!;
    const before = known.get(identityOf(response.value as Fields) ?? '')?.[0]?.fields;
    const requestedKeys = [
      ...Object.keys(request.value as Fields),
      'updated_at',
      'updatedAt',
      ...(response.operationId === 'reorderDocumentSections' ? ['sections'] : []),
    ];
    expect([
      response.where,
      before && disagreements(response.value as Fields, before, requestedKeys),
    ]).toEqual([
      response.where,
      // The response is the file list of a document, not a record.
      response.operationId === 'updatePolicyDocumentAssets' ? undefined : [],
    ]);
  }
});
