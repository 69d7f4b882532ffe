// The hooks of openapi-backend. It fails open: without its hook, a request that is unauthorized or invalid reaches the handler.
import type { Context, Handler as Hook } from 'openapi-backend';
import { ApiError, notFound, unauthorized } from '../errors';
import type { Operation } from './document';
import type { ApiResponse } from './handler';
import type { ContractRequest, AuthenticatedRequest } from './request';
import type { IndexedRouter } from './router';
import { validationError } from './validation-error';

export type Hooks = Record<string, Hook>;

/** Comes between a request that holds to the contract and its handler, which a planned operation does not have: the sandbox's mocks. */
export type MockInterceptor = (
  request: ContractRequest,
  operation: Operation,
  exchange: AuthenticatedRequest,
  handle?: () => Promise<ApiResponse>,
) => Promise<ApiResponse>;

export const REQUIRED_HOOKS = [
  'notFound',
  'methodNotAllowed',
  'postRoutingHandler',
  'unauthorizedHandler',
  'validationFail',
  'notImplemented',
];

/** What openapi-backend carries, under the types that this project gives it. */
export const contextOf = (context: Context) => ({
  request: context.request as unknown as ContractRequest,
  operation: context.operation as unknown as Operation | undefined,
});

/** Whether a request is read, validated and answered, and not only told that the operation is planned. */
export const isDispatched = (operation: Operation, serve: MockInterceptor | undefined): boolean =>
  operation.availability === 'available' || (serve !== undefined && operation.unsupported === undefined);

export function defaultHooks(router: IndexedRouter, serve: MockInterceptor | undefined): Hooks {
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
    // The operation is known now and the body is not yet read: only one that takes a body has it read.
    postRoutingHandler: async (context, exchange: AuthenticatedRequest) => {
      const { request, operation } = contextOf(context);
      if (!operation) return; // 404 or 405: another hook answers
      exchange.operation = operation;
      if (!isDispatched(operation, serve)) return;
      if (operation.requestBody) {
        const { mediaType, value, files } = await exchange.readBody(operation.bodyFormats);
        request.bodyType = mediaType;
        request.files = files;
        request.requestBody = value;
      }
      // What turns out to be cut off or malformed is refused, and must not have deleted anything by then.
      else if (operation.method !== 'GET') await exchange.skipBody();
    },
    unauthorizedHandler: () => {
      throw unauthorized();
    },
    validationFail: (context) => {
      throw validationError(context.validation.errors!);
    },
    notImplemented: (context, exchange: AuthenticatedRequest) => {
      const { request } = contextOf(context);
      const operation = contextOf(context).operation!;
      if (operation.unsupported !== undefined)
        throw new ApiError(
          'not_implemented',
          `${operation.operationId} cannot be served here: ${operation.unsupported}.`,
        );
      if (serve) return serve(request, operation, exchange);
      throw new ApiError(
        'not_implemented',
        `${operation.operationId} is planned and not released yet. The sandbox answers it with a mock.`,
      );
    },
  };
}

/** @throws Error when a hook is not set: the server must not start without it. */
export function checkHooks(hooks: Hooks): void {
  const unset = REQUIRED_HOOKS.filter((name) => typeof hooks[name] !== 'function');
  if (unset.length > 0) throw new Error(`Contract hooks that are not set: ${unset.join(', ')}.`);
}
