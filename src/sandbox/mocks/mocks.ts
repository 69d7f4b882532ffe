// Prism's answers: examples of the contract, or values generated from its schemas. They change nothing.
import {
  type ContractDocument,
  type Operation,
  resolve,
  findResponseKey,
  findTarget,
  writtenResponses,
} from '../../contract/document';
import { faultText, compileSchemas } from '../../contract/schemas';
import { ApiError } from '../../base/errors';
import type { Answer, Selection } from '../../server/operations/response';

type Mock = (operation: Operation, selection: Selection) => Promise<Answer>;

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
    found.set(component, findTarget(document, component));
    collect(document, found.get(component), found);
  }
  for (const member of Object.values(value)) collect(document, member, found);
}

/**
 * Returns a document with one response of one operation: the whole document takes Prism one second and 100 MB.
 * It is a copy, because Prism resolves references in place.
 */
function getSlice(document: ContractDocument, operation: Operation, status: number): ContractDocument {
  const { openapi, info } = document;
  const { path, method } = operation;
  const responses = writtenResponses(document, operation);
  const declared = findResponseKey(responses, status);
  const paths = { [path]: { [method.toLowerCase()]: { responses: { [declared]: responses[declared] } } } };
  const found = new Map<string, unknown>();
  collect(document, paths, found);
  const components: ContractDocument['components'] = {};
  for (const [pointer, component] of found) {
    const [, , kind, key] = decodeURIComponent(pointer).split('/') as [string, string, string, string];
    components[kind] = { ...components[kind], [key]: component };
  }
  return structuredClone({ openapi, info, paths, components });
}

/**
 * Loads Prism, which takes 1.4 seconds of processor time, most of it for the word lists of faker. Returns a function that
 * throws Error when Prism cannot make the selected response.
 */
async function loadPrism(document: ContractDocument): Promise<Mock> {
  const { createInstance, getHttpOperationsFromSpec } = await import('@stoplight/prism-http');
  const slices = new Map<string, ReturnType<typeof getHttpOperationsFromSpec>>();
  const prism = createInstance({ ...CONFIG, mock: { dynamic: false } }, { logger: logger as never });

  return async (operation, { status, mediaType, example, dynamic }) => {
    const { operationId, path, method } = operation;
    const name = `${operationId} ${status}`;
    const slice = slices.get(name) ?? getHttpOperationsFromSpec(getSlice(document, operation, status));
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

/** Loads Prism at the first call. */
export function createMock(document: ContractDocument): Mock {
  let loading: Promise<Mock> | undefined;
  // A shared response is the same for all operations that refer to it.
  const toSource = (operation: Operation, status: number): string => {
    const responses = writtenResponses(document, operation);
    return responses[findResponseKey(responses, status)]?.$ref ?? `${operation.operationId} ${status}`;
  };
  const constant = new Map<string, Promise<Answer>>();

  return async (operation, selection) => {
    const { status, mediaType, example, dynamic } = selection;
    const prism = await (loading ??= loadPrism(document));
    if (dynamic) return validAnswer(prism, document, operation, selection);
    const key = [toSource(operation, status), mediaType, example].join(' ');
    const answer = constant.get(key) ?? validAnswer(prism, document, operation, selection);
    constant.set(key, answer);
    return answer;
  };
}

/** json-schema-faker writes tenths of a second, whatever the pattern. */
const withMilliseconds = (body: unknown): unknown =>
  JSON.parse(JSON.stringify(body).replace(/(T\d{2}:\d{2}:\d{2})\.(\d)Z"/g, '$1.$200Z"'));

/** Random values meet a schema that the first attempt misses, for example a text with a pattern. */
const MAX_ATTEMPTS = 5;

/**
 * Returns an example as it stands, or generated values that match their schema.
 * @throws ApiError `not_implemented` when no generated value does.
 */
async function validAnswer(
  prism: Mock,
  document: ContractDocument,
  operation: Operation,
  selection: Selection,
): Promise<Answer> {
  const { status, mediaType = '' } = selection;
  const media = operation.responses[status]?.content?.[mediaType] ?? {};
  const schema = resolve<object | undefined>(document, media.schema);
  const isWritten =
    media.examples !== undefined ||
    media.example !== undefined ||
    (schema !== undefined && ('example' in schema || 'examples' in schema));
  if (!selection.dynamic && (isWritten || media.schema === undefined)) return prism(operation, selection);
  const validate = compileSchemas(document).of(media.schema ?? true);
  let fault: string | undefined;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const dynamic = selection.dynamic || attempt > 0;
    const generated = await prism(operation, { ...selection, dynamic });
    const body = dynamic ? withMilliseconds(generated.body) : generated.body;
    if (validate(body)) return { ...generated, body };
    fault ??= faultText(validate.errors!);
  }
  const reason = `no generated value matches its schema: ${fault}`;
  throw new ApiError(
    'not_implemented',
    `${operation.operationId} cannot return ${status} here: ${reason}.`.slice(0, 1000),
  );
}
