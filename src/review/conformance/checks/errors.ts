// Checks the errors of invalid requests on every active operation. None of the requests can change a record.
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
      const fields = field === undefined ? undefined : [field];
      await own.expect('errors', operation, outgoing, { label, status, code, fields });
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

/** Checks that OPTIONS, and 405 for a method that the path does not have, list the methods of each path. */
async function checkMethods(session: Session): Promise<void> {
  const paths = [...new Set(session.operations.map(({ path }) => path))];
  await session.each(paths, async (path) => {
    const operations = session.operations.filter((operation) => operation.path === path);
    const target = toOutgoing(operations[0]!, { path: missingPath(operations[0]!) });
    const unused = METHODS.find((method) => !operations.some((operation) => operation.method === method))!;
    // A literal path such as /tasks/bulk may also match a template path with other methods.
    const isOther = session.operations.some(
      (other) => other.method === unused && matchesPath(other.path, target.path),
    );
    const refused = {
      label: 'a method that the path does not have',
      status: 405,
      code: 'method_not_allowed',
    } as const;
    const replies = [
      await session.expect(
        'errors',
        undefined,
        { method: 'OPTIONS', path: target.path },
        { label: 'OPTIONS', status: 204 },
      ),
      ...(isOther ? [] : [await session.expect('errors', undefined, { ...target, method: unused }, refused)]),
    ];
    for (const reply of replies) {
      if (reply?.status !== 204 && reply?.status !== 405) continue;
      const allowed = listed(reply.headers.get('allow'));
      const missing = operations.filter(({ method }) => !allowed.includes(method.toLowerCase()));
      const fault = `Allow${reply.status === 204 ? ' of OPTIONS' : ''} lacks a method of the path`;
      const detail = `${path}: ${missing.map(({ method }) => method).join(', ')}`;
      if (missing.length > 0) session.report('headers', undefined, fault, reply, { detail });
    }
  });
}
