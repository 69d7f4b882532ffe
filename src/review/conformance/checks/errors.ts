// Checks the errors of invalid requests on every active operation. None of the requests can change a record.
import type { Operation } from '../../../contract/document';
import { matchesPath } from '../../../contract/router';
import { INVALID_REQUESTS } from '../../probe/invalid-requests';
import { missingPath, toOutgoing } from '../../probe/requests';
import type { OwnAssets } from '../own-assets';
import { listed } from '../response-check';
import type { Session } from '../session';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

export async function checkErrors(session: Session, own: OwnAssets): Promise<void> {
  await session.eachOperation(session.active, async (operation) => {
    const values = own.harmless(operation);
    for (const { label, status, code, field, applies, change } of INVALID_REQUESTS) {
      if (!applies(operation)) continue;
      const outgoing = change(toOutgoing(operation, values), operation);
      await own.expect('errors', operation, outgoing, {
        label,
        status,
        ...(code ? { code } : {}),
        fields: field === undefined ? undefined : [field],
      });
    }
  });
  await session.expect(
    'errors',
    undefined,
    { method: 'GET', path: '/conformance-no-such-path' },
    { label: 'an unknown path', status: 404, code: 'not_found' },
  );
  await checkMethods(session);
}

/** Checks 405 and `Allow` for a method that the path does not have. */
async function checkMethods(session: Session): Promise<void> {
  const paths = [...new Set(session.operations.map(({ path }) => path))];
  await session.each(paths, async (path) => {
    const operations = session.operations.filter((operation) => operation.path === path);
    const unused = METHODS.find((method) => !operations.some((operation) => operation.method === method))!;
    const outgoing = { ...toOutgoing(operations[0]!, { path: missingPath(operations[0]!) }), method: unused };
    // A literal path such as /tasks/bulk may also match a template path with other methods.
    const isOther = session.operations.some(
      (other) => other.method === unused && matchesPath(other.path, outgoing.path),
    );
    if (isOther) return;
    const reply = await session.expect('errors', undefined, outgoing, {
      label: 'a method that the path does not have',
      status: 405,
      code: 'method_not_allowed',
    });
    if (reply?.status !== 405) return;
    const allowed = reply.headers.get('allow')?.split(/, */) ?? [];
    const missing = operations.map(({ method }) => method).filter((method) => !allowed.includes(method));
    if (missing.length > 0)
      session.report('headers', undefined, 'Allow lacks a method of the path', outgoing, reply, {
        detail: `${path}: ${missing.join(', ')}`,
      });
    await checkOptions(session, operations[0]!, outgoing.path);
  });
}

/** Checks that OPTIONS lists the methods of a path. */
async function checkOptions(session: Session, operation: Operation, path: string): Promise<void> {
  const outgoing = { method: 'OPTIONS', path };
  const expected = { label: 'OPTIONS', status: 204 };
  const reply = await session.expect('errors', undefined, outgoing, expected);
  const allowed = listed(reply?.headers.get('allow') ?? null);
  if (reply?.status === 204 && !allowed.includes(operation.method.toLowerCase()))
    session.report('headers', undefined, 'Allow of OPTIONS lacks a method of the path', outgoing, reply);
}
