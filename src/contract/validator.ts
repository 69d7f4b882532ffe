// Validates requests and responses against the contract, in JSON Schema 2020-12.
import type { ErrorObject, ValidateFunction } from 'ajv';
import { type ApiError, noRecord, notFound } from '../base/errors';
import { nextSlice } from '../base/scheduling/time-slices';
import { type ContractDocument, type Operation, type Parameter, type Schema, resolve } from './document';
import { toWords } from './record-model';
import { under } from './pointer';
import type { ApiResponse, ContractRequest, LargeBody } from './handler';
import { coerce, ownError, parseQuery } from './query';
import { type ContractSchemas, faultText, compileSchemas } from './schemas';
import { isUnknownId, validationError } from './validation/validation-error';

type RequestValidators = ReturnType<typeof compileRequest>;

/** OpenAPI ignores parameters with these names: media types and security requirements define them. */
const IGNORED_HEADERS = ['accept', 'content-type', 'authorization'];

/** Preconditions that no operation ignores, declared or not (RFC 9110, section 13.2). */
const CONDITIONS: Parameter[] = [
  { name: 'If-Match', in: 'header', type: 'string', schema: { type: 'string', format: 'entity-tags' } },
  { name: 'If-None-Match', in: 'header', type: 'string', schema: { type: 'string' } },
];

/** Of a response, checked at a time. */
const MAX_ROWS = 500;

export class ContractValidator {
  private readonly schemas: ContractSchemas;
  private readonly requests = new Map<string, RequestValidators>();
  /** Responses that are sent again. */
  private readonly checked = new WeakSet<ApiResponse>();

  constructor(private readonly document: ContractDocument) {
    this.schemas = compileSchemas(document);
  }

  /** Compiles the validators of an operation before its first request. */
  prepare(operation: Operation): RequestValidators {
    let validators = this.requests.get(operation.operationId);
    if (!validators) {
      validators = compileRequest(this.schemas, operation);
      this.requests.set(operation.operationId, validators);
    }
    return validators;
  }

  /**
   * Sets the parameters of a request to values of their schemas' types, and returns the errors of the request.
   * @throws ApiError `not_found` for an invalid path parameter: no record can have such a path.
   */
  requestFaults(request: ContractRequest, operation: Operation): ErrorObject[] {
    const { params, search, headers, bodyType, requestBody } = request;
    const validators = this.prepare(operation);
    for (const { parameter, validate } of validators.path) {
      params[parameter.name] = coerce(params[parameter.name] as string, parameter);
      if (!validate(params[parameter.name])) throw this.unknownValue(parameter, validate);
    }
    const errors: ErrorObject[] = [];
    const collect = (validate: ValidateFunction, value: unknown, ...path: string[]): void => {
      if (validate(value)) return;
      for (const error of this.schemas.settled(validate))
        errors.push({ ...error, instancePath: under('', ...path) + error.instancePath });
    };

    const query = search === '' ? {} : parseQuery(search, validators.query, errors);
    for (const [name, { parameter, validate }] of validators.query) {
      if (name in query) collect(validate, query[name], 'query', name);
      else if (parameter.required) errors.push(missing('query', name));
    }
    const header: Record<string, string> = {};
    for (const { parameter, field, validate } of validators.header) {
      const value = headers[field];
      if (value !== undefined) {
        header[parameter.name] = String(value);
        collect(validate, coerce(String(value), parameter), 'header', parameter.name);
      } else if (parameter.required) errors.push(missing('header', parameter.name));
    }
    const validateBody = validators.bodies.get(bodyType);
    if (validateBody) collect(validateBody, requestBody, 'body');
    Object.assign(request, { query, header });
    return errors.filter((error) => !(error.instancePath.startsWith('/body') && isUnknownId(error)));
  }

  private unknownValue({ name, schema }: Parameter, validate: ValidateFunction): ApiError {
    const kind = resolve<Schema>(this.document, schema)['x-references'];
    // The bytes of a missing id: its form says nothing about what exists.
    if (kind !== undefined) return noRecord(typeof kind === 'string' ? toWords(kind) : 'record');
    const { message } = validationError(this.schemas.settled(validate)).details![0]!;
    return notFound(`The ${name} in the path ${message}.`);
  }

  /** Also rejects undeclared statuses. `body` is the parsed body; undefined for an empty one. */
  responseFaults({ responses }: Operation, status: number, body: unknown): ErrorObject[] {
    const response = responses[String(status)];
    if (!response) return [undeclared(`status ${status}`)];
    const media = response.content?.['application/json'];
    if (!media) return body === undefined ? [] : [undeclared(`a body of status ${status}`)];
    if (media.schema === undefined) return [];
    const validate = this.schemas.of(media.schema);
    return validate(body) ? [] : validate.errors!;
  }

  /** @throws Error for a response that the contract does not declare. */
  async requireResponse(operation: Operation, response: ApiResponse): Promise<void> {
    if (this.checked.has(response)) return;
    const { status, headers, body } = response;
    const mediaType = headers?.['Content-Type']?.split(';')[0];
    const isJson = mediaType === undefined || mediaType === 'application/json';
    if (!isJson && operation.responses[status]?.content?.[mediaType]) return;
    await nextSlice();
    const parts = isLarge(body)
      ? body.pages()
      : splitList(body === undefined ? undefined : JSON.parse(body.toString()));
    for await (const part of parts) {
      await nextSlice();
      const errors = this.responseFaults(operation, status, part);
      if (errors.length > 0)
        throw new Error(
          `${operation.operationId} returned a ${status} that breaks the contract: ${faultText(errors)}`,
        );
    }
    this.checked.add(response);
  }
}

/** Returns a list, or an object with one, in parts: a check of all rows at once would delay other requests. */
function* splitList(value: unknown): Generator<unknown> {
  const isLong = (member: unknown): member is unknown[] => Array.isArray(member) && member.length > MAX_ROWS;
  const [name, list] = isLong(value)
    ? [undefined, value]
    : (Object.entries(value ?? {}).find((entry): entry is [string, unknown[]] => isLong(entry[1])) ?? []);
  if (!list) {
    yield value;
    return;
  }
  for (let start = 0; start < list.length; start += MAX_ROWS) {
    // The last part has as many rows as the others: a schema can have `minItems`.
    const first = Math.min(start, list.length - MAX_ROWS);
    const rows = list.slice(first, first + MAX_ROWS);
    yield name === undefined ? rows : { ...(value as object), [name]: rows };
  }
}

function compileRequest(schemas: ContractSchemas, operation: Operation) {
  const compile = (parameter: Parameter) => ({ parameter, validate: schemas.of(parameter.schema) });
  const within = (where: Parameter['in']) =>
    operation.parameters.filter((parameter) => parameter.in === where);
  const declared = within('header');
  const conditions = CONDITIONS.filter(({ name }) => declared.every((each) => each.name !== name));
  const headers = [...declared, ...conditions]
    .filter(({ name }) => !IGNORED_HEADERS.includes(name.toLowerCase()))
    .map((parameter) => ({ ...compile(parameter), field: parameter.name.toLowerCase() }));
  const bodies = Object.entries(operation.requestBody?.content ?? {});
  return {
    path: within('path').map(compile),
    query: new Map(within('query').map((parameter) => [parameter.name, compile(parameter)])),
    header: headers,
    bodies: new Map(
      bodies.flatMap(([mediaType, { schema }]): [string | undefined, ValidateFunction][] =>
        schema ? [[mediaType, schemas.of(schema)]] : [],
      ),
    ),
  };
}

/** Returns whether a body is not in memory. */
export const isLarge = (body: string | Buffer | LargeBody | undefined): body is LargeBody =>
  typeof body === 'object' && !Buffer.isBuffer(body);

const missing = (where: string, name: string): ErrorObject =>
  ownError('required', `/${where}`, { missingProperty: name });

const undeclared = (what: string): ErrorObject => ({
  ...ownError('undeclared', '', {}),
  message: `${what} is not declared`,
});
