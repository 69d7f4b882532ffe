// Additions of a sandbox to the handlers of operations: `Prefer` rehearses a declared response, and Prism answers operations
// that have no handler or no records.
import type { ContractDocument, Operation } from '../contract/document';
import type { ContractRequest, MockInterceptor } from '../contract/handler';
import { createRecordModel, isOwn } from '../contract/record-model';
import type { Organization } from '../base/organization';
import { type Answer, toResponse } from '../server/operations/response';
import type { RecordStore } from '../server/records/table';
import { createMock } from './mocks/mocks';
import { appliedText, parsePrefer, select } from './mocks/prefer';

/** Without records, Prism answers every planned operation. `shown`: moves the dates of an example. */
export function createInterceptor(
  document: ContractDocument,
  records: Pick<RecordStore, 'isTouched'> | undefined,
  shown: (example: Answer) => Answer,
): MockInterceptor {
  const mock = createMock(document);
  const model = createRecordModel(document);

  /** Returns whether a handler answers. A new operation of a branch has no demo records before the first creation. */
  async function isOnRecords(operation: Operation, organization: Organization): Promise<boolean> {
    const { availability, method, path } = operation;
    if (!records) return availability === 'available' && isOwn(operation);
    if (isOwn(operation) || (method === 'POST' && !path.includes('{'))) return true;
    return records.isTouched(organization, model.collectionOf(operation));
  }

  return async (request: ContractRequest, authenticated, handle) => {
    const { operation } = request;
    const { prefer } = request.headers;
    const preference = parsePrefer(prefer ?? '');
    const { code, example, dynamic, delay } = preference;
    const isRehearsal = code !== undefined || example !== undefined || dynamic === true;
    const isHandled =
      handle !== undefined &&
      !isRehearsal &&
      (await isOnRecords(operation, authenticated.principal.organization));
    const selection = isHandled ? undefined : select(operation, request, preference);
    const applied =
      prefer !== undefined && appliedText({ ...preference, dynamic: selection?.dynamic === true });
    if (applied) authenticated.headers = { ...authenticated.headers, 'Preference-Applied': applied };
    if (delay !== undefined) await authenticated.pause(delay);
    if (!selection) {
      if (operation.availability === 'planned') authenticated.answeredBy = 'world';
      return handle!();
    }
    authenticated.answeredBy = 'mock';
    return toResponse(shown(await mock(operation, selection)), selection);
  };
}
