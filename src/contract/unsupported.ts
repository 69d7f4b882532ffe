// Explains which operations of an external document this server does not support.
import { isCircular, isInfinite } from './circular-schemas';
import type { ContractDocument, Operation } from './document';
import { canWrite, hasExample } from './external-document';
import { mixedSegment } from './router';

/** Returns the first success or redirection, which a mock returns. */
const statusOf = ({ responses }: Operation): string | undefined =>
  Object.keys(responses).find((status) => /^[23]\d\d$/.test(status));

const isComposed = (type: unknown): boolean => type === 'array' || type === 'object';

const schemasOfOperation = ({ parameters, requestBody, responses }: Operation): unknown[] =>
  [
    ...parameters,
    ...[requestBody, ...Object.values(responses)].flatMap((part) => Object.values(part?.content ?? {})),
  ].map(({ schema }) => schema);

/**
 * Returns why the server cannot answer any request of an operation;
 * undefined when it can. `compile` may throw.
 */
export function unsupportedReason(
  document: ContractDocument,
  operation: Operation,
  compile: () => void,
): string | undefined {
  const { path, parameters, requestBody, bodyFormats, responses } = operation;
  const status = statusOf(operation);
  if (status === undefined) return 'it declares no 2xx response';
  const mixed = mixedSegment(path);
  if (mixed !== undefined) return `its path segment ${mixed} combines text and a parameter`;
  const composed = parameters.find(({ in: where, type }) => where === 'path' && isComposed(type));
  if (composed) return `its path parameter ${composed.name} is an ${String(composed.type)}`;
  const unread = parameters.find(
    ({ in: where, required, type, list }) =>
      where === 'query' && required === true && !list && isComposed(type),
  );
  if (unread) {
    const style = unread.style === undefined ? '' : ` in the style ${unread.style}`;
    return `its required query parameter ${unread.name} is an ${String(unread.type)}${style}`;
  }
  if (requestBody && !bodyFormats.some(({ kind }) => kind)) {
    const mediaTypes = bodyFormats.map(({ mediaType }) => mediaType).join(' or ');
    return `its request body is ${mediaTypes}; only JSON, forms and files are supported`;
  }
  const content = Object.entries(responses[status]?.content ?? {});
  if (content.length > 0 && !content.some(([mediaType, media]) => canWrite(document, mediaType, media))) {
    const mediaTypes = content.map(([mediaType]) => mediaType).join(' or ');
    return `its response is ${mediaTypes}; only JSON and text are supported`;
  }
  if (isCircular(document, schemasOfOperation(operation)))
    return 'one of its schemas is circular: it applies itself to the same value';
  try {
    compile();
  } catch (error) {
    return `one of its schemas does not compile: ${(error as Error).message}`;
  }
  const media = content[0]?.[1];
  if (media && !hasExample(media) && isInfinite(document, media.schema))
    return 'its response has no example and an infinite schema: the schema requires itself';
  return undefined;
}

/** Says what happens to a request with a method that no operation handles. */
const UNDISPATCHED = {
  HEAD: (item: Record<string, unknown>) =>
    item['get']
      ? 'a HEAD request gets the header fields of the GET response'
      : 'HEAD is supported only with GET',
  OPTIONS: () => 'an OPTIONS request gets 204 with Allow',
  TRACE: () => 'TRACE is not supported',
};
type Undispatched = keyof typeof UNDISPATCHED;

/**
 * Returns the authored operations whose methods the server does not dispatch, each with the reason. They keep
 * their paths known to the router.
 */
export function undispatchedOperations({ paths }: ContractDocument): Operation[] {
  const methods = Object.keys(UNDISPATCHED) as Undispatched[];
  return Object.entries(paths).flatMap(([path, item]) =>
    methods
      .filter((method) => item[method.toLowerCase()])
      .map((method) => ({
        operationId: `${method} ${path}`,
        method,
        path,
        availability: 'planned',
        summary: '',
        tags: [],
        parameters: [],
        bodyFormats: [],
        responses: {},
        security: [],
        unsupported: UNDISPATCHED[method](item),
      })),
  );
}
