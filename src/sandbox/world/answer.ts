// Answers a request from the records of its organization: reads at once, changes in the transaction that
// released operations use, with the activity log and the response for an Idempotency-Key.
import { etagOf } from '../../api/etags';
import { createIdempotency } from '../../api/idempotency';
import { createLog } from '../../audit/append';
import { createActivityReader } from '../../audit/read';
import {
  type ContractDocument,
  type Operation,
  contractDocument,
  operationsOf,
} from '../../contract/document';
import type { ApiResponse, AuthenticatedRequest, ContractRequest } from '../../contract/handler';
import { schemasOf } from '../../contract/schemas';
import type { Database } from '../../database/database';
import { type Behavior, type Outcome, type Run, perform } from './behavior';
import { BEHAVIORS } from './behaviors';
import { conventionOf } from './conventions';
import { createInventoryStore } from './inventory-store';
import { type Fields, createModel, isObject, successSchema } from './model';
import { createRecordStore } from './records';
import { type Stores, World } from './world';

/** Turns an outcome into a response, with the headers that Prism has for it. */
export type ToResponse = (outcome: Outcome) => ApiResponse;

/** Returns undefined for a request that only Prism can answer. `template`: what Prism answers. */
export type AnswerInWorld = (
  operation: Operation,
  request: ContractRequest,
  authenticated: AuthenticatedRequest,
  template: unknown,
  toResponse: ToResponse,
) => Promise<ApiResponse | undefined>;

/** Rolls a change back whose response would break the schema of an external document. */
class Unfit extends Error {}

const own = new Map(operationsOf(contractDocument).map((operation) => [operation.operationId, operation]));

/** The same operationId at another method or path is another operation. */
const behaviorOf = ({ operationId, method, path }: Operation): Behavior | undefined =>
  own.get(operationId)?.method === method && own.get(operationId)?.path === path
    ? BEHAVIORS[operationId]
    : undefined;

interface Known {
  behavior: Behavior | undefined;
  convention: Run;
}

export function createAnswerInWorld(
  database: Database,
  document: ContractDocument,
): AnswerInWorld & { knows(operation: Operation): boolean } {
  const model = createModel(document);
  const records = createRecordStore(database);
  const stores: Stores = {
    model,
    inventory: createInventoryStore(database),
    records,
    log: createLog(database),
    activity: createActivityReader(database),
  };
  const idempotency = createIdempotency(database);
  const known = new Map<string, Known>();
  const operations = operationsOf(document);
  const creates = (path: string): boolean =>
    operations.some(
      (each) =>
        each.method === 'POST' && each.path === path && 'id' in model.shapeOf(successSchema(each)).properties,
    );
  const none: Run = () => Promise.reject(new Error('This operation has no convention.'));
  for (const operation of operations) {
    const behavior = behaviorOf(operation);
    const convention = conventionOf(model, operation);
    const isPlain = /^[^{]+(\/\{\w+\})?$/.test(operation.path) && creates(operation.path.split('/{')[0]!);
    if (behavior || (convention && isPlain))
      known.set(operation.operationId, { behavior, convention: convention ?? none });
  }

  async function answerIn(
    world: World,
    { behavior, convention }: Known,
    call: Parameters<typeof perform>[1],
    toResponse: ToResponse,
  ): Promise<ApiResponse> {
    const schema = successSchema(call.operation);
    const { body, tagged, ...others } = await perform(world, call, behavior, convention);
    const shaped = schema ? model.shaped(schema, body ?? call.template) : body;
    if (!behavior && schema && !schemasOf(document).of(schema)(shaped)) throw new Unfit();
    const response = toResponse({ ...others, body: shaped });
    return tagged === undefined
      ? response
      : { ...response, etag: etagOf(JSON.stringify(model.shaped(schema, tagged))) };
  }

  const answer: AnswerInWorld = async (
    operation,
    request,
    { principal, requestId },
    template,
    toResponse,
  ) => {
    const found = known.get(operation.operationId);
    if (!found) return undefined;
    const { organization, keyId } = principal;
    const isCreation = operation.method === 'POST' && !operation.path.includes('{');
    // An external document has no demo records: Prism answers until the first creation.
    if (
      !found.behavior &&
      !isCreation &&
      !(await records.isTouched(organization, model.collectionOf(operation)))
    )
      return undefined;
    const caller = { keyId, requestId };
    const { params, query, files, header, requestBody } = request;
    const body: Fields = isObject(requestBody) ? requestBody : {};
    const call = {
      operation,
      params,
      query: { ...query },
      files,
      body,
      template,
      ifMatch: header['If-Match'],
    };
    if (operation.method === 'GET')
      return answerIn(new World(stores, organization, caller), found, call, toResponse);

    const identified = { operationId: operation.operationId, body: [params, requestBody] };
    return idempotency.once(organization, header['Idempotency-Key'], identified, (keyed) =>
      database.transaction({ organization: organization.id }, async (transaction) => {
        const [replay, head] = await Promise.all([
          idempotency.findResponse<ApiResponse>(transaction, keyed),
          stores.log.findHead(transaction, organization.id),
          transaction.query(worldLock, organization.id),
        ]);
        if (replay) return replay;
        const world = new World(stores, organization, caller, transaction);
        const response = await answerIn(world, found, { ...call, query: { ...query } }, toResponse);
        world.flush(transaction, head);
        idempotency.storeResponse(transaction, keyed, response);
        return response;
      }),
    );
  };

  return Object.assign(
    (async (...request) =>
      answer(...request).catch((error: unknown) => {
        if (error instanceof Unfit) return undefined;
        throw error;
      })) as AnswerInWorld,
    { knows: ({ operationId }: Operation) => known.has(operationId) },
  );
}

/** Changes of one organization take turns. */
const worldLock = {
  run: (_all: unknown, keys: string[]) => Promise.resolve(keys),
  lock: (organization: string) => `world ${organization}`,
};
