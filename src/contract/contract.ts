// The adapter of openapi-backend, which passes routed requests to handlers by operationId. The library decides the order
// of security, validation and handler, and rejects what has no hook (`strict`). Its router builds 99 regular expressions
// for each request, and its validator knows draft-07 only: router.ts and validator.ts replace them, so that its own
// definition has no paths (measurements: spec/decisions/0003-openapi-backend-indexed.md).
import {
  type Context,
  type Handler as Hook,
  OpenAPIBackend,
  OpenAPIRouter,
  OpenAPIValidator,
  type Operation as BackendOperation,
  type ValidationResult,
} from 'openapi-backend';
import { ApiError, notFound, unauthorized } from '../base/errors';
import { type ContractDocument, type Operation, contractDocument, operationsOf } from './document';
import type {
  ApiResponse,
  AuthenticatedRequest,
  ContractRequest,
  MockInterceptor,
  OperationHandlers,
} from './handler';
import { IndexedRouter } from './router';
import { faultText } from './schemas';
import { validationError } from './validation/validation-error';
import { ContractValidator, isLarge } from './validator';

interface ContractOptions {
  /** The handlers of available operations, and of planned ones, which only a sandbox serves. */
  handlers: OperationHandlers;
  document?: ContractDocument;
  /** Of a sandbox. Left out, planned operations return 501. */
  mocks?: MockInterceptor;
  /** Checks each response of a handler against the contract and turns a wrong one into a 500. */
  validateResponses?: boolean;
}

export interface Contract {
  operations: Operation[];
  version: string;
  /** Returns the methods of a path for `Allow`; an empty list for an unknown path. */
  allowedMethods(path: string): string[];
  /** @throws ApiError for every response that is not a success. */
  handle(request: ContractRequest, authenticated: AuthenticatedRequest): Promise<ApiResponse>;
  match(method: string, path: string): Operation | undefined;
  /** Returns the operation of a request. @throws ApiError `not_found`, `method_not_allowed` */
  route(method: string, path: string): Operation;
  /** Returns whether the server reads, validates and answers requests of an operation. */
  isServed(operation: Operation): boolean;
  /** Returns the operation of a request and its decoded path parameters. @throws URIError. */
  locate(method: string, path: string): { operation: Operation; params: Record<string, string> } | undefined;
  /** Returns why the operation may not return this status with this parsed body; undefined when it may. */
  responseFault(operationId: string, status: number, body: unknown): string | undefined;
}

/** @throws Error when an available operation has no handler. A sandbox answers it by its mocks. */
export async function createContract(options: ContractOptions): Promise<Contract> {
  const { document = contractDocument, handlers, mocks, validateResponses } = options;
  const operations = operationsOf(document);
  const router = new IndexedRouter(operations);
  const validator = new ContractValidator(document);
  if (!mocks) requireHandlers(operations, handlers);
  const schemes = document.components['securitySchemes'] ?? {};
  const isServed = ({ availability }: Operation): boolean =>
    availability === 'available' || mocks !== undefined;

  const backend = new OpenAPIBackend({
    // Paths and schemas are left out: the router and the validator below have them.
    definition: {
      openapi: '3.1.0',
      info: document.info,
      paths: {},
      components: { securitySchemes: schemes },
    } as unknown as OpenAPIBackend['definition'],
    quick: true,
    strict: true,
    ignoreTrailingSlashes: false,
    validate: (context: Context) => isServed(contextOf(context).operation!),
  });
  await backend.init();
  backend.router = new BackendRouter(router);
  backend.validator = new BackendValidator(validator, backend.router);
  const served = operations.filter(isServed).map(({ operationId }) => operationId);
  backend.register({ ...hooksOf(mocks), ...toBackendHandlers(served, handlers, mocks) });
  // Authentication happens before dispatch. This handler only asserts that it did.
  for (const scheme of Object.keys(schemes)) {
    backend.registerSecurityHandler(
      scheme,
      (_context: Context, authenticated: Partial<AuthenticatedRequest>) =>
        authenticated.principal !== undefined,
    );
  }
  for (const operation of operations)
    if (operation.availability === 'available') validator.prepare(operation);

  return {
    operations,
    version: document.info.version,
    allowedMethods: (path) => router.allowedMethods(path),
    async handle(request, authenticated) {
      const response = (await backend.handleRequest(
        request as unknown as Parameters<OpenAPIBackend['handleRequest']>[0], // BackendRouter passes it on
        authenticated,
      )) as ApiResponse;
      const { operation } = request;
      // The sandbox serves the examples of a branch as they are.
      if (!validateResponses || authenticated.answeredBy === 'mock') return response;
      try {
        await validator.requireResponse(operation, response);
      } catch (error) {
        if (response.body !== undefined && isLarge(response.body)) await response.body.discard();
        throw error;
      }
      return response;
    },
    match: (method, path) => router.find(method, path.split('?')[0]!),
    route(method, path) {
      const operation = router.find(method, path);
      if (operation) return operation;
      if (!router.has(path))
        throw notFound('No operation has this path. Paths have no version prefix and no slash at their end.');
      const allow = router.allowedMethods(path).join(', ');
      throw new ApiError('method_not_allowed', `${method} is not allowed here. Use one of ${allow}.`, {
        headers: { Allow: allow },
      });
    },
    isServed,
    locate(method, path) {
      const operation = router.find(method, path);
      return operation && { operation, params: router.paramsOf(operation, path) };
    },
    responseFault(operationId, status, body) {
      const errors = validator.responseFaults(router.operation(operationId)!, status, body);
      return errors.length > 0 ? faultText(errors) : undefined;
    },
  };
}

const toBackendHandlers = (
  served: string[],
  handlers: OperationHandlers,
  mocks: MockInterceptor | undefined,
): Record<string, Hook> =>
  Object.fromEntries(
    served.flatMap((operationId) => {
      const handler = handlers[operationId];
      if (!handler) return [];
      const hook: Hook = (context: Context, authenticated: AuthenticatedRequest) => {
        const { request } = contextOf(context);
        return mocks
          ? mocks(request, authenticated, () => handler(request, authenticated))
          : handler(request, authenticated);
      };
      return [[operationId, hook]];
    }),
  );

function requireHandlers(operations: Operation[], handlers: OperationHandlers): void {
  const missing = operations.filter(
    ({ availability, operationId }) => availability === 'available' && !handlers[operationId],
  );
  if (missing.length === 0) return;
  const ids = missing.map(({ operationId }) => operationId).join(', ');
  throw new Error(`Available operations without a handler: ${ids}. Add them in src/server/operations/.`);
}

/** Returns the values of openapi-backend's context under this project's types. */
const contextOf = (context: Context) => ({
  request: context.request as unknown as ContractRequest,
  operation: context.operation as unknown as Operation | undefined,
});

/** Without `unauthorizedHandler` or `validationFail`, openapi-backend would let such requests through to the handler. */
type HookName = 'unauthorizedHandler' | 'validationFail' | 'notImplemented';

function hooksOf(mocks: MockInterceptor | undefined): Record<HookName, Hook> {
  return {
    unauthorizedHandler: () => {
      throw unauthorized();
    },
    validationFail: (context) => {
      throw validationError(context.validation.errors!);
    },
    notImplemented: (context, authenticated: AuthenticatedRequest) => {
      const { request } = contextOf(context);
      const operation = contextOf(context).operation!;
      if (mocks) return mocks(request, authenticated);
      throw new ApiError(
        'not_implemented',
        `${operation.operationId} is planned and not available yet. In the sandbox, it acts on the records.`,
      );
    },
  };
}

const EMPTY = { openapi: '3.1.0', info: { title: '', version: '' }, paths: {} };

class BackendRouter extends OpenAPIRouter {
  constructor(private readonly router: IndexedRouter) {
    super({ definition: EMPTY });
  }

  /** The request was routed before its body was read. */
  override matchOperation(request: object): BackendOperation {
    return (request as ContractRequest).operation;
  }

  override getOperation(operationId: string): BackendOperation | undefined {
    return this.router.operation(operationId);
  }

  /** Only adds the path parameters. The validator parses query and header fields. */
  override parseRequest(request: never, operation?: BackendOperation): never {
    const own = request as ContractRequest;
    if (operation) own.params = this.router.paramsOf(operation as unknown as Operation, own.path);
    return request;
  }
}

class BackendValidator extends OpenAPIValidator {
  constructor(
    private readonly contract: ContractValidator,
    router: OpenAPIRouter,
  ) {
    super({ definition: EMPTY, router, lazyCompileValidators: true });
  }

  override validateRequest(request: never, operation?: BackendOperation | string): ValidationResult {
    const errors = this.contract.requestFaults(request, operation as unknown as Operation);
    return { valid: errors.length === 0, errors: errors.length === 0 ? null : errors };
  }
}
