// Wraps openapi-backend: dispatches requests to handlers by operationId.
import { type Context, OpenAPIBackend } from 'openapi-backend';
import { type ContractDocument, type Operation, contractDocument, operationsOf } from './document';
import {
  type ApiResponse,
  type AuthenticatedRequest,
  type ContractRequest,
  type Handlers,
  type MockInterceptor,
  isLarge,
  operationInput,
} from './handler';
import { type Hooks, checkHooks, contextOf, defaultHooks, isDispatched } from './hooks';
import { IndexedRouter } from './router';
import { faultText } from './schemas';
import { undispatchedOperations, unsupportedReason } from './unsupported';
import { ContractValidator } from './validator';

interface ContractOptions {
  /** A handler for each available operation and for no other. */
  handlers: Handlers;
  document?: ContractDocument;
  /** The sandbox's mocks. Left out, planned operations return 501. */
  mocks?: MockInterceptor;
  /** Accepts a document with unsupported operations. Each of them returns 501 with the reason. */
  external?: boolean;
  /** Checks each response of a handler against the contract and turns a wrong one into a 500. */
  validateResponses?: boolean;
  /** For tests: replaces the default hooks. */
  hooks?: Hooks;
}

export interface Contract {
  operations: Operation[];
  version: string;
  /** Returns the methods of a path for `Allow`; an empty list for an unknown path. */
  allowedMethods(path: string): string[];
  /** @throws ApiError for every response that is not a success. */
  handle(request: ContractRequest, authenticated: AuthenticatedRequest): Promise<ApiResponse>;
  match(method: string, path: string): Operation | undefined;
  /** Returns why the operation may not return this status with this parsed body; undefined when it may. */
  responseFault(operationId: string, status: number, body: unknown): string | undefined;
}

/** @throws Error when a handler is missing or superfluous, or a hook is missing. */
export async function createContract(options: ContractOptions): Promise<Contract> {
  const { document = contractDocument, handlers, mocks, external, validateResponses } = options;
  const operations = operationsOf(document);
  const router = new IndexedRouter(
    external ? [...operations, ...undispatchedOperations(document)] : operations,
  );
  const validator = new ContractValidator(document, router);
  const hooks = options.hooks ?? defaultHooks(router, mocks);
  checkHandlers(operations, handlers);
  checkHooks(hooks);
  const schemes = document.components['securitySchemes'] ?? {};

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
    validate: (context: Context) => isDispatched(contextOf(context).operation!, mocks),
  });
  await backend.init();
  backend.router = router;
  backend.validator = validator;
  backend.register({ ...hooks, ...toBackendHandlers(handlers, mocks) });
  // Authentication happens before dispatch. This handler only asserts that it did.
  for (const scheme of Object.keys(schemes)) {
    backend.registerSecurityHandler(
      scheme,
      (_context: Context, authenticated: Partial<AuthenticatedRequest>) =>
        authenticated.principal !== undefined,
    );
  }
  for (const operation of operations) {
    if (operation.availability === 'available') validator.prepare(operation);
    else if (external) {
      const reason = unsupportedReason(document, operation, () => validator.compileAll(operation));
      if (reason !== undefined) operation.unsupported = reason;
    }
  }

  return {
    operations,
    version: document.info.version,
    allowedMethods: (path) => router.allowedMethods(path),
    async handle(request, authenticated) {
      const response = (await backend.handleRequest(
        request as unknown as Parameters<OpenAPIBackend['handleRequest']>[0], // IndexedRouter passes it on
        authenticated,
      )) as ApiResponse;
      const operation = authenticated.operation!;
      const isMocked = operation.availability === 'planned' || authenticated.answeredBy === 'mock';
      // The sandbox serves the examples of an external document as they are.
      if (!validateResponses || (external && isMocked)) return response;
      try {
        await assertResponse(validator, operation, response);
      } catch (error) {
        if (response.body !== undefined && isLarge(response.body)) await response.body.discard();
        throw error;
      }
      return response;
    },
    match: (method, path) => router.find(method, path.split('?')[0]!),
    responseFault(operationId, status, body) {
      const { errors } = validator.validateResponse(body, router.getOperation(operationId)!, status);
      return errors ? faultText(errors) : undefined;
    },
  };
}

function toBackendHandlers(handlers: Handlers, mocks: MockInterceptor | undefined): Hooks {
  const backendHandlers: Hooks = {};
  for (const [operationId, handler] of Object.entries(handlers)) {
    backendHandlers[operationId] = (context, authenticated: AuthenticatedRequest) => {
      const { request, operation } = contextOf(context);
      const handle = () => handler(operationInput(request, authenticated));
      return mocks ? mocks(request, operation!, authenticated, handle) : handle();
    };
  }
  return backendHandlers;
}

/** @throws Error for a response that the contract does not declare. */
async function assertResponse(
  validator: ContractValidator,
  operation: Operation,
  { status, headers, body }: ApiResponse,
): Promise<void> {
  const mediaType = headers?.['Content-Type']?.split(';')[0];
  const isJson = mediaType === undefined || mediaType === 'application/json';
  if (!isJson && operation.responses[status]?.content?.[mediaType]) return;
  const text = body === undefined ? undefined : isLarge(body) ? await body.text() : body.toString();
  const value: unknown = text === undefined ? undefined : JSON.parse(text);
  const { errors } = validator.validateResponse(value, operation, status);
  if (!errors) return;
  const faults = JSON.stringify(errors.map(({ instancePath, message }) => ({ instancePath, message })));
  throw new Error(`${operation.operationId} returned a ${status} that breaks the contract: ${faults}`);
}

function checkHandlers(operations: Operation[], handlers: Handlers): void {
  const available = operations
    .filter(({ availability }) => availability === 'available')
    .map(({ operationId }) => operationId);
  const missing = available.filter((operationId) => typeof handlers[operationId] !== 'function');
  const superfluous = Object.keys(handlers).filter((operationId) => !available.includes(operationId));
  if (missing.length > 0)
    throw new Error(
      `Available operations without a handler: ${missing.join(', ')}. Add them in src/server/resources/index.ts.`,
    );
  if (superfluous.length > 0)
    throw new Error(
      `Handlers of operations that are not available: ${superfluous.join(', ')}. ` +
        'Set x-availability to available in spec/, or remove them.',
    );
}
