// Validates requests and responses. openapi-backend's own validator does not support JSON Schema 2020-12,
// parses each request again and accepts undeclared statuses (spec/decisions/0003-openapi-backend-indexed.md).
import type { ErrorObject, ValidateFunction } from 'ajv';
import { OpenAPIValidator, type Operation as BackendOperation, type ValidationResult } from 'openapi-backend';
import { notFound } from '../base/errors';
import type { ContractDocument, Operation, Parameter } from './document';
import { under } from './pointer';
import type { ContractRequest } from './handler';
import { coerce, parseQuery } from './query';
import type { IndexedRouter } from './router';
import { type ContractSchemas, schemasOf } from './schemas';
import { isUnknownId } from './validation-error';

interface RequestValidators {
  path: { parameter: Parameter; validate: ValidateFunction }[];
  query: Map<string, { parameter: Parameter; validate: ValidateFunction }>;
  header: { parameter: Parameter; field: string; validate: ValidateFunction }[];
  /** By media type. */
  bodies: Map<string | undefined, ValidateFunction>;
}

/** OpenAPI ignores parameters with these names: media types and security requirements define them. */
const IGNORED_HEADERS = ['accept', 'content-type', 'authorization'];

export class ContractValidator extends OpenAPIValidator {
  private readonly schemas: ContractSchemas;
  private readonly requests = new Map<string, RequestValidators>();

  constructor(document: ContractDocument, router: IndexedRouter) {
    super({ definition: router.definition, router, lazyCompileValidators: true });
    this.schemas = schemasOf(document);
  }

  /** Compiles the validators of an operation before its first request. */
  prepare(operation: Operation): RequestValidators {
    let validators = this.requests.get(operation.operationId);
    if (!validators) {
      validators = this.compileRequest(operation);
      this.requests.set(operation.operationId, validators);
    }
    return validators;
  }

  /** Compiles all schemas of requests and responses. @throws Error for a schema that does not compile. */
  compileAll(operation: Operation): void {
    this.prepare(operation);
    for (const { content = {} } of Object.values(operation.responses))
      for (const { schema } of Object.values(content)) if (schema !== undefined) this.schemas.of(schema);
  }

  /** @throws ApiError `not_found` for an invalid path parameter: no record can have such a path. */
  override validateRequest(request: never, operation?: BackendOperation | string): ValidationResult {
    const { params, search, headers, ...own } = request as ContractRequest;
    const validators = this.prepare(operation as unknown as Operation);
    for (const { parameter, validate } of validators.path) {
      params[parameter.name] = coerce(params[parameter.name] as string, parameter);
      if (!validate(params[parameter.name])) throw notFound();
    }
    const errors: ErrorObject[] = [];
    const collect = (validate: ValidateFunction, value: unknown, ...path: string[]): void => {
      for (const error of this.schemas.faults(validate, value) ?? [])
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
    const validateBody = validators.bodies.get(own.bodyType);
    if (validateBody) collect(validateBody, own.requestBody, 'body');
    Object.assign(request, { query, header });
    const faults = errors.filter((error) => !(error.instancePath.startsWith('/body') && isUnknownId(error)));
    return { valid: faults.length === 0, errors: faults.length === 0 ? null : faults };
  }

  /** Also rejects undeclared statuses. `body` is the parsed body; undefined for an empty one. */
  override validateResponse(
    body: unknown,
    operation: BackendOperation | string,
    status?: number,
  ): ValidationResult {
    const { responses } = operation as unknown as Operation;
    const response = responses[String(status)];
    if (!response) return { valid: false, errors: [undeclared(`status ${status}`)] };
    const media = response.content?.['application/json'];
    if (!media)
      return body === undefined
        ? { valid: true, errors: null }
        : { valid: false, errors: [undeclared(`a body of status ${status}`)] };
    if (media.schema === undefined) return { valid: true, errors: null };
    const validate = this.schemas.of(media.schema);
    return validate(body) ? { valid: true, errors: null } : { valid: false, errors: validate.errors! };
  }

  private compileRequest(operation: Operation): RequestValidators {
    const compile = (parameter: Parameter) => this.schemas.of(parameter.schema);
    const within = (where: Parameter['in']) =>
      operation.parameters.filter((parameter) => parameter.in === where);
    const headers = within('header')
      .map((parameter) => ({ parameter, field: parameter.name.toLowerCase() }))
      .filter(({ field }) => !IGNORED_HEADERS.includes(field));
    const bodies = Object.entries(operation.requestBody?.content ?? {});
    return {
      path: within('path').map((parameter) => ({ parameter, validate: compile(parameter) })),
      query: new Map(
        within('query').map((parameter) => [parameter.name, { parameter, validate: compile(parameter) }]),
      ),
      header: headers.map(({ parameter, field }) => ({ parameter, field, validate: compile(parameter) })),
      bodies: new Map(
        bodies.flatMap(([mediaType, { schema }]) => (schema ? [[mediaType, this.schemas.of(schema)]] : [])),
      ),
    };
  }
}

const ownError = (keyword: string, instancePath: string, params: Record<string, unknown>): ErrorObject => ({
  keyword,
  instancePath,
  schemaPath: '',
  params,
  message: keyword,
});

const missing = (where: string, name: string): ErrorObject =>
  ownError('required', `/${where}`, { missingProperty: name });

const undeclared = (what: string): ErrorObject => ({
  ...ownError('undeclared', '', {}),
  message: `${what} is not declared`,
});
