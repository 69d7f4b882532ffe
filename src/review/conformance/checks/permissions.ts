// Checks the permissions of further users of a sandbox: each operation returns 403 exactly to users without its permission.
import { quoted } from '../../../base/report/report';
import type { Operation } from '../../../contract/document';
import { parametersIn, toOutgoing } from '../../probe/requests';
import type { Outgoing } from '../../probe/send';
import { asObject } from '../../model/json';
import type { OwnAssets } from '../own-assets';
import type { Session } from '../session';

/** Asks the sandbox which permissions a user has. */
const CHECK_ACCESS = 'checkAccess';
const FORBIDDEN = 403;

export async function checkPermissions(session: Session, own: OwnAssets): Promise<void> {
  const ask = session.operation(CHECK_ACCESS);
  if (!ask) return;
  const operations = session.active.filter(
    ({ permission }) => permission !== undefined && permission !== 'none',
  );
  for (const key of session.options.userKeys ?? []) {
    const allowed = new Map<string, boolean>();
    await session.each([...new Set(operations.map(({ permission }) => permission!))], async (permission) => {
      const outgoing = { ...toOutgoing(ask, { query: { permission } }), key };
      const reply = await session.expect('permissions', ask, outgoing, { label: permission, status: 200 });
      const answer = asObject(reply?.body)['allowed'];
      if (typeof answer === 'boolean') allowed.set(permission, answer);
    });
    await session.each(operations, async (operation) => {
      const isAllowed = allowed.get(operation.permission!);
      const outgoing = { ...toOutgoing(operation, own.harmless(operation)), key };
      if (isAllowed !== undefined) await checkOperation(session, operation, outgoing, isAllowed);
    });
  }
}

async function checkOperation(
  session: Session,
  operation: Operation,
  outgoing: Outgoing,
  isAllowed: boolean,
): Promise<void> {
  const hasId = parametersIn(operation, 'path').length > 0;
  // An allowed request must change nothing: it reads, or names a missing record.
  if (isAllowed && operation.method !== 'GET' && !hasId) return;
  const label = `a user ${isAllowed ? 'with' : 'without'} the permission ${quoted(operation.permission)}`;
  if (!isAllowed) {
    // The sandbox may hide that a record is missing.
    const status = hasId ? [FORBIDDEN, 404] : FORBIDDEN;
    return void (await session.expect('permissions', operation, outgoing, { label, status }));
  }
  session.ledger.count('permissions');
  const reply = await session.send(operation, outgoing);
  if (reply?.status === FORBIDDEN)
    session.report('permissions', operation, 'rejected with 403', reply, { label });
}
