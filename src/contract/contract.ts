// The adapter of openapi-backend, which passes routed requests to handlers by operationId. The library decides the order
// of security, validation and handler, and rejects what has no hook (`strict`). Its router builds 99 regular expressions
// for each request, and its validator knows draft-07 only: router.ts and validator.ts replace them, so that its own
// definition has no paths (measurements: spec/decisions/0003-openapi-backend-indexed.md).
import { type Handler as Hook, OpenAPIBackend } from 'openapi-backend';
import { ApiError, notFound, unauthorized } from '../base/errors';
import { type ContractDocument, type Operation, contractDocument, listOperations } from './document';
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

export type Contract = Awaited<ReturnType<typeof createContract>>;

/** A hook with the arguments that `handle` adds to the context of openapi-backend. */
type ContractHook = (
  context: Parameters<Hook>[0],
  request: ContractRequest,
  authenticated: AuthenticatedRequest,
) => Promise<ApiResponse>;

/** @throws Error when an available operation has no handler. A sandbox answers it by its mocks. */
export async function createContract(options: ContractOptions) {
  const { document = contractDocument, handlers, mocks, validateResponses } = options;
  const operations = listOperations(document);
  const router = new IndexedRouter(operations);
  const validator = new ContractValidator(document);
  if (!mocks) requireHandlers(operations, handlers);
  const schemes = document.components['securitySchemes'] ?? {};
  /** Returns whether the server reads, validates and answers requests of an operation. */
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
    validate: (_context: unknown, { operation }: ContractRequest) => isServed(operation),
  });
  await backend.init();
  Object.assign(backend.router, {
    getOperation: (operationId: string) => router.operation(operationId),
    /** The request was routed before its body was read. */
    matchOperation: ({ operation }: ContractRequest) => operation,
    /** Only adds the path parameters. The validator parses query and header fields. */
    parseRequest(request: ContractRequest, operation?: Operation): ContractRequest {
      if (operation) request.params = router.paramsOf(operation, request.path);
      return request;
    },
  });
  Object.assign(backend.validator, {
    validateRequest(request: ContractRequest, operation: Operation) {
      const errors = validator.requestFaults(request, operation);
      return { valid: errors.length === 0, errors: errors.length === 0 ? null : errors };
    },
  });
  backend.register(createHooks(operations.filter(isServed), handlers, mocks));
  // Authentication happens before dispatch. This handler only asserts that it did.
  for (const scheme of Object.keys(schemes))
    backend.registerSecurityHandler(
      scheme,
      (_context, _request, authenticated: Partial<AuthenticatedRequest>) =>
        authenticated.principal !== undefined,
    );
  for (const operation of operations)
    if (operation.availability === 'available') validator.prepare(operation);

  return {
    operations,
    version: document.info.version,
    isServed,
    /** Returns the methods of a path for `Allow`; an empty list for an unknown path. */
    allowedMethods: (path: string) => router.allowedMethods(path),
    /** @throws ApiError for every response that is not a success. */
    async handle(request: ContractRequest, authenticated: AuthenticatedRequest): Promise<ApiResponse> {
      const response = (await backend.handleRequest(
        request as never, // the router above passes it on
        request,
        authenticated,
      )) as ApiResponse;
      // The sandbox serves the examples of a branch as they are.
      if (!validateResponses || authenticated.answeredBy === 'mock') return response;
      try {
        await validator.requireResponse(request.operation, response);
      } catch (error) {
        if (response.body !== undefined && isLarge(response.body)) await response.body.discard();
        throw error;
      }
      return response;
    },
    match: (method: string, path: string) => router.find(method, path.split('?')[0]!),
    /** Returns the operation of a request. @throws ApiError `not_found`, `method_not_allowed` */
    route(method: string, path: string): Operation {
      const operation = router.find(method, path);
      if (operation) return operation;
      const allow = router.allowedMethods(path).join(', ');
      if (allow === '')
        throw notFound('No operation has this path. Paths have no version prefix and no slash at their end.');
      throw new ApiError('method_not_allowed', `${method} is not allowed here. Use one of ${allow}.`, {
        headers: { Allow: allow },
      });
    },
    /** Returns the operation of a request and its decoded path parameters. @throws URIError. */
    locate(method: string, path: string) {
      const operation = router.find(method, path);
      return operation && { operation, params: router.paramsOf(operation, path) };
    },
    /** Returns why the operation may not return this status with this parsed body; undefined when it may. */
    responseFault(operationId: string, status: number, body: unknown): string | undefined {
      const errors = validator.responseFaults(router.operation(operationId)!, status, body);
      return errors.length > 0 ? faultText(errors) : undefined;
    },
  };
}

function requireHandlers(operations: Operation[], handlers: OperationHandlers): void {
  const missing = operations.filter(
    ({ availability, operationId }) => availability === 'available' && !handlers[operationId],
  );
  if (missing.length === 0) return;
  const ids = missing.map(({ operationId }) => operationId).join(', ');
  throw new Error(`Available operations without a handler: ${ids}. Add them in src/server/operations/.`);
}

function createHooks(
  served: Operation[],
  handlers: OperationHandlers,
  mocks: MockInterceptor | undefined,
): Record<string, Hook> {
  // Without the first two, openapi-backend would let such requests through to the handler.
  const hooks: Record<string, ContractHook> = {
    unauthorizedHandler: () => {
      throw unauthorized();
    },
    validationFail: ({ validation }) => {
      throw validationError(validation.errors!);
    },
    notImplemented: (_context, request, authenticated) => {
      if (mocks) return mocks(request, authenticated);
      throw new ApiError(
        'not_implemented',
        `${request.operation.operationId} is planned and not available yet. In the sandbox, it acts on the records.`,
      );
    },
  };
  for (const { operationId } of served) {
    const handler = handlers[operationId];
    if (handler)
      hooks[operationId] = (_context, request, authenticated) =>
        mocks
          ? mocks(request, authenticated, () => handler(request, authenticated))
          : handler(request, authenticated);
  }
  return hooks;
}
