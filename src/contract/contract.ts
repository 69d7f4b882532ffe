// The door to openapi-backend: dispatches requests to handlers by operationId, and refuses to start when anything is missing.
import { type Context, OpenAPIBackend } from 'openapi-backend';
import { type ContractDocument, type Operation, contractDocument, operationsOf } from './document';
import { type ApiResponse, isLarge } from './handler';
import { type Hooks, type MockInterceptor, checkHooks, contextOf, defaultHooks, isDispatched } from './hooks';
import { type ContractRequest, type AuthenticatedRequest, callOf } from './request';
import { IndexedRouter } from './router';
import { faultText } from './schemas';
import { unsupportedReason } from './unsupported';
import { ContractValidator } from './validator';

const JSON_TYPE = 'application/json';

/** Handlers of any operations: each takes the call of its own. */
export type Handlers = Record<string, (call: never) => Promise<ApiResponse>>;

export interface ContractOptions {
  /** A handler for each available operation and for no other. */
  handlers: Handlers;
  document?: ContractDocument;
  /** Answers requests that hold to the contract, as the sandbox does. Left out, handlers answer alone, and planned operations 501 whatever the body. */
  serve?: MockInterceptor;
  /** Whether the document is somebody else's, of which not all may be servable: such operations say so, and the others are served. */
  adopted?: boolean;
  /** Checks every answer of a handler against the contract and turns a wrong one into a 500. */
  validateResponses?: boolean;
  /** For tests: the hooks to set. */
  hooks?: Hooks;
}

export interface Contract {
  operations: Operation[];
  version: string;
  /** Methods of a path for `Allow`; empty when the contract does not have the path. */
  allowedMethods(path: string): string[];
  /** @throws ApiError for every answer that is not a success. */
  handle(request: ContractRequest, exchange: AuthenticatedRequest): Promise<ApiResponse>;
  /** The operation of a method and path, if there is one. */
  match(method: string, path: string): Operation | undefined;
  /** Whether a body (parsed) with a status is one that the operation may answer; undefined when it is, otherwise why not. */
  responseFault(operationId: string, status: number, body: unknown): string | undefined;
}

/** @throws Error when a handler is missing or superfluous, or a hook is not set: the server must not start. */
export async function createContract(options: ContractOptions): Promise<Contract> {
  const document = options.document ?? contractDocument;
  const operations = operationsOf(document);
  const router = new IndexedRouter(operations);
  const validator = new ContractValidator(document, router);
  const hooks = options.hooks ?? defaultHooks(router, options.serve);
  checkHandlers(operations, options.handlers);
  checkHooks(hooks);
  const schemes = document.components['securitySchemes'] ?? {};

  const backend = new OpenAPIBackend({
    // Only what openapi-backend itself looks up: operations come from the router, schemas from the validator.
    definition: {
      openapi: '3.1.0',
      info: document.info,
      paths: {},
      components: { securitySchemes: schemes },
    } as unknown as OpenAPIBackend['definition'],
    quick: true,
    strict: true,
    ignoreTrailingSlashes: false,
    validate: (context: Context) => isDispatched(contextOf(context).operation!, options.serve),
  });
  await backend.init();
  backend.router = router;
  backend.validator = validator;
  backend.register({ ...hooks, ...toBackendHandlers(options) });
  // Authentication has happened before dispatch; this says that it must have.
  for (const scheme of Object.keys(schemes)) {
    backend.registerSecurityHandler(
      scheme,
      (_context: Context, exchange: Partial<AuthenticatedRequest>) => exchange.principal !== undefined,
    );
  }
  for (const operation of operations) {
    if (operation.availability === 'available') validator.prepare(operation);
    else if (options.adopted) {
      const why = unsupportedReason(document, operation, () => validator.compileAll(operation));
      if (why !== undefined) operation.unsupported = why;
    }
  }

  return {
    operations,
    version: document.info.version,
    allowedMethods: (path) => router.allowedMethods(path),
    async handle(request, exchange) {
      const answer = (await backend.handleRequest(request as never, exchange)) as ApiResponse;
      if (!options.validateResponses) return answer;
      try {
        await assertAnswer(validator, exchange.operation!, answer);
      } catch (error) {
        if (answer.body !== undefined && isLarge(answer.body)) await answer.body.discard();
        throw error;
      }
      return answer;
    },
    match: (method, path) => router.find(method, path.split('?')[0]!),
    responseFault(operationId, status, body) {
      const { errors } = validator.validateResponse(body, router.getOperation(operationId)!, status);
      return errors ? faultText(errors) : undefined;
    },
  };
}

function toBackendHandlers({ handlers, serve }: ContractOptions): Hooks {
  const hooks: Hooks = {};
  for (const [operationId, handler] of Object.entries(handlers)) {
    hooks[operationId] = (context, exchange: AuthenticatedRequest) => {
      const { request, operation } = contextOf(context);
      const handle = () => handler(callOf(request, exchange) as never); // validated against the same contract that its type comes from
      return serve ? serve(request, operation!, exchange, handle) : handle();
    };
  }
  return hooks;
}

/** @throws Error for an answer that the contract does not declare: a 500, and a line in the log that says why. */
async function assertAnswer(
  validator: ContractValidator,
  operation: Operation,
  answer: ApiResponse,
): Promise<void> {
  const mediaType = answer.headers?.['Content-Type']?.split(';')[0];
  const isJson = mediaType === undefined || mediaType === JSON_TYPE;
  if (!isJson && operation.responses[answer.status]?.content?.[mediaType]) return;
  const text =
    answer.body === undefined
      ? undefined
      : isLarge(answer.body)
        ? await answer.body.text()
        : answer.body.toString();
  const body: unknown = text === undefined ? undefined : JSON.parse(text);
  const { errors } = validator.validateResponse(body, operation, answer.status);
  if (errors)
    throw new Error(
      `${operation.operationId} answered ${answer.status} against the contract: ${JSON.stringify(errors.map(({ instancePath, message }) => ({ instancePath, message })))}`,
    );
}

function checkHandlers(operations: Operation[], handlers: Record<string, unknown>): void {
  const available = operations
    .filter(({ availability }) => availability === 'available')
    .map(({ operationId }) => operationId);
  const missing = available.filter((operationId) => typeof handlers[operationId] !== 'function');
  const superfluous = Object.keys(handlers).filter((operationId) => !available.includes(operationId));
  if (missing.length > 0)
    throw new Error(
      `Available operations without a handler: ${missing.join(', ')}. Add them in src/resources/index.ts.`,
    );
  if (superfluous.length > 0)
    throw new Error(
      `Handlers of operations that are not available: ${superfluous.join(', ')}. Set x-availability to available in spec/, or remove them.`,
    );
}
