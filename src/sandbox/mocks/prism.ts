// Calls Prism for one response of a document. Prism loads at the first need: that takes 1.4 seconds of processor time,
// most of it for the word lists of faker.
import { createInstance, getHttpOperationsFromSpec } from '@stoplight/prism-http';
import { type ContractDocument, type Operation, targetOf, responseKeyOf } from '../../contract/document';
import type { Answer, Selection } from '../../server/operations/response';

export type Prism = (operation: Operation, selection: Selection) => Promise<Answer>;

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

/** Adds to `found` every component that a value refers to, directly or through other components. */
function collect(document: ContractDocument, value: unknown, found: Map<string, unknown>): void {
  if (typeof value !== 'object' || value === null) return;
  const { $ref } = value as { $ref?: unknown };
  const [component] = /^#\/components\/[^/]+\/[^/]+/.exec(String($ref)) ?? [];
  if (component !== undefined && !found.has(component)) {
    found.set(component, targetOf(document, component));
    collect(document, found.get(component), found);
  }
  for (const member of Object.values(value)) collect(document, member, found);
}

/**
 * Returns a document with one response of one operation: the whole document takes Prism one second and 100 MB.
 * It is a copy, because Prism resolves references in place.
 */
function sliceOf(
  { openapi, info, ...document }: ContractDocument,
  { path, method }: Operation,
  status: number,
): ContractDocument {
  const name = method.toLowerCase();
  const { responses } = document.paths[path]![name] as { responses: Record<string, unknown> };
  const declared = responseKeyOf(responses, status);
  const paths = { [path]: { [name]: { responses: { [declared]: responses[declared] } } } };
  const found = new Map<string, unknown>();
  collect({ openapi, info, ...document }, paths, found);
  const components: ContractDocument['components'] = {};
  for (const [pointer, component] of found) {
    const [, , kind, key] = decodeURIComponent(pointer).split('/') as [string, string, string, string];
    components[kind] = { ...components[kind], [key]: component };
  }
  return structuredClone({ openapi, info, paths, components });
}

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
