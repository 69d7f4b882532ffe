// Holds one answer to what the contract declares for its operation: the status, the body, the header fields.
import type { ErrorObject, ValidateFunction } from 'ajv';
import {
  type ContractDocument,
  type Operation,
  type Response,
  type Schema,
  resolve,
} from '../contract/document';
import { type ContractSchemas, schemasOf } from '../contract/schemas';
import type { Check } from './finding';
import type { Reply } from './http-client';

export interface ConformanceFault {
  check: Extract<Check, 'statuses' | 'schemas' | 'headers'>;
  message: string;
}

/** Declared for what a server may also leave out: limits that are switched off, and a replay that is none. */
const OPTIONAL_HEADERS = ['RateLimit', 'RateLimit-Policy', 'Idempotency-Replayed'];

const told = (errors: ErrorObject[]): string =>
  [
    ...new Set(
      errors.map(({ instancePath, message, params }) =>
        `${instancePath} ${message}${'additionalProperty' in params ? ` (${String(params['additionalProperty'])})` : ''}`.trim(),
      ),
    ),
  ]
    .slice(0, 3)
    .join('; ');

/** Places in arrays differ from answer to answer; the finding is the same. */
const withoutIndexes = (text: string): string => text.replace(/\/\d+(?=[/ ])/g, '/*');

export interface AnswerCheck {
  /** What breaks the contract; `operation` is undefined for a path or method that has none. */
  faults(operation: Operation | undefined, reply: Reply): ConformanceFault[];
  schemas: ContractSchemas;
}

export function createAnswerCheck(document: ContractDocument): AnswerCheck {
  const schemas = schemasOf(document);
  /** What every error has, where no operation says more. */
  const anyError = {
    description: '',
    headers: { 'X-Request-Id': { $ref: '#/components/headers/RequestId' } },
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
  } as unknown as Response;

  const breaks = (validate: ValidateFunction, value: unknown): string | undefined =>
    validate(value) ? undefined : withoutIndexes(told(validate.errors!));

  function bodyFault({ content }: Response, { body, mediaType, malformed }: Reply): string | undefined {
    if (!content) return body === undefined ? undefined : 'has a body, and none is declared';
    const declared = content[mediaType];
    if (!declared)
      return body === undefined
        ? 'has no body'
        : `is ${mediaType || 'of no type'}, not ${Object.keys(content).join(' or ')}`;
    if (malformed !== undefined) return 'says that it is JSON and is not';
    if (!declared.schema) return undefined;
    return breaks(schemas.of(declared.schema), body ?? '');
  }

  function headerFaults({ headers = {} }: Response, reply: Reply): string[] {
    return Object.entries(headers).flatMap(([name, authored]) => {
      const { schema } = resolve<{ schema: Schema }>(document, authored);
      const text = reply.headers.get(name);
      if (text === null) return OPTIONAL_HEADERS.includes(name) ? [] : [`${name} is missing`];
      const fault = breaks(
        schemas.of(schema),
        schema['type'] === 'integer' && /^\d+$/.test(text) ? Number(text) : text,
      );
      return fault === undefined ? [] : [`${name} ${fault}`];
    });
  }

  return {
    schemas,
    faults(operation, reply) {
      const status = String(reply.status);
      const declared = operation ? operation.responses[status] : anyError;
      const faults: ConformanceFault[] = [];
      if (!declared)
        faults.push({
          check: 'statuses',
          message: `${status} is not a status that the contract declares here`,
        });
      const body = declared && bodyFault(declared, reply);
      if (body !== undefined) faults.push({ check: 'schemas', message: `the body of ${status} ${body}` });
      for (const message of headerFaults(declared ?? anyError, reply))
        faults.push({ check: 'headers', message: `${message} on ${status}` });
      return faults;
    },
  };
}
