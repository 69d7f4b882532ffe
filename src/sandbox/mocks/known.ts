// What the real operations know of what a request to a planned one names: the facility, control center or system that its path begins with, and the records that its body refers to.
import type { Handlers } from '../../contract/contract';
import type { Operation } from '../../contract/document';
import { type Call, isLarge } from '../../contract/handler';
import { type ContractRequest, type Exchange, asRead, callOf } from '../../contract/request';
import { ApiError, isNotFound } from '../../errors';
import { type Fields, type Records, isObject, isReference, isShown, kindOf } from './records';

/** By which operation a record of each kind is read. */
const READ_BY: Record<string, string> = { fac: 'getFacility', cc: 'getControlCenter', cs: 'getCyberSystem', ca: 'getCyberAsset' };

const AT_PLACE = /^\/(facilities|control-centers|cyber-systems)\/\{\w+\}(\/.+)?$/;
const KIND_OF_PLACE = { facilities: 'fac', 'control-centers': 'cc', 'cyber-systems': 'cs' } as const;

export interface Place {
  collection: keyof typeof KIND_OF_PLACE;
  record: Fields;
  /** The rest of the path, such as `/cyber-assets/export`; undefined of the place itself. */
  below: string | undefined;
}

export interface Known {
  /** Undefined for an operation about something else, and for a place that only examples show. @throws ApiError `not_found` when the path names no record. */
  place(operation: Operation, request: ContractRequest, exchange: Exchange): Promise<Place | undefined>;
  /** @throws ApiError `invalid_reference` for one that neither the inventory nor an example has. */
  referenced(request: ContractRequest, exchange: Exchange): Promise<Fields[]>;
  /** What a released operation reads; undefined when the document has not released it. @throws what the operation throws. */
  read(operationId: string, request: ContractRequest, exchange: Exchange): Promise<unknown>;
}

/** The ids in a body, with where they stand: `facilityIds.2`. */
function* idsIn(value: unknown, field = ''): Generator<[field: string, id: string]> {
  if (typeof value === 'string' && isReference(field)) yield [field, value];
  else if (typeof value === 'object' && value !== null) for (const [name, member] of Object.entries(value)) yield* idsIn(member, field === '' ? name : `${field}.${name}`);
}

export function createKnown(handlers: Handlers, records: () => Records): Known {
  async function read(operationId: string, request: ContractRequest, exchange: Exchange): Promise<unknown> {
    const handler = handlers[operationId];
    if (!handler) return undefined;
    const call: Call = callOf(asRead(request), exchange);
    const { body } = await handler(call as never);
    if (body === undefined || !isLarge(body)) return JSON.parse(String(body));
    const text = await body.text();
    await body.discard();
    return JSON.parse(text);
  }

  /** Also undefined for a change of a record that only examples show, such as one that a mocked POST has just answered with: the mock goes on from the example. Reading it is 404. */
  async function find(kind: string | undefined, id: unknown, request: ContractRequest, exchange: Exchange): Promise<Fields | undefined> {
    const operationId = READ_BY[kind ?? ''];
    if (operationId === undefined) return undefined;
    try {
      const record = await read(operationId, { ...request, params: { id } }, exchange);
      return isObject(record) ? record : undefined;
    } catch (error) {
      if (request.method !== 'GET' && isNotFound(error) && isShown(records(), id)) return undefined;
      throw error;
    }
  }

  return {
    read,

    async place({ path }, request, exchange) {
      const [, collection, below] = AT_PLACE.exec(path) ?? [];
      if (collection === undefined) return undefined;
      const [id] = Object.values(request.params);
      const record = await find(KIND_OF_PLACE[collection as Place['collection']], id, request, exchange);
      return record && { collection: collection as Place['collection'], record, below };
    },

    async referenced(request, exchange) {
      const found: Fields[] = [];
      for (const [field, id] of idsIn(request.requestBody)) {
        const record = await find(kindOf(id), id, request, exchange).catch((error: unknown) => {
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
