// What the real operations know of what a request to a planned one names: the facility, control center or system that its path begins with, and the records that its body refers to.
import type { Operation } from '../../contract/document';
import {
  type Handlers,
  type AuthenticatedRequest,
  type ContractRequest,
  type OperationInput,
  asGet,
  isLarge,
  operationInput,
} from '../../contract/handler';
import { ApiError, isNotFound, notFound } from '../../errors';
import { type Fields, type Records, isObject, isShown, kindOf } from './records';
import { type Reference, referencesIn } from './references';

/** By which operation a record of each kind is read. */
const READ_BY: Record<string, string> = {
  fac: 'getFacility',
  cc: 'getControlCenter',
  cs: 'getCyberSystem',
  ca: 'getCyberAsset',
};

const AT_PLACE = /^\/(facilities|control-centers|cyber-systems)\/\{\w+\}(\/.+)?$/;
const KIND_OF_PLACE = { facilities: 'fac', 'control-centers': 'cc', 'cyber-systems': 'cs' } as const;

export interface IdLocation {
  collection: keyof typeof KIND_OF_PLACE;
  record: Fields;
  /** The rest of the path, such as `/cyber-assets/export`; undefined of the place itself. */
  below: string | undefined;
}

type Sought = Omit<Reference, 'field'>;

export interface Known {
  /** Undefined for an operation about something else, and for a place that only examples show. @throws ApiError `not_found` when the path names a record that is not there. */
  place(
    operation: Operation,
    request: ContractRequest,
    exchange: AuthenticatedRequest,
  ): Promise<IdLocation | undefined>;
  /** The records of the inventory that the body names. @throws ApiError `invalid_reference` for one that neither the inventory nor an example has. */
  referenced(request: ContractRequest, exchange: AuthenticatedRequest): Promise<Fields[]>;
  /** What a released operation reads; undefined when the document has not released it. @throws what the operation throws. */
  read(operationId: string, request: ContractRequest, exchange: AuthenticatedRequest): Promise<unknown>;
}

export function createKnown(handlers: Handlers, records: () => Records): Known {
  async function read(
    operationId: string,
    request: ContractRequest,
    exchange: AuthenticatedRequest,
  ): Promise<unknown> {
    const handler = handlers[operationId];
    if (!handler) return undefined;
    const call: OperationInput = operationInput(asGet(request), exchange);
    const { body } = await handler(call);
    if (body === undefined || !isLarge(body)) return JSON.parse(String(body));
    const text = await body.text();
    await body.discard();
    return JSON.parse(text);
  }

  /** Undefined of what the inventory does not keep. @throws ApiError `not_found`. */
  async function find(
    { kind, id }: Sought,
    request: ContractRequest,
    exchange: AuthenticatedRequest,
  ): Promise<Fields | undefined> {
    const operationId = READ_BY[kind ?? ''];
    if (operationId === undefined) return undefined;
    const record = await read(operationId, { ...request, params: { id } }, exchange);
    return isObject(record) ? record : undefined;
  }

  /** Also undefined of one that only examples show, such as one that a mocked POST has just answered with: the mock goes on from the example. */
  async function findOrShown(
    { kind, id }: Sought,
    request: ContractRequest,
    exchange: AuthenticatedRequest,
  ): Promise<Fields | undefined> {
    const own = kindOf(id) ?? '';
    if (own !== kind && handlers[READ_BY[own] ?? '']) throw notFound(); // whatever it is, it is none of these
    return find({ kind, id }, request, exchange).catch((error: unknown) => {
      if (isNotFound(error) && isShown(records(), id)) return undefined;
      throw error;
    });
  }

  return {
    read,

    async place({ path }, request, exchange) {
      const [, collection, below] = AT_PLACE.exec(path) ?? [];
      const references = [...referencesIn(request.params)];
      if (collection === undefined) {
        // What is told of a record stays when the record is gone.
        if (records()(request.params).length === 0)
          for (const reference of references) await findOrShown(reference, request, exchange);
        return undefined;
      }
      // Reading a place that only examples show is 404.
      const search = request.method === 'GET' ? find : findOrShown;
      const record = await search(
        { kind: KIND_OF_PLACE[collection as IdLocation['collection']], id: references[0]!.id },
        request,
        exchange,
      );
      return record && { collection: collection as IdLocation['collection'], record, below };
    },

    async referenced(request, exchange) {
      const found: Fields[] = [];
      for (const { field, ...reference } of referencesIn(request.requestBody)) {
        const record = await findOrShown(reference, request, exchange).catch((error: unknown) => {
          if (!isNotFound(error)) throw error;
          const message = 'names no record of your organization';
          throw new ApiError('invalid_reference', `${field} ${message}.`, { details: [{ field, message }] });
        });
        if (record) found.push(record);
      }
      return found;
    },
  };
}
