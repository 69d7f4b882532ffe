// Checks the status, body and headers of a response against its operation.
import type { ErrorObject, ValidateFunction } from 'ajv';
import {
  type ContractDocument,
  type Operation,
  type Response,
  type Schema,
  resolve,
} from '../../contract/document';
import { type ContractSchemas, schemasOf } from '../../contract/schemas';
import { placedMessage } from '../../contract/validation/keyword-messages';
import type { Reply } from '../probe/send';
import type { Check } from './report';

interface ResponseFault {
  check: Extract<Check, 'statuses' | 'schemas' | 'headers' | 'caching'>;
  message: string;
}

/** Servers without rate limits and responses that are no replay leave these headers out. */
const OPTIONAL_HEADERS = ['RateLimit', 'RateLimit-Policy', 'Idempotency-Replayed'];

const errorText = (errors: ErrorObject[]): string =>
  [...new Set(errors.map(placedMessage))].slice(0, 3).join('; ');

/** Hides array indexes, so that the same fault in another row is the same finding. */
const withoutIndexes = (text: string): string => text.replace(/\/\d+(?=[/ ])/g, '/*');

export interface ResponseCheck {
  /** `operation` is undefined for a path or method that no operation has. */
  faults(operation: Operation | undefined, reply: Reply): ResponseFault[];
  schemas: ContractSchemas;
}

export function createResponseCheck(document: ContractDocument): ResponseCheck {
  const schemas = schemasOf(document);
  /** The response for requests that match no operation. */
  const anyError = {
    description: '',
    headers: { 'X-Request-Id': { $ref: '#/components/headers/RequestId' } },
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
  } as unknown as Response;

  const schemaFault = (validate: ValidateFunction, value: unknown): string | undefined =>
    validate(value) ? undefined : withoutIndexes(errorText(validate.errors!));

  function bodyFault({ content }: Response, { body, mediaType, malformed }: Reply): string | undefined {
    if (!content) return body === undefined ? undefined : 'is not declared';
    const declared = content[mediaType];
    if (!declared)
      return body === undefined
        ? 'is empty'
        : `is ${mediaType || 'without a media type'}, not ${Object.keys(content).join(' or ')}`;
    if (malformed !== undefined) return 'is not valid JSON';
    if (!declared.schema) return undefined;
    return schemaFault(schemas.of(declared.schema), body ?? '');
  }

  function headerFaults({ headers = {} }: Response, reply: Reply): string[] {
    return Object.entries(headers).flatMap(([name, authored]) => {
      const { schema } = resolve<{ schema: Schema }>(document, authored);
      const text = reply.headers.get(name);
      if (text === null) return OPTIONAL_HEADERS.includes(name) ? [] : [`${name} is missing`];
      const fault = schemaFault(
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
      const faults: ResponseFault[] = [];
      if (!declared)
        faults.push({
          check: 'statuses',
          message: `the contract does not declare status ${status} here`,
        });
      const body = declared && bodyFault(declared, reply);
      if (body !== undefined) faults.push({ check: 'schemas', message: `the body of ${status} ${body}` });
      for (const message of headerFaults(declared ?? anyError, reply))
        faults.push({ check: 'headers', message: `${message} on ${status}` });
      for (const message of cachingFaults(reply))
        faults.push({ check: 'caching', message: `${message} on ${status}` });
      return faults;
    },
  };
}

/** The contract requires these fields for successful responses, see "Conditional requests" in its description. */
const DIRECTIVES = ['no-cache', 'private'];
const VARY = ['accept-encoding', 'x-api-key'];

const listed = (value: string | null): string[] =>
  (value ?? '')
    .toLowerCase()
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');

function cachingFaults({ status, headers }: Reply): string[] {
  const control = listed(headers.get('cache-control'));
  if (status >= 400)
    // Caches may store a 404 or 501 without this field (RFC 9111, section 4.2.2).
    return control.some((item) => item === 'no-store' || item === 'no-cache')
      ? []
      : ['Cache-Control lacks no-store'];
  const missing = VARY.filter((name) => !listed(headers.get('vary')).includes(name));
  return [
    ...(control.sort().join() === DIRECTIVES.join() ? [] : ['Cache-Control is not private, no-cache']),
    ...(missing.length > 0 ? [`Vary lacks ${missing.join(', ')}`] : []),
  ];
}
