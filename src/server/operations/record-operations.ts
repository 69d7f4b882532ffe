// Runs operations on the records of an organization. A read is answered at once; a change runs in the transaction of its
// organization, with its entries in the log and the response for an Idempotency-Key.
import { etagOf } from '../../base/digest';
import { isObject } from '../../base/values';
import type { ContractDocument, Operation } from '../../contract/document';
import type {
  ApiResponse,
  AuthenticatedRequest,
  ContractRequest,
  OperationHandler,
} from '../../contract/handler';
import { createRecordModel, successSchema } from '../../contract/record-model';
import { byCaller } from '../audit/entry';
import { type KeyedRequest, createIdempotency } from '../records/idempotency';
import { type WorldStores, createOpenWorlds } from '../records/open-worlds';
import type { WorldTransaction } from '../records/transactions';
import type { World } from '../records/world';
import { type AnyCall, perform } from './behavior';
import { type Known, knownOperations } from './behaviors';
import { requirePermission } from './permission';
import { type Selection, declaredAnswer, selectionOf, toResponse } from './response';

/** Computes the entity tag once for all who ask. */
const tagged = (response: ApiResponse): ApiResponse =>
  typeof response.body === 'string' ? { etag: etagOf(response.body), ...response } : response;
const sizeOf = ({ body }: ApiResponse): number => (typeof body === 'string' ? body.length : 0);

export interface RecordOperations {
  /** Returns undefined for an operation that acts on no records. */
  handlerOf(operation: Operation): OperationHandler | undefined;
  /** Runs the stages before a handler that works on tables of its own: what time brings, and 403. */
  admit(request: ContractRequest, authenticated: AuthenticatedRequest): Promise<void>;
}

export function createRecordOperations(document: ContractDocument, stores: WorldStores): RecordOperations {
  const { database, clock, memory, transactions } = stores;
  const model = createRecordModel(document);
  const known = knownOperations(document, model);
  const worlds = createOpenWorlds(stores, model);
  const idempotency = createIdempotency(database, clock);
  const open = (
    { principal, origin }: Pick<AuthenticatedRequest, 'principal' | 'origin'>,
    shared?: WorldTransaction,
  ): World => {
    const { keyId, user } = principal;
    return worlds.open(principal, byCaller({ keyId, userId: user?.id, ...origin }), shared);
  };

  async function answer(
    world: World,
    { behavior, convention }: Known,
    request: ContractRequest,
    selection: Selection,
  ): Promise<ApiResponse> {
    const { operation, params, header, files, query, requestBody } = request;
    const body = isObject(requestBody) ? requestBody : {};
    const call: Omit<AnyCall, 'target'> = {
      ...{ operation, params, header, files, body },
      query: { ...query },
    };
    const { body: full, tagged: record, ...outcome } = await perform(world, call, behavior, convention);
    const schema = successSchema(operation);
    const shown = schema ? model.shaped(schema, full) : full;
    const declared = declaredAnswer(model, operation, selection);
    const response = toResponse(declared, selection, { ...outcome, body: shown });
    if (record === undefined) return response;
    const ownSchema = model.schemaOf(model.collectionOf(operation));
    return { ...response, etag: etagOf(JSON.stringify(model.shaped(ownSchema, record))) };
  }

  function read(
    found: Known,
    request: ContractRequest,
    authenticated: AuthenticatedRequest,
  ): Promise<ApiResponse> {
    const { organization, user, access } = authenticated.principal;
    const { operation, params, query } = request;
    const selection = selectionOf(operation, request);
    const asked = JSON.stringify([
      operation.operationId,
      params,
      query,
      user?.id,
      access,
      selection.mediaType,
    ]);
    const load = async () => tagged(await answer(open(authenticated), found, request, selection));
    return memory.keep(organization.id, asked, load, { sizeOf });
  }

  async function change(
    found: Known,
    request: ContractRequest,
    authenticated: AuthenticatedRequest,
  ): Promise<ApiResponse> {
    const { organization } = authenticated.principal;
    const { operation, params, requestBody, header, files } = request;
    if (model.collectionOf(operation) === 'File') for (const file of files) await stores.keepFile?.(file);
    const run = (keyed?: KeyedRequest): Promise<ApiResponse> =>
      transactions.run(organization, async (shared) => {
        const { transaction } = shared;
        const replay = keyed && (await idempotency.findResponse<ApiResponse>(transaction, keyed));
        if (replay) return { result: replay };
        const world = open(authenticated, shared);
        const result = await answer(world, found, request, selectionOf(operation, request));
        if (keyed) idempotency.storeResponse(transaction, keyed, result);
        return { result, changes: world.own };
      });
    const key = header['Idempotency-Key'];
    if (key === undefined) return run();
    const { operationId } = operation;
    const userId = authenticated.principal.user?.id;
    const sent = { operationId, userId, body: [params, requestBody] };
    return idempotency.once(organization, key, sent, run);
  }

  return {
    handlerOf(operation) {
      const found = known.get(operation.operationId);
      return (
        found &&
        (async (request, authenticated) => {
          await worlds.settleDue(authenticated.principal.organization);
          return operation.method === 'GET'
            ? read(found, request, authenticated)
            : change(found, request, authenticated);
        })
      );
    },

    async admit({ operation, params, requestBody }, authenticated) {
      await worlds.settleDue(authenticated.principal.organization);
      await requirePermission(
        open(authenticated),
        operation,
        params,
        isObject(requestBody) ? requestBody : {},
      );
    },
  };
}
