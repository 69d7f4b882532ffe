// Answers operations from the contract alone: planned ones always, available ones when a preference asks for it.
import { setTimeout as wait } from 'node:timers/promises';
import type { Handlers } from '../../contract/contract';
import type { ContractDocument, Operation, Schema } from '../../contract/document';
import type { Answer } from '../../contract/handler';
import type { Serve } from '../../contract/hooks';
import { type ContractRequest, type Exchange, callOf } from '../../contract/request';
import { schemasOf } from '../../contract/schemas';
import type { Database } from '../../database/database';
import { ApiError, ERRORS, type ErrorCode, type ErrorDetail } from '../../errors';
import { type AsAsked, createAsAsked } from './as-asked';
import { type FromInventory, createInventory } from './inventory';
import { putOffFaker } from './lazy-faker';
import { listAsked, rowsIn } from './list';
import { filteredCsv, resumed } from './narrowed';
import { appliedText, parsePrefer } from './prefer';
import type { Prism, PrismAnswer, Selection } from './prism';
import { type Records, createRecords, isObject } from './records';
import { type Once, createOnce } from './retries';
import { select } from './selection';
import { soundAnswer } from './sound-answer';
import { createVersions } from './versions';

/** Headers of an example that this answer itself has; the others are made by the HTTP layer for each answer. */
const KEPT_HEADERS = { 'content-disposition': 'Content-Disposition', location: 'Location', 'retry-after': 'Retry-After', 'www-authenticate': 'WWW-Authenticate' } as const;

function keptHeaders(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(KEPT_HEADERS).flatMap(([name, written]) => (headers[name] === undefined ? [] : [[written, headers[name]]])));
}

/** The contract's one `Location` leads to the record of its first example; this leads to the record that is shown. */
function locationOf(location: string, body: unknown): string {
  const id = (body as { id?: unknown } | undefined)?.id;
  if (typeof id !== 'string') return location;
  const prefix = id.slice(0, id.indexOf('_') + 1);
  return location.split('/').map((segment) => (prefix !== '' && segment.startsWith(prefix) ? id : segment)).join('/');
}

/** The contract's one `Content-Disposition` names a file of the first media type; this names it as what it is. */
const dispositionOf = (disposition: string, mediaType: string | undefined): string =>
  mediaType === undefined ? disposition : disposition.replace(/\.\w+(?="?$)/, `.${mediaType.slice(mediaType.indexOf('/') + 1)}`);

/** An adopted document may have errors of its own, or none in its answers. */
function isOurError(body: unknown, status: number): body is { error: ErrorCode; message: string; details?: ErrorDetail[] } {
  const code = (body as { error?: unknown } | null | undefined)?.error;
  return typeof code === 'string' && Object.hasOwn(ERRORS, code) && ERRORS[code as ErrorCode] === status;
}

/** @throws ApiError when the answer is an error of the catalog, so that it is written where all errors are. */
function toAnswer({ headers, body }: PrismAnswer, { status, mediaType }: Selection): Answer {
  const kept = keptHeaders(headers);
  if (kept['Location'] !== undefined) kept['Location'] = locationOf(kept['Location'], body);
  if (kept['Content-Disposition'] !== undefined) kept['Content-Disposition'] = dispositionOf(kept['Content-Disposition'], mediaType);
  if (isOurError(body, status)) throw new ApiError(body.error, body.message, { headers: kept, ...(body.details ? { details: body.details } : {}) });
  if (status >= 400) kept['Cache-Control'] = 'no-store';
  if (mediaType === undefined) return { status, headers: kept, ...(headers['etag'] === undefined ? {} : { etag: headers['etag'] }) };
  const text = typeof body === 'string' && mediaType !== 'application/json' ? body : JSON.stringify(body);
  return { status, body: text, headers: { ...kept, 'Content-Type': `${mediaType}; charset=utf-8` } };
}

const schemaOf = ({ responses }: Operation, status: number): Schema | undefined => responses[status]?.content?.['application/json']?.schema;

const fromInventory = ({ headers }: PrismAnswer, { body, disposition }: FromInventory): PrismAnswer => ({
  headers: disposition === undefined ? headers : { ...headers, 'content-disposition': disposition },
  body,
});

/** Where an operation's answer stands: a shared response is the same for all that refer to it. */
function sourceOf(document: ContractDocument, { operationId, path, method }: Operation, status: number): string {
  const { responses } = document.paths[path]![method.toLowerCase()] as { responses: Record<string, { $ref?: string }> };
  return responses[status]?.$ref ?? `${operationId} ${status}`;
}

async function loadPrism(document: ContractDocument): Promise<Prism> {
  putOffFaker();
  const { createPrism } = await import('./prism.js');
  return createPrism(document);
}

/** Mocks of one document after another, as a sandbox adopts them; the answers that are kept for retries are in its database. */
export function createMocksFor(database: Database): (document: ContractDocument, handlers: Handlers) => Serve {
  const once = createOnce(database);
  return (document, handlers) => createMocks(document, handlers, once);
}

/** Prism loads in the background: the real operations need not wait for it. */
function createMocks(document: ContractDocument, handlers: Handlers, once: Once): Serve {
  const inventory = createInventory(handlers);
  const versions = createVersions(document);
  let loading: Promise<Prism> | undefined;
  const load = () => (loading ??= loadPrism(document));
  setImmediate(() => void load().catch(() => undefined)); // told to whoever awaits it
  let records: Records | undefined;
  let asAsked: AsAsked | undefined;
  // What Prism answers without chance is the same each time. There are as many entries as the document has answers.
  const known = new Map<string, PrismAnswer>();

  async function ask(prism: Prism, operation: Operation, selection: Selection): Promise<PrismAnswer> {
    if (selection.dynamic) return soundAnswer(prism, document, operation, selection);
    const key = [sourceOf(document, operation, selection.status), selection.mediaType, selection.example].join(' ');
    let answer = known.get(key);
    if (!answer) {
      answer = await soundAnswer(prism, document, operation, selection);
      known.set(key, answer);
    }
    return answer;
  }

  /** Another document may ask for more of a row than this server's inventory has. */
  function isSound(operation: Operation, { body, disposition }: FromInventory): boolean {
    const schema = schemaOf(operation, 200);
    return disposition !== undefined || (schema !== undefined && schemasOf(document).of(schema)(body));
  }

  /** The example as the request asks for it; one that was asked for by its name, or that is of the very request, as it is written. */
  function fitted(answer: PrismAnswer, operation: Operation, request: ContractRequest, { status, mediaType, dynamic, asWritten }: Selection): PrismAnswer {
    if (dynamic || asWritten || status >= 300) return answer;
    const { body } = answer;
    if (mediaType === 'text/csv' && typeof body === 'string') return { ...answer, body: filteredCsv(body, operation, request) };
    const schema = schemaOf(operation, status);
    if (schema === undefined || mediaType !== 'application/json') return answer;
    records ??= createRecords(document);
    asAsked ??= createAsAsked(document, records);
    if (operation.method === 'GET' && rowsIn(body)) return { ...answer, body: listAsked(document, records, operation, request, schema, body) };
    return isObject(body) ? { ...answer, body: asAsked(operation, request, schema, body) } : answer;
  }

  /** What a planned operation answers to a request that prefers none of its answers. */
  async function answered(operation: Operation, request: ContractRequest, exchange: Exchange, selection: Selection): Promise<Answer> {
    const answer = await ask(await load(), operation, selection);
    const found = selection.status < 300 ? await inventory(operation, request, exchange, answer.body) : undefined;
    return toAnswer(found && isSound(operation, found) ? fromInventory(answer, found) : fitted(answer, operation, request, selection), selection);
  }

  /** A record as it is read, by the real operation where that is released. */
  function read(operation: Operation, request: ContractRequest, exchange: Exchange): Promise<Answer> {
    const handler = handlers[operation.operationId];
    return handler ? handler(callOf(request, exchange) as never) : answered(operation, request, exchange, select(operation, request, {}));
  }

  return async (sent, operation, exchange, handle) => {
    const request = resumed(sent, operation);
    const preference = parsePrefer(request.headers['prefer']);
    const isNamed = preference.code !== undefined || preference.example !== undefined;
    const selection = handle === undefined || isNamed || preference.dynamic === true ? select(operation, request, preference) : undefined;
    const applied = appliedText({ ...preference, dynamic: selection?.dynamic === true });
    if (applied !== undefined) exchange.headers = { ...exchange.headers, 'Preference-Applied': applied };
    if (preference.delay !== undefined) await wait(preference.delay);
    if (!selection) return handle!();
    exchange.answeredBy = 'mock';
    // Who asks for a status rehearses it, whatever is in the inventory and whatever the conditions.
    if (handle !== undefined || isNamed || selection.dynamic) return toAnswer(fitted(await ask(await load(), operation, selection), operation, request, selection), selection);
    await versions.require(operation, request, (reading, asked) => read(reading, asked, exchange));
    const answer = await once(operation, request, exchange, () => answered(operation, request, exchange, selection));
    versions.keep(operation, answer);
    return answer;
  };
}
