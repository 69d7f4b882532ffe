// Answers a request from the records of its organization: reads at once, changes in the transaction that
// released operations use, with the activity log and the response for an Idempotency-Key.
import { etagOf } from '../../base/digest';
import { type KeyedRequest, createIdempotency } from '../../server/resources/idempotency';
import { createLog } from '../../server/audit/append';
import { createActivityReader } from '../../server/audit/read';
import type { Clock } from '../../base/clock';
import type { ContractDocument, Operation } from '../../contract/document';
import type {
  ApiResponse,
  AuthenticatedRequest,
  ContractRequest,
  Principal,
  RequestOrigin,
} from '../../contract/handler';
import { type RecordModel, successSchema } from '../../contract/record-model';
import type { Database } from '../../database/database';
import { createRecordStore } from '../record-table';
import type { WorldMemory } from '../world-memory';
import { type WorldTransaction, createWorldTransactions } from '../world-transactions';
import { type Selection, declaredAnswer, toResponse } from '../mocks/declared-response';
import { type AnyCall, perform } from './behavior';
import { createInventoryStores } from './inventory-stores';
import { type Known, knownOperations } from './known';
import { requirePermission } from './permission';
import { settle } from './time';
import { type Stores, World } from './world';
import { isObject } from '../../base/json';

/** Stores the entity tag with the headers: it may not be that of the body. */
const withStoredTag = ({ etag, headers, ...response }: ApiResponse): ApiResponse => ({
  ...response,
  headers: { ...headers, ...(etag !== undefined && { ETag: etag }) },
});
const withRestoredTag = ({
  headers: { ETag: etag, ...headers } = {},
  ...response
}: ApiResponse): ApiResponse => ({
  ...response,
  headers,
  ...(etag !== undefined && { etag }),
});

/** Computes the entity tag once for all who ask. */
const tagged = (response: ApiResponse): ApiResponse =>
  typeof response.body === 'string' ? { etag: etagOf(response.body), ...response } : response;
const sizeOf = ({ body }: ApiResponse): number => (typeof body === 'string' ? body.length : 0);

interface WorldOptions {
  database: Database;
  clock: Clock;
  document: ContractDocument;
  model: RecordModel;
  memory: WorldMemory;
}

export function createAnswerInWorld({ database, clock, document, model, memory }: WorldOptions) {
  const known = knownOperations(document, model);
  const records = createRecordStore(database);
  const inventory = createInventoryStores(database);
  const stores: Stores = {
    model,
    storeOf: (collection) => inventory[collection] ?? records,
    clock,
    log: createLog(database, clock),
    activity: createActivityReader(database),
    memory,
  };
  const transactions = createWorldTransactions({ database, ...stores });
  const idempotency = createIdempotency(database, clock);

  async function answerIn(
    world: World,
    { behavior, convention }: Known,
    call: Omit<AnyCall, 'target'>,
    selection: Selection,
  ): Promise<ApiResponse> {
    const schema = successSchema(call.operation);
    const { body, tagged, ...others } = await perform(world, call, behavior, convention);
    const shaped = schema ? model.shaped(schema, body) : body;
    const declared = declaredAnswer(model, call.operation, selection);
    const response = toResponse(declared, selection, { ...others, body: shaped });
    return tagged === undefined
      ? response
      : { ...response, etag: etagOf(JSON.stringify(model.shaped(schema, tagged))) };
  }

  /** Writes the entries of what time changed. */
  async function settleDue(principal: Principal, origin: RequestOrigin): Promise<void> {
    const { organization } = principal;
    const { id } = organization;
    if (memory.turnOf(id) > clock.now(id).getTime()) return;
    const turn = await transactions.run(organization, async (shared) => {
      const world = new World(stores, principal, origin, shared);
      return { result: await settle(world), changes: world.own };
    });
    memory.setTurn(id, turn);
  }

  /** Returns undefined for a request that only Prism can answer. */
  async function answer(
    operation: Operation,
    { params, query, files, header, requestBody }: ContractRequest,
    { principal, origin }: AuthenticatedRequest,
    selection: Selection,
  ): Promise<ApiResponse | undefined> {
    const { operationId, method } = operation;
    const { organization } = principal;
    const found = known.get(operationId);
    if (!found) return undefined;
    const isCreation = method === 'POST' && !operation.path.includes('{');
    // A new operation of a branch has no demo records: Prism answers until the first creation.
    if (
      !found.behavior &&
      !isCreation &&
      !(await records.isTouched(organization, model.collectionOf(operation)))
    )
      return undefined;
    const run = (shared?: WorldTransaction): [World, Promise<ApiResponse>] => {
      const world = new World(stores, principal, origin, shared);
      const body = isObject(requestBody) ? requestBody : {};
      const call = {
        operation,
        params,
        query: { ...query },
        header,
        files,
        body,
        ifMatch: header['If-Match'],
      };
      return [world, answerIn(world, found, call, selection)];
    };
    await settleDue(principal, origin);
    if (method === 'GET') {
      const asked = JSON.stringify([operationId, params, query, principal.user?.id, selection]);
      return memory.keep(organization.id, asked, async () => tagged(await run()[1]), { sizeOf });
    }
    const change = (keyed?: KeyedRequest): Promise<ApiResponse> =>
      transactions.run(organization, async (shared) => {
        const { transaction } = shared;
        const replay = keyed && (await idempotency.findResponse<ApiResponse>(transaction, keyed));
        if (replay) return { result: withRestoredTag(replay) };
        const [world, answered] = run(shared);
        const result = await answered;
        if (keyed) idempotency.storeResponse(transaction, keyed, withStoredTag(result));
        return { result, changes: world.own };
      });
    const key = header['Idempotency-Key'];
    if (key === undefined) return change();
    return idempotency.once(organization, key, { operationId, body: [params, requestBody] }, change);
  }

  return {
    answer,

    /** @throws ApiError `forbidden` for a request of a released operation that its user may not send. */
    async authorize(
      operation: Operation,
      { params, requestBody }: ContractRequest,
      { principal, origin }: AuthenticatedRequest,
    ): Promise<void> {
      await settleDue(principal, origin);
      const world = new World(stores, principal, origin);
      if (!world.mayAlways(operation))
        await requirePermission(world, operation, params, isObject(requestBody) ? requestBody : {});
    },
  };
}
