// The door to Prism: answers one operation from its document. Loading it takes a second, so only a sandbox does.
import { createInstance, getHttpOperationsFromSpec } from '@stoplight/prism-http';
import type { IHttpOperation } from '@stoplight/types';
import type { ContractDocument, Operation } from '../../contract/document';

export interface Selection {
  status: number;
  mediaType?: string;
  example?: string;
  dynamic: boolean;
}

export interface PrismAnswer {
  headers: Record<string, string>;
  /** A copy-free view of the document's own example: never to be changed. */
  body: unknown;
  /** Why the answer breaks its schema, when it does. */
  faults: string[];
}

export type Prism = (operation: Operation, selection: Selection) => Promise<PrismAnswer>;

const silent = () => undefined;
const logger = { info: silent, warn: silent, error: silent, debug: silent, trace: silent, fatal: silent, success: silent, child: () => logger };

/** @throws Error when Prism cannot answer what was selected. */
export async function loadPrism(document: ContractDocument): Promise<Prism> {
  // Prism resolves references in place; the contract's own copy stays as it is.
  const operations = await getHttpOperationsFromSpec(structuredClone(document));
  const byId = new Map<string, IHttpOperation>(operations.map((operation) => [operation.iid!, operation]));
  const fixed = { isProxy: false, checkSecurity: false, validateRequest: false, validateResponse: true, errors: false, upstreamProxy: undefined } as const;
  const prism = createInstance({ ...fixed, mock: { dynamic: false } }, { logger: logger as never });

  return async ({ operationId, path }, { status, mediaType, example, dynamic }) => {
    const operation = byId.get(operationId)!;
    const result = await prism.request({ method: operation.method as never, url: { path, query: {} } }, [operation], {
      ...fixed,
      // A new object each time: Prism writes what it negotiated into it, and the next request would inherit that.
      mock: { dynamic, code: status, ...(mediaType ? { mediaTypes: [mediaType] } : {}), ...(example ? { exampleKey: example } : {}) },
    })();
    if (result._tag === 'Left') throw new Error(`Prism cannot answer ${operationId} with ${status}: ${result.left.message}`, { cause: result.left });
    const { output, validations } = result.right;
    return {
      headers: Object.fromEntries(Object.entries(output.headers ?? {}).map(([name, value]) => [name.toLowerCase(), String(value)])),
      body: output.body,
      faults: validations.output.map(({ path: place, message }) => `${place?.join('.') ?? ''} ${message}`.trim()),
    };
  };
}
