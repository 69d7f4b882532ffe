// Answers requests of a sandbox: `Prefer` rehearses a declared response, planned operations act on the records of
// the key's organization, and Prism answers operations that keep no records.
import type { ContractDocument } from '../contract/document';
import type { MockInterceptor } from '../contract/handler';
import { createRecordModel } from '../contract/record-model';
import { select, toResponse } from './mocks/declared-response';
import { createMock } from './mocks/mocks';
import { type Preference, appliedText, parsePrefer } from './mocks/prefer';
import { createAnswerInWorld } from './world/answer';
import type { WorldStores } from './world/open-worlds';

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
