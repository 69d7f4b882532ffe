// Calls Prism for one response of a document. Only a sandbox loads Prism, after it listens: that takes 0.5 seconds.
import { createInstance, getHttpOperationsFromSpec } from '@stoplight/prism-http';
import type { ContractDocument, Operation } from '../../contract/document';
import type { Selection } from './selection';
import { sliceOf } from './slice';

export interface PrismAnswer {
  headers: Record<string, string>;
  /** The document's own example. Callers must not change it. */
  body: unknown;
}

export type Prism = (operation: Operation, selection: Selection) => Promise<PrismAnswer>;

const silent = () => undefined;
const levels = Object.fromEntries(
  ['info', 'warn', 'error', 'debug', 'trace', 'fatal', 'success'].map((level) => [level, silent]),
);
const logger = { ...levels, child: () => logger };

// The contract validates requests and responses.
const CONFIG = {
  isProxy: false,
  checkSecurity: false,
  validateRequest: false,
  validateResponse: false,
  errors: false,
  upstreamProxy: undefined,
} as const;

/** Returns a function that throws Error when Prism cannot make the selected response. */
export function createPrism(document: ContractDocument): Prism {
  const slices = new Map<string, ReturnType<typeof getHttpOperationsFromSpec>>();
  const prism = createInstance({ ...CONFIG, mock: { dynamic: false } }, { logger: logger as never });

  return async (operation, { status, mediaType, example, dynamic }) => {
    const { operationId, path, method } = operation;
    const name = `${operationId} ${status}`;
    const slice = slices.get(name) ?? getHttpOperationsFromSpec(sliceOf(document, operation, status));
    slices.set(name, slice);
    // A new object each time: Prism writes the negotiated media type into it, and the next request would inherit it.
    const mock = {
      dynamic,
      code: status,
      ...(mediaType && { mediaTypes: [mediaType] }),
      ...(example && { exampleKey: example }),
    };
    const request = { method: method.toLowerCase() as never, url: { path, query: {} } };
    const result = await prism.request(request, await slice, { ...CONFIG, mock })();
    if (result._tag === 'Left')
      throw new Error(`Prism cannot return ${status} of ${operationId}: ${result.left.message}`, {
        cause: result.left,
      });
    const { headers = {}, body } = result.right.output;
    const written = Object.entries(headers).map(([field, value]) => [field.toLowerCase(), String(value)]);
    return { headers: Object.fromEntries(written) as Record<string, string>, body };
  };
}
