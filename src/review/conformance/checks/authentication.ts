// Checks that every operation and every unknown path returns 401 without a valid key.
import { withChecksum } from '../../../server/keys/format';
import { validValues, toOutgoing } from '../../probe/requests';
import type { Outgoing } from '../../probe/send';
import type { Session } from '../session';

type Invalid = [label: string, change: Pick<Outgoing, 'key' | 'headers'>];

/** A well-formed key that no organization has. */
const UNKNOWN_KEY = withChecksum(`cik_live_${'0'.repeat(30)}`);

const mistyped = (key: string): string => key.slice(0, -1) + (key.endsWith('0') ? '1' : '0');

export async function checkAuthentication(session: Session): Promise<void> {
  const { key } = session.options;
  const withoutKey: Invalid = ['no key', { key: null }];
  const others: Invalid[] = [
    ['an empty key', { key: '' }],
    ['an unknown key', { key: UNKNOWN_KEY }],
    ['a mistyped key', { key: mistyped(key) }],
    ['the key twice', { key: `${key}, ${key}` }],
    ['a bearer token', { key: null, headers: { Authorization: `Bearer ${UNKNOWN_KEY}` } }],
  ];
  const unauthorized = { status: 401, code: 'unauthorized' } as const;
  await session.eachOperation(session.operations, async (operation) => {
    const { path = {}, query = {} } = validValues(operation);
    // The same code checks the key of planned operations: one case is enough there.
    const cases = operation.availability === 'available' ? [withoutKey, ...others] : [withoutKey];
    for (const [label, change] of cases) {
      const changed = { ...toOutgoing(operation, { path, query }), ...change };
      await session.expect('authentication', operation, changed, { label, ...unauthorized });
    }
  });
  const unknownPath = { method: 'GET', path: '/conformance-no-such-path', key: null };
  const label = 'no key on an unknown path';
  await session.expect('authentication', undefined, unknownPath, { label, ...unauthorized });
}
