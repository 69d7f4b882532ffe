// Answers operations from the contract alone: planned ones always, available ones when a preference asks for it.
import { setTimeout as wait } from 'node:timers/promises';
import type { ContractDocument, MediaType, Operation } from '../../contract/document';
import {
  type Handlers,
  type ApiResponse,
  type AuthenticatedRequest,
  type ContractRequest,
  type MockInterceptor,
  operationInput,
} from '../../contract/handler';
import { schemasOf } from '../../contract/schemas';
import type { Database } from '../../database/database';
import { type AsAsked, createAsAsked } from './as-asked';
import { type FromInventory, belowPlace } from './inventory';
import { createKnown } from './known';
import { putOffFaker } from './lazy-faker';
import { listAsked, rowsIn } from './list';
import { filteredCsv } from './narrowed';
import { resumed } from './pages';
import { appliedText, parsePrefer } from './prefer';
import type { Prism, PrismAnswer, Selection } from './prism';
import { type Fields, type Records, createRecords, isObject, isShown, withKnown } from './records';
import { type Once, createOnce } from './retries';
import { select } from './selection';
import { soundAnswer } from './sound-answer';
import { toAnswer } from './to-answer';
import { createVersions } from './versions';

const mediaOf = ({ responses }: Operation, status: number): MediaType | undefined =>
  responses[status]?.content?.['application/json'];

const fromInventory = ({ headers }: PrismAnswer, { body, disposition }: FromInventory): PrismAnswer => ({
  headers: disposition === undefined ? headers : { ...headers, 'content-disposition': disposition },
  body,
});

/** Where an operation's answer stands: a shared response is the same for all that refer to it. */
function sourceOf(
  document: ContractDocument,
  { operationId, path, method }: Operation,
  status: number,
): string {
  const { responses } = document.paths[path]![method.toLowerCase()] as {
    responses: Record<string, { $ref?: string }>;
  };
  return responses[status]?.$ref ?? `${operationId} ${status}`;
}

async function loadPrism(document: ContractDocument): Promise<Prism> {
  putOffFaker();
  const { createPrism } = await import('./prism.js');
  return createPrism(document);
}

/** Mocks of one document after another, as a sandbox adopts them; the answers that are kept for retries are in its database. */
export function createMocksFor(
  database: Database,
): (document: ContractDocument, handlers: Handlers) => MockInterceptor {
  const once = createOnce(database);
  return (document, handlers) => createMocks(document, handlers, once);
}

/** Prism loads in the background: the real operations need not wait for it. */
function createMocks(document: ContractDocument, handlers: Handlers, once: Once): MockInterceptor {
  let loading: Promise<Prism> | undefined;
  const load = () => (loading ??= loadPrism(document));
  setImmediate(() => void load().catch(() => undefined)); // told to whoever awaits it
  let records: Records | undefined;
  const shown = (): Records => (records ??= createRecords(document));
  const known = createKnown(handlers, shown);
  const versions = createVersions(document, (params) =>
    Object.values(params).some((id) => isShown(shown(), id)),
  );
  let asAsked: AsAsked | undefined;
  // What Prism answers without chance is the same each time. There are as many entries as the document has answers.
  const constant = new Map<string, PrismAnswer>();

  async function ask(prism: Prism, operation: Operation, selection: Selection): Promise<PrismAnswer> {
    if (selection.dynamic) return soundAnswer(prism, document, operation, selection);
    const key = [
      sourceOf(document, operation, selection.status),
      selection.mediaType,
      selection.example,
    ].join(' ');
    let answer = constant.get(key);
    if (!answer) {
      answer = await soundAnswer(prism, document, operation, selection);
      constant.set(key, answer);
    }
    return answer;
  }

  /** Another document may ask for more of a row than this server's inventory has. */
  function isSound(operation: Operation, { body, disposition }: FromInventory): boolean {
    const schema = mediaOf(operation, 200)?.schema;
    return disposition !== undefined || (schema !== undefined && schemasOf(document).of(schema)(body));
  }

  /** The example as the request asks for it; one that was asked for by its name, or that is of the very request, as it is written. `read` are records as the real operations know them. */
  function fitted(
    answer: PrismAnswer,
    operation: Operation,
    request: ContractRequest,
    { status, mediaType, dynamic, asWritten }: Selection,
    read: Fields[] = [],
  ): PrismAnswer {
    if (dynamic || asWritten || status >= 300) return answer;
    const { body } = answer;
    if (mediaType === 'text/csv' && typeof body === 'string')
      return { ...answer, body: filteredCsv(body, operation, request) };
    const media = mediaOf(operation, status);
    const schema = media?.schema;
    if (schema === undefined || mediaType !== 'application/json') return answer;
    asAsked ??= createAsAsked(document);
    if (operation.method === 'GET' && rowsIn(body))
      return {
        ...answer,
        body: listAsked(document, shown(), operation, request, { ...media, schema }, body),
      };
    return isObject(body)
      ? { ...answer, body: asAsked(operation, request, schema, body, withKnown(shown(), read)) }
      : answer;
  }

  /** What a planned operation answers to a request that prefers none of its answers. */
  async function answered(
    operation: Operation,
    request: ContractRequest,
    exchange: AuthenticatedRequest,
    selection: Selection,
  ): Promise<ApiResponse> {
    const answer = await ask(await load(), operation, selection);
    const place = await known.place(operation, request, exchange);
    const found =
      place && operation.method === 'GET'
        ? await belowPlace(known, place, request, exchange, answer.body)
        : undefined;
    const read = [...(place ? [place.record] : []), ...(await known.referenced(request, exchange))];
    return toAnswer(
      found && isSound(operation, found)
        ? fromInventory(answer, found)
        : fitted(answer, operation, request, selection, read),
      selection,
    );
  }

  /** A record as it is read, by the real operation where that is released. */
  function read(
    operation: Operation,
    request: ContractRequest,
    exchange: AuthenticatedRequest,
  ): Promise<ApiResponse> {
    const handler = handlers[operation.operationId];
    return handler
      ? handler(operationInput(request, exchange))
      : answered(operation, request, exchange, select(operation, request, {}));
  }

  return async (sent, operation, exchange, handle) => {
    const request = resumed(sent, operation);
    const preference = parsePrefer(request.headers['prefer']);
    const isNamed = preference.code !== undefined || preference.example !== undefined;
    const selection =
      handle === undefined || isNamed || preference.dynamic === true
        ? select(operation, request, preference)
        : undefined;
    const applied = appliedText({ ...preference, dynamic: selection?.dynamic === true });
    if (applied !== undefined) exchange.headers = { ...exchange.headers, 'Preference-Applied': applied };
    if (preference.delay !== undefined) await wait(preference.delay);
    if (!selection) return handle!();
    exchange.answeredBy = 'mock';
    // Who asks for a status rehearses it, whatever is in the inventory and whatever the conditions.
    if (handle !== undefined || isNamed || selection.dynamic)
      return toAnswer(
        fitted(await ask(await load(), operation, selection), operation, request, selection),
        selection,
      );
    await versions.require(operation, request, (reading, asked) => read(reading, asked, exchange));
    const answer = await once(operation, request, exchange, () =>
      answered(operation, request, exchange, selection),
    );
    versions.keep(operation, answer);
    return answer;
  };
}
