// Checks that the edition in OpenAPI 3.0 accepts and rejects the same bodies as the contract.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type ContractDocument,
  contractDocument,
  type Operation,
  listOperations,
} from '../../src/contract/document';
import { compileSchemas } from '../../src/contract/schemas';

const edition = JSON.parse(
  readFileSync(join(__dirname, '../../generated/openapi-3.0.json'), 'utf8'),
) as ContractDocument;

interface Body {
  where: string;
  schema: Record<string, unknown>;
  values: unknown[];
}

/** Returns the bodies of an operation, with the values of their examples. */
function bodiesOf({ requestBody, responses }: Operation): Body[] {
  const contents = [['request', requestBody] as const, ...Object.entries(responses)];
  return contents.flatMap(([part, body]) =>
    Object.entries(body?.content ?? {}).map(([mediaType, { schema, examples = {} }]) => ({
      where: `${part} ${mediaType}`,
      schema: schema as Record<string, unknown>,
      values: Object.values(examples).map(({ value }) => value),
    })),
  );
}

/** Returns a value, and the value without each field and with null in each field. */
function variants(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [value];
  const entries = Object.entries(value);
  return [
    value,
    ...entries.flatMap(([name]) => [
      Object.fromEntries(entries.filter(([other]) => other !== name)),
      { ...value, [name]: null },
    ]),
  ];
}

/** 3.0 cannot say that a field requires another one. The server rejects these bodies all the same. */
const REQUIRES_ANOTHER = ['createTask', 'updateTask'];

const [of31, of30] = [compileSchemas(contractDocument), compileSchemas(edition)];
const operations30 = new Map(listOperations(edition).map((operation) => [operation.operationId, operation]));
const operations = listOperations(contractDocument);

it('has the same operations as the contract', () => {
  expect([edition.openapi, [...operations30.keys()]]).toEqual([
    '3.0.3',
    operations.map(({ operationId }) => operationId),
  ]);
});

it.each(operations)('accepts and rejects the same bodies of $operationId', (operation) => {
  const { operationId } = operation;
  const editions = bodiesOf(operations30.get(operationId)!);
  const differing = bodiesOf(operation).flatMap(({ where, schema, values }, index) => {
    const [validate31, validate30] = [of31.of(schema), of30.of(editions[index]!.schema)];
    for (const value of values) expect([where, validate30(value), value]).toEqual([where, true, value]);
    return values.flatMap(variants).filter((value) => validate31(value) !== validate30(value));
  });
  expect(differing.length > 0).toBe(REQUIRES_ANOTHER.includes(operationId));
});
