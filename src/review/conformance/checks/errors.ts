// Checks 401 without a valid key, and the errors of invalid requests. None of the requests can change a record.
import { matchesPath } from '../../../contract/router';
import { withChecksum } from '../../../server/keys/format';
import { INVALID_REQUESTS } from '../../probe/invalid-requests';
import { missingPath, toOutgoing, validValues } from '../../probe/requests';
import type { Outgoing } from '../../probe/send';
import type { OwnAssets } from '../own-assets';
import { listed } from '../response-check';
import type { Session } from '../session';

const UNAUTHORIZED = { status: 401, code: 'unauthorized' } as const;
const UNKNOWN_PATH = { method: 'GET', path: '/conformance-no-such-path' };

/** A well-formed key that no organization has. */
const UNKNOWN_KEY = withChecksum(`cik_live_${'0'.repeat(30)}`);

const mistyped = (key: string): string => key.slice(0, -1) + (key.endsWith('0') ? '1' : '0');

/** Checks that every operation and every unknown path returns 401 without a valid key. */
export async function checkAuthentication(session: Session): Promise<void> {
  const { key } = session.options;
  const invalid: [label: string, change: Pick<Outgoing, 'key' | 'headers'>][] = [
    ['no key', { key: null }],
    ['an empty key', { key: '' }],
    ['an unknown key', { key: UNKNOWN_KEY }],
    ['a mistyped key', { key: mistyped(key) }],
    ['the key twice', { key: `${key}, ${key}` }],
    ['a bearer token', { key: null, headers: { Authorization: `Bearer ${UNKNOWN_KEY}` } }],
  ];
  await session.eachOperation(session.operations, async (operation) => {
    const { path = {}, query = {} } = validValues(operation);
    // The same code checks the key of planned operations: one case is enough there.
    for (const [label, change] of operation.availability === 'available' ? invalid : invalid.slice(0, 1)) {
      const changed = { ...toOutgoing(operation, { path, query }), ...change };
      await session.expect('authentication', operation, changed, { label, ...UNAUTHORIZED });
    }
  });
  const label = 'no key on an unknown path';
  const request = { ...UNKNOWN_PATH, key: null };
  await session.expect('authentication', undefined, request, { label, ...UNAUTHORIZED });
}

export async function checkErrors(session: Session, own: OwnAssets): Promise<void> {
  await session.eachOperation(session.active, async (operation) => {
    const values = own.harmless(operation);
    for (const { label, status, code, field, applies, change } of INVALID_REQUESTS) {
      if (!applies(operation)) continue;
      const outgoing = change(toOutgoing(operation, values), operation);
      const fields = field === undefined ? undefined : [field];
      const reply = await session.expect('errors', operation, outgoing, { label, status, code, fields });
      if (operation === own.create) own.remember(reply);
    }
  });
  const notFound = { label: 'an unknown path', status: 404, code: 'not_found' } as const;
  await session.expect('errors', undefined, UNKNOWN_PATH, notFound);
  await session.each([...new Set(session.operations.map(({ path }) => path))], (path) =>
    checkMethods(session, path),
  );
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const OPTIONS = { label: 'OPTIONS', status: 204 };
const NOT_ALLOWED = {
  label: 'a method that the path does not have',
  status: 405,
  code: 'method_not_allowed',
} as const;

/** Checks that OPTIONS, and 405 for a method that the path does not have, list the methods of the path. */
async function checkMethods(session: Session, path: string): Promise<void> {
  const operations = session.operations.filter((operation) => operation.path === path);
  const target = toOutgoing(operations[0]!, { path: missingPath(operations[0]!) });
  const unused = METHODS.find((method) => !operations.some((operation) => operation.method === method))!;
  // A literal path such as /tasks/bulk may also match a template path with other methods.
  const isOther = session.operations.some(
    (other) => other.method === unused && matchesPath(other.path, target.path),
  );
  const options = { method: 'OPTIONS', path: target.path };
  const replies = [await session.expect('errors', undefined, options, OPTIONS)];
  if (!isOther)
    replies.push(await session.expect('errors', undefined, { ...target, method: unused }, NOT_ALLOWED));
  for (const reply of replies) {
    if (reply?.status !== 204 && reply?.status !== 405) continue;
    const allowed = listed(reply.headers.get('allow'));
    const missing = operations.filter(({ method }) => !allowed.includes(method.toLowerCase()));
    const fault = `Allow${reply.status === 204 ? ' of OPTIONS' : ''} lacks a method of the path`;
    const detail = `${path}: ${missing.map(({ method }) => method).join(', ')}`;
    if (missing.length > 0) session.report('headers', undefined, fault, reply, { detail });
  }
}
