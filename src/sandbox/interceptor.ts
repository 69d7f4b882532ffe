// Answers requests of a sandbox: a preference rehearses a declared response, planned operations act on the
// records of the key's organization, and Prism negotiates and completes each planned response.
import { setTimeout as wait } from 'node:timers/promises';
import type { ContractDocument } from '../contract/document';
import type { Mocks } from '../contract/handler';
import { createRecordModel } from '../contract/record-model';
import type { Clock } from '../base/clock';
import type { Database } from '../database/database';
import { createMock } from './mocks/mocks';
import { appliedText, parsePrefer } from './mocks/prefer';
import { select } from './mocks/selection';
import { toResponse } from './mocks/to-response';
import { createAnswerInWorld } from './world/answer';
import { knownOperations } from './world/known';

interface Worlds {
  database: Database;
  clock: Clock;
}

/** Without worlds, Prism answers every planned operation. */
export function createMocks(document: ContractDocument, worlds: Worlds | undefined): Mocks {
  const mock = createMock(document);
  const model = createRecordModel(document);
  const known = worlds ? knownOperations(document, model) : new Map<string, never>();
  const answerInWorld = worlds && createAnswerInWorld({ ...worlds, document, model, known });

  const intercept: Mocks['intercept'] = async (request, operation, authenticated, handle) => {
    const preference = parsePrefer(request.headers['prefer']);
    const { code, example, dynamic, delay } = preference;
    const isRehearsal = code !== undefined || example !== undefined || dynamic === true;
    const selection = isRehearsal || !handle ? select(operation, request, preference) : undefined;
    const applied = appliedText({ ...preference, dynamic: selection?.dynamic === true });
    if (applied !== undefined)
      authenticated.headers = { ...authenticated.headers, 'Preference-Applied': applied };
    // A waiting request does not keep the process of a closed sandbox alive.
    if (delay !== undefined) await wait(delay, undefined, { ref: false });
    if (!selection) return handle!();

    authenticated.answeredBy = 'mock';
    const answer = await mock(operation, selection);
    if (isRehearsal || !answerInWorld) return toResponse(answer, selection);
    authenticated.answeredBy = 'world';
    const response = await answerInWorld(operation, request, authenticated, answer.body, (outcome) =>
      toResponse(answer, selection, outcome),
    );
    if (response) return response;
    authenticated.answeredBy = 'mock';
    return toResponse(answer, selection);
  };

  return {
    intercept,
    sourceOf({ operationId }) {
      const found = known.get(operationId);
      return found ? (found.behavior ? 'behavior' : 'convention') : 'prism';
    },
  };
}
