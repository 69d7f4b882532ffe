// `Idempotency-Key` on planned operations: their answers are kept and replayed by the code that does it for the real ones, and beside theirs.
import type { Operation } from '../../contract/document';
import type { ApiResponse, AuthenticatedRequest, ContractRequest } from '../../contract/handler';
import type { Database } from '../../database/database';
import { createIdempotency } from '../../api/idempotency';

/** @throws ApiError `idempotency_mismatch`, `conflict`; what `make` throws, which is not kept. */
export type Once = (
  operation: Operation,
  request: ContractRequest,
  exchange: AuthenticatedRequest,
  make: () => Promise<ApiResponse>,
) => Promise<ApiResponse>;

export function createOnce(database: Database): Once {
  const idempotency = createIdempotency(database);
  return (
    { operationId, responses },
    { header, params, requestBody },
    { principal: { organization } },
    make,
  ) =>
    idempotency.once(
      organization,
      responses['422'] && header['Idempotency-Key'],
      { operationId, body: [params, requestBody] },
      async (keyed) => {
        const answer = await make(); // a mock changes nothing: it may be made also when another is replayed
        if (keyed === undefined || typeof answer.body !== 'string') return answer;
        return database.transaction({ organization: organization.id }, async (transaction) => {
          const replay = await idempotency.findResponse(transaction, keyed);
          if (replay) return replay;
          idempotency.storeResponse(transaction, keyed, answer);
          return answer;
        });
      },
    );
}
