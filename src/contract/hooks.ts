// The hooks of openapi-backend.
// Without a hook it lets unauthorized and invalid requests through to the handler.
import type { Context, Handler as Hook } from 'openapi-backend';
import { ApiError, invalid, notFound, unauthorized } from '../base/errors';
import type { Operation } from './document';
import type { AuthenticatedRequest, ContractRequest, MockInterceptor } from './handler';
import type { IndexedRouter } from './router';
import { validationError } from './validation-error';

export type Hooks = Record<string, Hook>;

export const REQUIRED_HOOKS = [
  'notFound',
  'methodNotAllowed',
  'postRoutingHandler',
  'unauthorizedHandler',
  'validationFail',
  'notImplemented',
];

/** Returns the values of openapi-backend's context under this project's types. */
export const contextOf = (context: Context) => ({
  request: context.request as unknown as ContractRequest,
  operation: context.operation as unknown as Operation | undefined,
});

/** Returns whether the server reads, validates and answers requests of an operation. */
export const isDispatched = (operation: Operation, mocks: MockInterceptor | undefined): boolean =>
  operation.availability === 'available' || (mocks !== undefined && operation.unsupported === undefined);

export function defaultHooks(router: IndexedRouter, mocks: MockInterceptor | undefined): Hooks {
  return {
    notFound: () => {
      throw notFound();
    },
    methodNotAllowed: (context) => {
      const { method, path } = contextOf(context).request;
      const allow = router.allowedMethods(path).join(', ');
      throw new ApiError('method_not_allowed', `${method} is not allowed here. Use one of ${allow}.`, {
        headers: { Allow: allow },
      });
    },
    // The body is read here because only now is it known whether the operation takes one.
    postRoutingHandler: async (context, authenticated: AuthenticatedRequest) => {
      const { request, operation } = contextOf(context);
      if (!operation) return; // notFound or methodNotAllowed follows
      authenticated.operation = operation;
      if (!isDispatched(operation, mocks)) return;
      if (operation.requestBody) {
        const { mediaType, value, files } = await authenticated.readBody(operation.bodyFormats);
        request.bodyType = mediaType;
        request.files = files;
        request.requestBody = value;
      }
      // A truncated or malformed request must fail before its handler deletes anything.
      else if (operation.method !== 'GET') {
        const hasBody = await authenticated.skipBody();
        // HTTP gives the body of a DELETE no meaning (RFC 9110, section 9.3.5).
        if (hasBody && operation.method !== 'DELETE')
          throw invalid('body', 'must be absent: this operation takes none');
      }
    },
    unauthorizedHandler: () => {
      throw unauthorized();
    },
    validationFail: (context) => {
      throw validationError(context.validation.errors!);
    },
    notImplemented: (context, authenticated: AuthenticatedRequest) => {
      const { request } = contextOf(context);
      const operation = contextOf(context).operation!;
      const { operationId, unsupported } = operation;
      if (unsupported !== undefined)
        throw new ApiError('not_implemented', `This server does not support ${operationId}: ${unsupported}.`);
      if (mocks) return mocks(request, operation, authenticated);
      throw new ApiError(
        'not_implemented',
        `${operationId} is planned and not available yet. The sandbox returns a mock response.`,
      );
    },
  };
}

/** @throws Error when a hook is missing. The server must not start without it. */
export function checkHooks(hooks: Hooks): void {
  const missing = REQUIRED_HOOKS.filter((name) => typeof hooks[name] !== 'function');
  if (missing.length > 0) throw new Error(`Missing contract hooks: ${missing.join(', ')}.`);
}
