// Without a valid key nothing is told: on every operation, and on paths that do not exist.
import { withChecksum } from '../../keys/format';
import { soundValues, toOutgoing } from '../requests';
import { eachOf } from '../each-of';
import type { Session } from '../session';

/** Well-formed, and nobody's. */
const UNKNOWN = withChecksum(`cik_live_${'0'.repeat(30)}`);

const mistyped = (key: string): string => key.slice(0, -1) + (key.endsWith('0') ? '1' : '0');

export async function checkKeys(session: Session): Promise<void> {
  const { key } = session.options;
  await eachOf(session.operations, async (operation) => {
    const { path, query = {} } = soundValues(operation);
    const tries: [what: string, key: string | null][] = [['no key', null]];
    // The same code looks at the key of a planned operation, so that one try is enough there.
    if (operation.availability === 'available')
      tries.push(
        ['an empty key', ''],
        ['a key that nobody has', UNKNOWN],
        ['a mistyped key', mistyped(key)],
        ['the key twice', `${key}, ${key}`],
      );
    for (const [what, tried] of tries) {
      await session.expect(
        'keys',
        operation,
        { ...toOutgoing(operation, { path, query }), key: tried },
        { what, status: 401, code: 'unauthorized' },
      );
    }
    const bearer = {
      ...toOutgoing(operation, { path, query }),
      headers: { Authorization: `Bearer ${UNKNOWN}` },
      key: null,
    };
    if (operation.availability === 'available')
      await session.expect('keys', operation, bearer, {
        what: 'a bearer token',
        status: 401,
        code: 'unauthorized',
      });
  });
  const nowhere = { method: 'GET', path: '/conformance-no-such-path', key: null };
  await session.expect('keys', undefined, nowhere, {
    what: 'no key on a path that does not exist',
    status: 401,
    code: 'unauthorized',
  });
}
