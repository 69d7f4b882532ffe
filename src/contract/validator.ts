// Validates requests and responses in place of openapi-backend's validator, which knows no JSON Schema 2020-12, parses
// each request again and calls an undeclared status valid (spec/decisions/0003-openapi-backend-indexed.md).
import type { ErrorObject, ValidateFunction } from 'ajv';
import { OpenAPIValidator, type Operation as BackendOperation, type ValidationResult } from 'openapi-backend';
import { notFound } from '../errors';
import type { ContractDocument, Operation, Parameter } from './document';
import { coerce, parseQuery } from './query';
import type { ContractRequest } from './request';
import type { IndexedRouter } from './router';
import { type ContractSchemas, schemasOf } from './schemas';

interface RequestValidators {
  path: { parameter: Parameter; validate: ValidateFunction }[];
  query: Map<string, { parameter: Parameter; validate: ValidateFunction }>;
  header: { name: string; field: string; validate: ValidateFunction }[];
  body: ValidateFunction | undefined;
}

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

  /** @throws ApiError `not_found` for a path parameter that breaks its schema: such a path leads nowhere. */
  override validateRequest(request: never, operation?: BackendOperation | string): ValidationResult {
    const { params, search, headers, ...own } = request as ContractRequest;
    const validators = this.prepare(operation as unknown as Operation);
    for (const { parameter, validate } of validators.path) {
      params[parameter.name] = coerce(params[parameter.name] as string, parameter);
      if (!validate(params[parameter.name])) throw notFound();
    }
    const errors: ErrorObject[] = [];
    const collect = (validate: ValidateFunction, value: unknown, place: string): void => {
      for (const error of this.schemas.faults(validate, value) ?? []) errors.push({ ...error, instancePath: place + error.instancePath });
    };

    const query = search === '' ? {} : parseQuery(search, validators.query, errors);
    for (const [name, { parameter, validate }] of validators.query) {
      if (name in query) collect(validate, query[name], `/query/${name}`);
      else if (parameter.required) errors.push(missing('query', name));
    }
    const header: Record<string, string> = {};
    for (const { name, field, validate } of validators.header) {
      const value = headers[field];
      if (value === undefined) continue;
      collect(validate, value, `/header/${name}`);
      header[name] = String(value);
    }
    if (validators.body) collect(validators.body, own.requestBody, '/body');
    Object.assign(request, { query, header });
    return { valid: errors.length === 0, errors: errors.length === 0 ? null : errors };
  }

  /** Also checks the status, which openapi-backend does not. `body` is the parsed body, undefined when there is none. */
  override validateResponse(body: unknown, operation: BackendOperation | string, status?: number): ValidationResult {
    const { responses } = operation as unknown as Operation;
    const response = responses[String(status)];
    if (!response) return { valid: false, errors: [undeclared(`status ${status}`)] };
    const schema = response.content?.['application/json']?.schema;
    if (!schema) return body === undefined ? { valid: true, errors: null } : { valid: false, errors: [undeclared(`a body of status ${status}`)] };
    const validate = this.schemas.of(schema);
    return validate(body) ? { valid: true, errors: null } : { valid: false, errors: validate.errors! };
  }

  private compileRequest(operation: Operation): RequestValidators {
    const compile = (parameter: Parameter) => this.schemas.of(parameter.schema);
    const within = (where: Parameter['in']) => operation.parameters.filter((parameter) => parameter.in === where);
    const bodySchema = Object.values(operation.requestBody?.content ?? {})[0]?.schema;
    return {
      path: within('path').map((parameter) => ({ parameter, validate: compile(parameter) })),
      query: new Map(within('query').map((parameter) => [parameter.name, { parameter, validate: compile(parameter) }])),
      header: within('header').map((parameter) => ({ name: parameter.name, field: parameter.name.toLowerCase(), validate: compile(parameter) })),
      body: bodySchema && this.schemas.of(bodySchema),
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

const missing = (where: string, name: string): ErrorObject => ownError('required', `/${where}`, { missingProperty: name });

const undeclared = (what: string): ErrorObject => ({ ...ownError('undeclared', '', {}), message: `${what} is not declared` });
