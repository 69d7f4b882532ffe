// Answers requests of a sandbox: `Prefer` rehearses a declared response, planned operations act on the records of
// the key's organization, and Prism answers operations that keep no records. Reads are answered at once, changes in the
// transaction that released operations use, with the activity log and the response for an Idempotency-Key.
import { byCaller } from '../server/audit/entry';
import { etagOf } from '../base/digest';
import { type KeyedRequest, createIdempotency } from '../server/records/idempotency';
import type { ContractDocument, Operation } from '../contract/document';
import type {
  ApiResponse,
  AuthenticatedRequest,
  ContractRequest,
  MockInterceptor,
} from '../contract/handler';
import { type RecordModel, createRecordModel, successSchema } from '../contract/record-model';
import type { WorldTransaction } from '../server/records/transactions';
import { type WorldStores, createOpenWorlds } from '../server/records/open-worlds';
import { type Selection, declaredAnswer, select, toResponse } from './mocks/declared-response';
import { createMock } from './mocks/mocks';
import { type Preference, appliedText, parsePrefer } from './mocks/prefer';
import { type AnyCall, perform } from '../server/operations/behavior';
import { type Known, knownOperations } from '../server/operations/behaviors';
import { requirePermission } from '../server/operations/permission';
import type { World } from '../server/records/world';
import { isObject } from '../base/json';

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
  document: ContractDocument;
  model: RecordModel;
  stores: WorldStores;
}

function createAnswerInWorld({ document, model, stores }: WorldOptions) {
  const { database, clock, memory } = stores;
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

  /** Returns undefined for a request that only Prism can answer. */
  async function answer(
    operation: Operation,
    { params, query, files, header, requestBody }: ContractRequest,
    authenticated: AuthenticatedRequest,
    selection: Selection,
  ): Promise<ApiResponse | undefined> {
    const { operationId, method } = operation;
    const { principal } = authenticated;
    const { organization } = principal;
    const found = known.get(operationId);
    if (!found) return undefined;
    const isCreation = method === 'POST' && !operation.path.includes('{');
    // A new operation of a branch has no demo records: Prism answers until the first creation.
    if (
      !found.behavior &&
      !isCreation &&
      !(await worlds.records.isTouched(organization, model.collectionOf(operation)))
    )
      return undefined;
    const run = (shared?: WorldTransaction): [World, Promise<ApiResponse>] => {
      const world = open(authenticated, shared);
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
    await worlds.settleDue(principal.organization);
    if (method === 'GET') {
      const asked = JSON.stringify([operationId, params, query, principal.user?.id, selection]);
      return memory.keep(organization.id, asked, async () => tagged(await run()[1]), { sizeOf });
    }
    const change = (keyed?: KeyedRequest): Promise<ApiResponse> =>
      stores.transactions.run(organization, async (shared) => {
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
      authenticated: AuthenticatedRequest,
    ): Promise<void> {
      const { principal } = authenticated;
      await worlds.settleDue(principal.organization);
      const world = open(authenticated);
      if (!world.mayAlways(operation))
        await requirePermission(world, operation, params, isObject(requestBody) ? requestBody : {});
    },
  };
}

/** Without worlds, Prism answers every planned operation. */
export function createInterceptor(
  document: ContractDocument,
  stores: WorldStores | undefined,
): MockInterceptor {
  const mock = createMock(document);
  const model = createRecordModel(document);
  const inWorld = stores && createAnswerInWorld({ document, model, stores });

  return async (request, operation, authenticated, handle) => {
    const { prefer } = request.headers;
    const preference: Preference = prefer === undefined ? {} : parsePrefer(prefer);
    const { code, example, dynamic, delay } = preference;
    const isRehearsal = code !== undefined || example !== undefined || dynamic === true;
    const selection = isRehearsal || !handle ? select(operation, request, preference) : undefined;
    const applied =
      prefer !== undefined && appliedText({ ...preference, dynamic: selection?.dynamic === true });
    if (applied) authenticated.headers = { ...authenticated.headers, 'Preference-Applied': applied };
    if (delay !== undefined) await authenticated.pause(delay);
    if (!selection) {
      await inWorld?.authorize(operation, request, authenticated); // 403
      if (operation.method === 'GET') return handle!();
      const world = authenticated.principal.organization.id;
      return handle!().finally(() => stores?.memory.changed(world, [model.collectionOf(operation)]));
    }
    if (inWorld && !isRehearsal) {
      authenticated.answeredBy = 'world';
      const response = await inWorld.answer(operation, request, authenticated, selection);
      if (response) return response;
    }
    authenticated.answeredBy = 'mock';
    return toResponse(await mock(operation, selection), selection);
  };
}
