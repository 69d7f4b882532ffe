// The handler of each operation, available or planned, by operationId.
import { type ContractDocument, type Operation, operationsOf } from '../../contract/document';
import type {
  ApiResponse,
  AuthenticatedRequest,
  ContractRequest,
  OperationHandler,
  OperationHandlers,
  OperationInput,
} from '../../contract/handler';
import { createRecordModel, isOwn } from '../../contract/record-model';
import type { WorldStores } from '../records/open-worlds';
import { createRecordOperations } from './record-operations';
import { createTunedHandlers } from './tuned';

type Tuned = (input: OperationInput) => Promise<ApiResponse>;

/** Returns what a tuned handler receives of a request. */
const inputOf = (
  { params, query, header, requestBody }: ContractRequest,
  { principal, origin }: AuthenticatedRequest,
): OperationInput => ({
  organization: principal.organization,
  caller: { keyId: principal.keyId, userId: principal.user?.id, ...origin },
  path: params,
  query,
  header,
  body: requestBody,
});

/** `revision` identifies the contract. */
export function createHandlers(
  document: ContractDocument,
  stores: WorldStores,
  revision: string,
): OperationHandlers {
  const model = createRecordModel(document);
  const records = createRecordOperations(document, stores);
  const tuned = createTunedHandlers(stores, revision) as unknown as Partial<Record<string, Tuned>>;
  const operations = operationsOf(document);
  // Time changes only records, which a server without released operations on them does not show.
  const showsRecords =
    stores.isSandbox ||
    operations.some(({ availability, operationId }) => availability === 'available' && !tuned[operationId]);

  async function runAdmitted(run: Tuned, request: ContractRequest, authenticated: AuthenticatedRequest) {
    await records.admit(request, authenticated);
    const answered = run(inputOf(request, authenticated));
    const { operation } = request;
    if (operation.method === 'GET') return answered;
    const { id } = authenticated.principal.organization;
    return answered.finally(() => stores.memory.changed(id, [model.collectionOf(operation)]));
  }

  const handlerOf = (operation: Operation): OperationHandler | undefined => {
    const run = isOwn(operation) ? tuned[operation.operationId] : undefined;
    // Beside the record, a deletion changes the access control items on it, in one transaction.
    if (!run || (operation.method === 'DELETE' && showsRecords)) return records.handlerOf(operation);
    return (request, authenticated) =>
      showsRecords || authenticated.principal.user
        ? runAdmitted(run, request, authenticated)
        : run(inputOf(request, authenticated));
  };
  return Object.fromEntries(
    operations.flatMap((operation) => {
      const handler = handlerOf(operation);
      return handler ? [[operation.operationId, handler]] : [];
    }),
  );
}
