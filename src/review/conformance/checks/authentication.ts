// Checks that every operation and every unknown path returns 401 without a valid key.
import { withChecksum } from '../../../server/keys/format';
import { validValues, toOutgoing } from '../../probe/requests';
import type { Session } from '../session';

/** A well-formed key that no organization has. */
const UNKNOWN_KEY = withChecksum(`cik_live_${'0'.repeat(30)}`);

const mistyped = (key: string): string => key.slice(0, -1) + (key.endsWith('0') ? '1' : '0');

export async function checkAuthentication(session: Session): Promise<void> {
  const { key } = session.options;
  await session.each(session.operations, async (operation) => {
    const { path, query = {} } = validValues(operation);
    const cases: [label: string, key: string | null][] = [['no key', null]];
    // The same code checks the key of planned operations: one case is enough there.
    if (operation.availability === 'available')
      cases.push(
        ['an empty key', ''],
        ['an unknown key', UNKNOWN_KEY],
        ['a mistyped key', mistyped(key)],
        ['the key twice', `${key}, ${key}`],
      );
    for (const [label, used] of cases) {
      await session.expect(
        'authentication',
        operation,
        { ...toOutgoing(operation, { path, query }), key: used },
        { label, status: 401, code: 'unauthorized' },
      );
    }
    const bearer = {
      ...toOutgoing(operation, { path, query }),
      headers: { Authorization: `Bearer ${UNKNOWN_KEY}` },
      key: null,
    };
    if (operation.availability === 'available')
      await session.expect('authentication', operation, bearer, {
        label: 'a bearer token',
        status: 401,
        code: 'unauthorized',
      });
  });
  const unknownPath = { method: 'GET', path: '/conformance-no-such-path', key: null };
  await session.expect('authentication', undefined, unknownPath, {
    label: 'no key on an unknown path',
    status: 401,
    code: 'unauthorized',
  });
}
