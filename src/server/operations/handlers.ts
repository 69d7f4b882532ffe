// The handler of each operation, available or planned, by operationId. A read of records is answered at once; a change runs
// in the transaction of its organization, with its entries in the log and the response for an Idempotency-Key.
import { computeEtag } from '../../base/digest';
import { nextSlice } from '../../base/scheduling/time-slices';
import { isObject } from '../../base/values';
import { type ContractDocument, type Operation, listOperations } from '../../contract/document';
import type {
  ApiResponse,
  AuthenticatedRequest,
  Caller,
  ContractRequest,
  OperationHandler,
  OperationHandlers,
  OperationInput,
  Principal,
} from '../../contract/handler';
import { createRecordModel, isOwn, successSchema } from '../../contract/record-model';
import { byCaller } from '../audit/entry';
import { isUserId } from '../keys/format';
import type { KeyRecord } from '../keys/store';
import { type KeyedRequest, createIdempotency } from '../records/idempotency';
import type { WorldTransaction } from '../records/memory';
import { type OpenWorlds, type WorldStores, createOpenWorlds } from '../records/open-worlds';
import type { World } from '../records/world';
import type { AnyCall } from './behavior';
import { type Known, knownOperations } from './behaviors';
import { perform } from './conventions';
import { findPerson, requirePermission } from './permission';
import { type Selection, declaredAnswer, parseSelection, toResponse } from './response';
import { createTunedHandlers } from './tuned';

/** Returns the user for whom a key acts; undefined for a key of the integration itself. */
export const createFindUser =
  (worlds: Pick<OpenWorlds, 'outside'>) =>
  ({ organizationId: id, slug, createdBy }: KeyRecord): Promise<Principal['user'] | null> | undefined =>
    isUserId(createdBy) ? findPerson(worlds.outside({ id, slug }), createdBy) : undefined;

type Tuned = (input: OperationInput) => Promise<ApiResponse>;

const getCaller = ({ principal: { keyId, user }, origin }: AuthenticatedRequest): Caller => ({
  keyId,
  userId: user?.id,
  ...origin,
});

/** Returns the input of a tuned handler. */
const toInput = (
  { params, query, header, requestBody }: ContractRequest,
  authenticated: AuthenticatedRequest,
): OperationInput => ({
  organization: authenticated.principal.organization,
  caller: getCaller(authenticated),
  path: params,
  query,
  header,
  body: requestBody,
});

const LARGE_CHARACTERS = 64 * 1024;

/** Encodes a large text and computes the entity tag once for all who ask. */
function tagged(response: ApiResponse): ApiResponse {
  if (typeof response.body !== 'string') return response;
  const body = response.body.length < LARGE_CHARACTERS ? response.body : Buffer.from(response.body);
  return { etag: computeEtag(body), ...response, body };
}
const getSize = ({ body }: ApiResponse): number =>
  typeof body === 'string' || Buffer.isBuffer(body) ? body.length : 0;
const getFields = (body: unknown) => (isObject(body) ? body : {});

/** `revision` identifies the contract. */
export function createHandlers(
  document: ContractDocument,
  stores: WorldStores,
  revision: string,
): OperationHandlers {
  const { database, clock, memory, transact } = stores;
  const model = createRecordModel(document);
  const operations = listOperations(document);
  const known = knownOperations(document, model);
  const worlds = createOpenWorlds(stores, model);
  const idempotency = createIdempotency(database, clock);
  const tuned = createTunedHandlers(stores, idempotency, revision) as unknown as Partial<
    Record<string, Tuned>
  >;
  // Time changes only records, which a server without released operations on them does not show.
  const showsRecords =
    stores.isSandbox ||
    operations.some(({ availability, operationId }) => availability === 'available' && !tuned[operationId]);

  const open = (authenticated: AuthenticatedRequest, shared?: WorldTransaction): World =>
    worlds.open(authenticated.principal, byCaller(getCaller(authenticated)), shared);

  async function answer(
    world: World,
    { behavior, convention }: Known,
    request: ContractRequest,
    selection: Selection,
  ): Promise<ApiResponse> {
    const { operation, params, header, files, query, requestBody } = request;
    const body = getFields(requestBody);
    const call: Omit<AnyCall, 'target'> = { operation, params, header, files, body, query: { ...query } };
    const { body: full, tagged: record, ...outcome } = await perform(world, call, behavior, convention);
    const schema = successSchema(operation);
    await nextSlice();
    const shown = schema ? model.shaped(schema, full) : full;
    await nextSlice(); // of a long list, this stage and each of the next ones uses a slice
    const declared = declaredAnswer(model, operation, selection);
    const response = toResponse(declared, selection, { ...outcome, body: shown });
    if (record === undefined) return response;
    const ownSchema = model.schemaOf(model.collectionOf(operation));
    return { ...response, etag: computeEtag(JSON.stringify(model.shaped(ownSchema, record))) };
  }

  function read(
    found: Known,
    request: ContractRequest,
    authenticated: AuthenticatedRequest,
  ): Promise<ApiResponse> {
    const { organization, user, access } = authenticated.principal;
    const { operation, params, query } = request;
    const { operationId } = operation;
    const selection = parseSelection(operation, request);
    const asked = JSON.stringify([operationId, params, query, user?.id, access, selection.mediaType]);
    const load = async () => {
      const response = await answer(open(authenticated), found, request, selection);
      await nextSlice();
      return tagged(response);
    };
    return memory.keep(organization.id, asked, load, { sizeOf: getSize });
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
      transact(organization, async (shared) => {
        const { transaction } = shared;
        const replay = keyed && (await idempotency.findResponse<ApiResponse>(transaction, keyed));
        if (replay) return { result: replay };
        const world = open(authenticated, shared);
        const result = await answer(world, found, request, parseSelection(operation, request));
        if (keyed) idempotency.storeResponse(transaction, keyed, result);
        return { result, changes: world.own };
      });
    const key = header['Idempotency-Key'];
    if (key === undefined) return run();
    const { operationId } = operation;
    const userId = authenticated.principal.user?.id;
    const named = files.map(({ name, mediaType }) => [name, mediaType]); // the body has their contents only
    const sent = { operationId, userId, body: [params, requestBody, ...named] };
    return idempotency.once(organization, key, sent, run);
  }

  /** Runs a tuned handler after the stages of all operations: what time brings, and 403. */
  async function runAdmitted(run: Tuned, request: ContractRequest, authenticated: AuthenticatedRequest) {
    const { operation, params, requestBody } = request;
    const { organization } = authenticated.principal;
    await worlds.settleDue(organization);
    await requirePermission(open(authenticated), operation, params, getFields(requestBody));
    const answered = run(toInput(request, authenticated));
    if (operation.method === 'GET') return answered;
    return answered.finally(() => memory.changed(organization.id, [model.collectionOf(operation)]));
  }

  function createHandler(operation: Operation): OperationHandler | undefined {
    const run = isOwn(operation) ? tuned[operation.operationId] : undefined;
    // Beside the record, a deletion changes the access control items on it, in one transaction.
    if (run && (operation.method !== 'DELETE' || !showsRecords))
      return (request, authenticated) =>
        showsRecords || authenticated.principal.user
          ? runAdmitted(run, request, authenticated)
          : run(toInput(request, authenticated));
    const found = known.get(operation.operationId);
    const answers = operation.method === 'GET' ? read : change;
    return (
      found &&
      (async (request, authenticated) => {
        await worlds.settleDue(authenticated.principal.organization);
        return answers(found, request, authenticated);
      })
    );
  }

  return Object.fromEntries(
    operations.flatMap((operation) => {
      const handler = createHandler(operation);
      return handler ? [[operation.operationId, handler]] : [];
    }),
  );
}
