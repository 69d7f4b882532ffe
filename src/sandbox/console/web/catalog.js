// Collects the errors and header fields of the contract, and the uses of each schema.

function codesOf(response, contract) {
  const examples = Object.values(response.content ?? {}).flatMap(contract.examplesOf);
  return examples.filter(({ value }) => typeof value?.error === 'string');
}

/** The shared responses name these codes also for an operation that has no such body. */
const NEEDED = {
  invalid_json: ({ requestBody }) => requestBody?.content['application/json'] !== undefined,
  invalid_reference: ({ requestBody }) => requestBody !== undefined,
};
export const mayReturn = (operation, code) => NEEDED[code]?.(operation) ?? true;

/** Returns the error codes as `{ code, status, description, messages, operations }`, by status. */
export function errorsOf(contract) {
  const errors = new Map();
  const add = (response, status, operation) => {
    for (const { value, description, 'x-status': own } of codesOf(response, contract)) {
      const known = errors.get(value.error);
      const error = known ?? { code: value.error, messages: new Set(), operations: new Set() };
      error.status ??= own?.toString() ?? status;
      error.description ??= description ?? response.description;
      error.messages.add(value.message);
      if (operation && mayReturn(operation, value.error)) error.operations.add(operation);
      errors.set(value.error, error);
    }
  };
  for (const operation of contract.operations)
    for (const response of operation.responses)
      if (response.status >= '400') add(response, response.status, operation);
  for (const response of contract.responses) add(response);
  for (const code of contract.schemas.Error?.properties?.error?.enum ?? [])
    if (!errors.has(code)) errors.set(code, { code, messages: new Set(), operations: new Set() });
  return [...errors.values()].sort((one, other) => (one.status ?? '6').localeCompare(other.status ?? '6'));
}

/** Returns the header fields as `{ name, field, sentBy }`, those of requests first. */
export function headersOf(contract) {
  const headers = new Map();
  const add = (sentBy, name, field) => {
    const header = headers.get(name) ?? { name, field, sentBy: new Set() };
    header.sentBy.add(sentBy);
    headers.set(name, header);
  };
  for (const { in: place, name, description } of Object.values(contract.securitySchemes))
    if (place === 'header') add('request', name, { description, schema: { type: 'string' } });
  for (const { parameters } of contract.operations)
    for (const field of parameters) if (field.in === 'header') add('request', field.name, field);
  const responses = [
    ...contract.operations.flatMap((operation) => operation.responses),
    ...contract.responses,
  ];
  for (const response of responses)
    for (const [name, field] of Object.entries(response.headers ?? {}))
      add('response', name, contract.resolve(field));
  return [...headers.values()].map((header) => ({ ...header, sentBy: [...header.sentBy].join(' and ') }));
}

/** Returns the component schemas that a value refers to. */
function* schemasIn(value, contract) {
  if (typeof value !== 'object' || value === null) return;
  if (typeof value.$ref === 'string') {
    if (value.$ref.startsWith('#/components/schemas/')) yield contract.nameOf(value);
    return;
  }
  for (const inner of Object.values(value)) yield* schemasIn(inner, contract);
}

/** Returns the operations and schemas that refer directly to a schema. */
export function usesOf(name, contract) {
  const refers = (value) => [...schemasIn(value, contract)].includes(name);
  return {
    operations: contract.operations.filter(({ parameters, requestBody, responses }) =>
      refers([parameters, requestBody, responses]),
    ),
    schemas: Object.keys(contract.schemas).filter((other) => refers(contract.schemas[other])),
  };
}
