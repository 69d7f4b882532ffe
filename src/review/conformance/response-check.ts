// Checks the status, body and headers of a response against its operation, and recognizes the responses of a proxy.
import type { ErrorObject, ValidateFunction } from 'ajv';
import {
  type ContractDocument,
  type Operation,
  type Response,
  type Schema,
  resolve,
} from '../../contract/document';
import { splitPointer } from '../../contract/pointer';
import { compileSchemas } from '../../contract/schemas';
import { formatMessage } from '../../contract/validation/keyword-messages';
import { asArray, asObject } from '../model/json';
import { quoted } from '../../base/report/report';
import { type Reply, parseCharset } from '../probe/send';
import { CSV, listColumns } from './csv-columns';
import type { Occurrence } from './findings';
import { pluralize } from '../../base/text';

type ResponseFault = Pick<Occurrence, 'check' | 'fault' | 'status' | 'detail'>;

/** Servers without rate limits and responses that are no replay leave these headers out. */
const OPTIONAL_HEADERS = ['RateLimit', 'RateLimit-Policy', 'Idempotency-Replayed'];

/** Returns the fields that lead to a value, without indexes: the fault of another row is the same fault. */
const toField = (pointer: string): string =>
  splitPointer(pointer)
    .filter((segment) => !/^\d+$/.test(segment))
    .join('.');

/** The message of a text without the text, and of entries without their positions: other values are the same fault. */
const sharedMessage = (error: ErrorObject): string =>
  error.keyword === 'uniqueItems'
    ? 'has the same entry twice'
    : formatMessage(typeof error.data === 'string' ? { ...error, data: '' } : error);

function errorText(errors: ErrorObject[]): string {
  const texts = errors.map((error) => {
    const { additionalProperty, missingProperty } = error.params as Record<string, string | undefined>;
    const names = [toField(error.instancePath), additionalProperty ?? missingProperty];
    return `${names.filter(Boolean).join('.')} ${sharedMessage(error)}`.trim();
  });
  return [...new Set(texts)].slice(0, 3).join('; ');
}

/** Returns for example `row 90 (id "ca_1"), asset_type: 7`. */
function formatPlace(value: unknown, { instancePath, params }: ErrorObject): string {
  const places: string[] = [];
  let at = value;
  for (const segment of splitPointer(instancePath)) {
    const isRow = Array.isArray(at);
    at = (at as Record<string, unknown>)[segment];
    const { id } = asObject(at);
    if (isRow) places.push(`row ${segment}${id === undefined ? '' : ` (id ${quoted(id)})`}`);
  }
  const missing = (params as { missingProperty?: string }).missingProperty;
  const field = missing ?? toField(instancePath);
  return `${[...places, field].filter(Boolean).join(', ') || 'the body'}: ${quoted(missing ? undefined : at)}`;
}

const TIME = '2026-01-31T08:15:30.123Z';

/** A server writes all times alike: a wrong form has one cause in all fields and operations. */
const isWrongTime = ({ parentSchema, data }: ErrorObject): boolean =>
  parentSchema?.['format'] === 'date-time' && typeof data === 'string';

interface SchemaFault {
  text: string;
  /** The same fault on other statuses has the same cause. */
  isShared?: boolean;
  detail?: string;
}

export type ResponseCheck = ReturnType<typeof createResponseCheck>;

export function createResponseCheck(document: ContractDocument) {
  const schemas = compileSchemas(document);
  const columnsOf = listColumns(document);
  /** The response for requests that match no operation. */
  const anyError = {
    description: '',
    headers: { 'X-Request-Id': { $ref: '#/components/headers/RequestId' } },
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
  } as unknown as Response;

  const schemaFault = (validate: ValidateFunction, value: unknown): SchemaFault | undefined => {
    if (validate(value)) return undefined;
    const errors = schemas.settled(validate);
    const time = errors.find(isWrongTime);
    return time
      ? { text: `has a time of another form than ${TIME}`, isShared: true, detail: formatPlace(value, time) }
      : { text: errorText(errors), detail: formatPlace(value, errors[0]!) };
  };

  function bodyFault(
    operation: Operation | undefined,
    { content }: Response,
    { body, headers, mediaType, malformed, text }: Reply,
  ): SchemaFault | undefined {
    if (!content) return body === undefined ? undefined : { text: 'is not declared' };
    const declared = content[mediaType];
    if (!declared && body === undefined) return { text: 'is empty' };
    if (!declared) {
      const types = Object.keys(content).join(' or ');
      return { text: `is ${mediaType || 'without a media type'}, not ${types}`, isShared: true };
    }
    const charset = parseCharset(headers.get('content-type') ?? '');
    if (charset !== 'utf-8') return { text: `has the charset ${charset}, not utf-8`, isShared: true };
    if (malformed !== undefined) return { text: 'is not valid JSON', detail: malformed };
    if (!declared.schema) return undefined;
    const columns = mediaType === CSV && operation ? columnsOf.get(operation.operationId) : undefined;
    const header = /^[^\r\n]*/.exec(text)![0].replaceAll('"', '');
    if (columns !== undefined && header !== columns)
      return {
        text: 'has other columns than x-columns',
        detail: `${quoted(header)}, not ${quoted(columns)}`,
      };
    return schemaFault(schemas.of(declared.schema), body ?? '');
  }

  function headerFaults({ headers = {} }: Response, reply: Reply): SchemaFault[] {
    return Object.entries(headers).flatMap(([name, authored]) => {
      const { schema } = resolve<{ schema: Schema }>(document, authored);
      const text = reply.headers.get(name);
      if (text === null) return OPTIONAL_HEADERS.includes(name) ? [] : [{ text: `${name} is missing` }];
      const fault = schemaFault(
        schemas.of(schema),
        schema['type'] === 'integer' && /^\d+$/.test(text) ? Number(text) : text,
      );
      return fault ? [{ text: `${name} ${fault.text}`, detail: quoted(text) }] : [];
    });
  }

  return {
    schemas,
    /** `operation` is undefined for a path or method that no operation has. */
    faults(operation: Operation | undefined, reply: Reply, method: string): ResponseFault[] {
      const { status } = reply;
      const declared = operation ? operation.responses[status] : anyError;
      const faults: ResponseFault[] = [];
      if (!declared)
        faults.push({ check: 'statuses', fault: `the contract does not declare status ${status} here` });
      // The contract has no HEAD and no OPTIONS: their checks compare the response.
      const isDescribed = operation !== undefined || (status >= 400 && method !== 'HEAD');
      const body = declared && isDescribed ? bodyFault(operation, declared, reply) : undefined;
      if (body?.isShared)
        faults.push({ check: 'schemas', fault: `the body ${body.text}`, status, detail: body.detail });
      else if (body)
        faults.push({ check: 'schemas', fault: `the body of ${status} ${body.text}`, detail: body.detail });
      for (const { text, detail } of headerFaults(declared ?? anyError, reply))
        faults.push({ check: 'headers', fault: text, status, detail });
      for (const fault of isDescribed ? cachingFaults(reply) : [])
        faults.push({ check: 'caching', fault, status });
      if (lacksDetails(reply)) faults.push({ check: 'errors', fault: 'a validation error has no `details`' });
      return faults;
    },
  };
}

/** A caller cannot correct a request without the names of its wrong fields. */
function lacksDetails({ body }: Reply): boolean {
  const { error, details } = asObject(body);
  return error === 'validation_error' && asArray(details).length === 0;
}

/** The contract requires these fields for successful responses, see "Conditional requests" in its description. */
const DIRECTIVES = ['no-cache', 'private'];
const VARY = ['accept-encoding', 'x-api-key'];

/** Returns the items of a header with commas, in lower case. */
export const listed = (value: string | null): string[] =>
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

/** Statuses with which proxies reject a request by themselves, most for its size or syntax. */
const REJECTIONS = [400, 403, 408, 413, 414, 417, 431, 494];

/** The server gives every response an id, and every error a code. */
const isOfServer = ({ headers, body }: Reply): boolean =>
  typeof asObject(body)['error'] === 'string' || (headers.has('x-request-id') && !headers.has('server'));

export class ProxyResponses {
  private readonly rejections = new Map<string, number>();
  private name: string | undefined;

  /** Returns whether a proxy rejected the request, and counts it. `label` describes the request. */
  has(reply: Reply, label: string): boolean {
    if (!REJECTIONS.includes(reply.status) || isOfServer(reply)) return false;
    this.name ??= reply.headers.get('server') ?? undefined;
    const text = `${reply.status} to ${label}`;
    this.rejections.set(text, (this.rejections.get(text) ?? 0) + 1);
    return true;
  }

  /** Returns a sentence for the report, if there were such responses. */
  get notes(): string[] {
    if (this.rejections.size === 0) return [];
    const name = this.name === undefined ? '' : ` (${quoted(this.name)})`;
    const texts = [...this.rejections].map(([text, times]) => `${text} (${pluralize(times, 'time')})`);
    return [
      `A proxy in front of the server${name} rejected requests by itself, which are not judged: ${texts.join(', ')}.`,
    ];
  }
}
