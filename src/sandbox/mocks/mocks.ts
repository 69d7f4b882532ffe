// Prism's answers: examples of the contract, or values generated from its schemas. They change nothing.
import { type ContractDocument, type Operation, resolve, responseKeyOf } from '../../contract/document';
import { faultText, schemasOf } from '../../contract/schemas';
import { ApiError } from '../../base/errors';
import type { Answer, Selection } from '../../server/operations/response';
import type { Prism } from './prism';

type Mock = (operation: Operation, selection: Selection) => Promise<Answer>;

async function loadPrism(document: ContractDocument): Promise<Prism> {
  const { createPrism } = await import('./prism.js');
  return createPrism(document);
}

/** Loads Prism at the first call. */
export function createMock(document: ContractDocument): Mock {
  let loading: Promise<Prism> | undefined;
  // A shared response is the same for all operations that refer to it.
  const sourceOf = ({ operationId, path, method }: Operation, status: number): string => {
    const { responses } = document.paths[path]![method.toLowerCase()] as {
      responses: Record<string, { $ref?: string }>;
    };
    return responses[responseKeyOf(responses, status)]?.$ref ?? `${operationId} ${status}`;
  };
  const constant = new Map<string, Promise<Answer>>();

  return async (operation, selection) => {
    const { status, mediaType, example, dynamic } = selection;
    const prism = await (loading ??= loadPrism(document));
    if (dynamic) return validAnswer(prism, document, operation, selection);
    const key = [sourceOf(operation, status), mediaType, example].join(' ');
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
  prism: Prism,
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
  const validate = schemasOf(document).of(media.schema ?? true);
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
