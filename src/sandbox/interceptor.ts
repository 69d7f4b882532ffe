// Answers requests of a sandbox: `Prefer` rehearses a declared response, planned operations act on the records of
// the key's organization, and Prism answers operations that keep no records.
import type { ContractDocument } from '../contract/document';
import type { MockInterceptor } from '../contract/handler';
import { createRecordModel } from '../contract/record-model';
import { select, toResponse } from './mocks/declared-response';
import { createMock } from './mocks/mocks';
import { type Preference, appliedText, parsePrefer } from './mocks/prefer';
import type { OpenWorldsOptions } from './world/open-worlds';
import { createAnswerInWorld } from './world/answer';

type Worlds = Omit<OpenWorldsOptions, 'model'>;

/** Without worlds, Prism answers every planned operation. */
export function createInterceptor(document: ContractDocument, worlds: Worlds | undefined): MockInterceptor {
  const mock = createMock(document);
  const inWorld = worlds && createAnswerInWorld({ ...worlds, document, model: createRecordModel(document) });

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
      return handle!().finally(() => worlds?.memory.changed(authenticated.principal.organization.id));
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
