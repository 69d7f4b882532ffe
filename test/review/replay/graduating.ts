// Starts two sandboxes: one in which `createTask` and its reads are planned, and one that has their handlers.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSandbox, startSandbox } from '../../../src/app/sandbox';
import { type ContractDocument, contractDocument } from '../../../src/contract/document';
import { createLogger } from '../../../src/base/logger';
import { type Access, record } from '../../../src/review/replay/candidate';
import type { Recording } from '../../../src/review/probe/har';
import type { Outgoing } from '../../../src/review/probe/send';
import { createDice } from '../../sandbox/world/model/dice';
import { withReleased } from '../released';
import { planted } from './task-handlers';

/** Returns the contract in which the tested operations on tasks are released. */
export const releasedContract = (): ContractDocument =>
  withReleased(contractDocument, ['getTasks', 'createTask', 'getTask']);

export interface Served {
  access: Access;
  close(): Promise<void>;
}

/**
 * Serves a sandbox, with handlers of tasks when the document has released them. It does not validate its own
 * responses, which would turn its faults into 500s.
 */
export async function serve(document?: ContractDocument): Promise<Served> {
  const folder = mkdtempSync(join(tmpdir(), 'compliance-inventory-graduation-'));
  const opened = await openSandbox(`sqlite:${join(folder, 'inventory.sqlite')}`);
  planted.isReleased = document !== undefined;
  const server = await startSandbox(opened, {
    config: { port: 0, host: '127.0.0.1', rateLimit: 0, validateResponses: false, corsOrigins: [] },
    logger: createLogger('silent'),
    ...(document ? { document } : {}),
  });
  return {
    access: { url: server.url, key: undefined, token: undefined },
    async close() {
      await server.close();
      await opened.inventory.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const CALLS = 6;
/** Every second world has the real clock. */
const CLOCKS = [null, '2026-04-01T08:00:00.000Z'];

/** Records random calls on tasks in an empty world. Equal seeds send the same calls. */
export const recordWalk = (access: Access, seed: number): Promise<Recording> =>
  record(access, `walk ${seed}`, { from: 'empty', now: CLOCKS[seed % 2]! }, async ({ send }) => {
    const dice = createDice(seed);
    const headers = { 'Content-Type': 'application/json' };
    const paths = ['/tasks/none'];
    for (let call = 0; call < CALLS; call++) {
      const dueDate = dice.pick(['2026-03-01', '2031-01-01', 'soon']);
      const body = { title: `Task ${call}`, ...(dice.chance(60) ? { dueDate } : {}) };
      const path = dice.pick(paths);
      const change = { ...body, status: dice.pick(['open', 'in_progress', 'complete', 'overdue']) };
      const { status, body: made } = await send(
        dice.pick<Outgoing>([
          { method: 'POST', path: '/tasks', headers, body: JSON.stringify(body) },
          { method: 'POST', path: '/tasks', headers, body: JSON.stringify(body) },
          { method: 'GET', path },
          { method: 'GET', path: dice.pick(['/tasks', '/tasks?status=open', '/tasks?dueTo=2027-01-01']) },
          { method: 'PUT', path, headers, body: JSON.stringify(change) },
          { method: 'DELETE', path },
        ]),
      );
      if (status === 201) paths.push(`/tasks/${(made as { id: string }).id}`);
    }
  });
