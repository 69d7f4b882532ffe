// Another document than this server's own: what it has released and this server has not is planned here, so that a branch can be tried.
import { cutCircularSchemas } from './circular-schemas';
import { type ContractDocument, type Operation, VALUES, operationsOf, resolve } from './document';
import { canWrite } from './written';

export interface ExternalDocument {
  document: ContractDocument;
  /** Operations that are available here. */
  handled: string[];
  /** Operations that the document releases and that have no handler here. */
  withoutHandler: string[];
}

/** An answer for mocks to give, where no success has a status of its own: `2XX` or `default`, or one without a body. */
function withSuccess(responses: Record<string, unknown> = {}): Record<string, unknown> {
  if (Object.keys(responses).some((status) => /^[23]\d\d$/.test(status))) return responses;
  return { ...responses, 200: responses['2XX'] ?? responses['default'] ?? { description: 'Done.' } };
}

/** Whoever does not say what to send is sent the first media type of an answer: only those stay that can be written here, where there are some. */
function dropUnwritten(document: ContractDocument, { responses }: Operation): void {
  for (const { content = {} } of Object.values(responses)) {
    const written = Object.entries(content)
      .filter(([mediaType, media]) => canWrite(document, mediaType, media))
      .map(([mediaType]) => mediaType);
    if (written.length > 0)
      for (const mediaType of Object.keys(content))
        if (!written.includes(mediaType)) delete content[mediaType];
  }
}

/** Names of schemas' own: references are read as places of the document, and two names for one place would clash. */
function dropId(value: object): void {
  if ('$id' in value && typeof value.$id === 'string') delete value.$id;
}

/** `application/json; charset=utf-8` is `application/json`: JSON is in UTF-8 whether or not that is said, and all text is here. */
function dropCharsets(value: object): void {
  if ('content' in value && typeof value.content === 'object' && value.content !== null) {
    value.content = Object.fromEntries(
      Object.entries(value.content).map(([mediaType, media]) => [
        mediaType.replace(/\s*;\s*charset="?utf-8"?\s*$/i, ''),
        media as unknown,
      ]),
    );
  }
}

/** In OpenAPI 3.0 a bound says beside itself whether it is allowed; in JSON Schema 2020-12 that is a bound of its own. */
function moveBounds(value: Record<string, unknown>): void {
  for (const [keyword, bound] of [
    ['exclusiveMinimum', 'minimum'],
    ['exclusiveMaximum', 'maximum'],
  ] as const) {
    if (typeof value[keyword] !== 'boolean') continue;
    const { [keyword]: isExclusive, [bound]: limit } = value;
    delete value[keyword];
    if (!isExclusive || typeof limit !== 'number') continue;
    delete value[bound];
    value[keyword] = limit;
  }
}

function simplify(value: unknown, steps: ((value: Record<string, unknown>) => void)[]): void {
  if (typeof value !== 'object' || value === null) return;
  for (const step of steps) step(value as Record<string, unknown>);
  for (const [key, member] of Object.entries(value)) if (!VALUES.includes(key)) simplify(member, steps);
}

/** The document itself stays as it is. An operation without `x-availability` counts as available. */
export function readExternalDocument(
  document: ContractDocument,
  hasHandler: (operation: Operation) => boolean,
): ExternalDocument {
  const copy = structuredClone(document);
  simplify(copy, [dropId, dropCharsets, ...(copy.openapi.startsWith('3.0') ? [moveBounds] : [])]);
  cutCircularSchemas(copy);
  // Two paths may share an item, and each has operations of its own.
  for (const [path, item] of Object.entries(copy.paths))
    copy.paths[path] = structuredClone(resolve<typeof item>(copy, item));
  const adopted: ExternalDocument = { document: copy, handled: [], withoutHandler: [] };
  for (const own of operationsOf(copy)) {
    const { path, method } = own;
    const id = (own.operationId as string | undefined) ?? `${method} ${path}`; // OpenAPI does not ask for one, and dispatch does
    const released = (own.availability as string | undefined) !== 'planned';
    if (released) (hasHandler(own) ? adopted.handled : adopted.withoutHandler).push(id);
    const operation = copy.paths[path]![method.toLowerCase()] as {
      'x-availability': string;
      operationId: string;
      responses?: Record<string, unknown>;
    };
    operation['x-availability'] = adopted.handled.includes(id) ? 'available' : 'planned';
    operation.operationId = id;
    operation.responses = withSuccess(operation.responses);
  }
  for (const operation of operationsOf(copy)) dropUnwritten(copy, operation);
  return adopted;
}
