// The door to Prism: answers one operation from its document. Loading Prism takes half a second, so only a sandbox does, and not before it listens.
import { createInstance, getHttpOperationsFromSpec } from '@stoplight/prism-http';
import type { ContractDocument, Operation } from '../../contract/document';
import type { Selection } from './selection';
import { sliceOf } from './slice';

export interface PrismAnswer {
  headers: Record<string, string>;
  /** A copy-free view of the document's own example: never to be changed. */
  body: unknown;
}

type HttpOperation = Awaited<ReturnType<typeof getHttpOperationsFromSpec>>[number];

export type Prism = (operation: Operation, selection: Selection) => Promise<PrismAnswer>;

const silent = () => undefined;
const logger = {
  info: silent,
  warn: silent,
  error: silent,
  debug: silent,
  trace: silent,
  fatal: silent,
  success: silent,
  child: () => logger,
};

/** Its calls throw Error when Prism cannot answer what was selected. */
export function createPrism(document: ContractDocument): Prism {
  const known = new Map<string, Promise<HttpOperation>>();
  const understand = async (operation: Operation, status: number): Promise<HttpOperation> =>
    (await getHttpOperationsFromSpec(sliceOf(document, operation, status)))[0]!;
  // Requests are held to the contract before they come here, and answers after.
  const fixed = {
    isProxy: false,
    checkSecurity: false,
    validateRequest: false,
    validateResponse: false,
    errors: false,
    upstreamProxy: undefined,
  } as const;
  const prism = createInstance({ ...fixed, mock: { dynamic: false } }, { logger: logger as never });

  return async (operation, { status, mediaType, example, dynamic }) => {
    const { operationId, path, method } = operation;
    const name = `${operationId} ${status}`;
    const understood = known.get(name) ?? understand(operation, status);
    known.set(name, understood);
    const result = await prism.request(
      { method: method.toLowerCase() as never, url: { path, query: {} } },
      [await understood],
      {
        ...fixed,
        // A new object each time: Prism writes what it negotiated into it, and the next request would inherit that.
        mock: {
          dynamic,
          code: status,
          ...(mediaType ? { mediaTypes: [mediaType] } : {}),
          ...(example ? { exampleKey: example } : {}),
        },
      },
    )();
    if (result._tag === 'Left')
      throw new Error(`Prism cannot answer ${operationId} with ${status}: ${result.left.message}`, {
        cause: result.left,
      });
    const { output } = result.right;
    return {
      headers: Object.fromEntries(
        Object.entries(output.headers ?? {}).map(([name, value]) => [name.toLowerCase(), String(value)]),
      ),
      body: output.body,
    };
  };
}
