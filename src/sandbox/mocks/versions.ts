// `If-Match` on planned changes: a mock refuses a version that the record does not have, as the released operation will.
import { etagOf, requireMatch } from '../../api/etags';
import { type ContractDocument, type Operation, operationsOf } from '../../contract/document';
import { type ApiResponse, type ContractRequest, asGet, isLarge } from '../../contract/handler';
import { isNotFound } from '../../errors';

/** Reads the record that a request is about, by another operation of its path. */
export type Read = (operation: Operation, request: ContractRequest) => Promise<ApiResponse>;

export interface Versions {
  /** @throws ApiError `precondition_failed`; what `read` throws. */
  require(operation: Operation, request: ContractRequest, read: Read): Promise<void>;
  /** Keeps the tag with which a change is answered: it is the current one for whoever changes the record again, though no mock remembers the change. */
  keep(operation: Operation, answer: ApiResponse): void;
}

/** More than anybody goes on with. */
const MAX_KEPT = 1000;

/** No condition can name it. */
const NO_TAG = '';

const hasTag = ({ responses }: Operation, status: number): boolean =>
  responses[status]?.headers?.['ETag'] !== undefined;

const tagOf = ({ etag, body }: ApiResponse): string | undefined =>
  etag ?? (body === undefined || isLarge(body) ? undefined : etagOf(body));

/** `isShown`: whether an example shows what the path names. */
export function createVersions(
  document: ContractDocument,
  isShown: (params: ContractRequest['params']) => boolean,
): Versions {
  const reads = new Map(
    operationsOf(document)
      .filter((operation) => operation.method === 'GET' && hasTag(operation, 200))
      .map((operation) => [operation.path, operation]),
  );
  const kept = new Set<string>();

  return {
    async require({ path, responses }, request, read) {
      const ifMatch = request.header['If-Match'];
      const reading = reads.get(path);
      // A record that no operation reads has no version that anybody could know.
      if (ifMatch === undefined || !reading || !responses['412']) return;
      const current = await read(reading, asGet(request)).then(tagOf, (error: unknown) => {
        // What a mock has made is in no inventory: it has the tags with which mocks have answered, and no other.
        if (isNotFound(error) && isShown(request.params)) return NO_TAG;
        throw error;
      });
      if (current !== undefined) requireMatch(ifMatch, current, ...kept);
    },

    keep(operation, answer) {
      const tag = operation.method === 'GET' || !hasTag(operation, answer.status) ? undefined : tagOf(answer);
      if (tag === undefined) return;
      kept.delete(tag); // and to the end of them
      kept.add(tag);
      if (kept.size > MAX_KEPT) kept.delete(kept.values().next().value!);
    },
  };
}
