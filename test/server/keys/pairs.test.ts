// The order in which lists show keys and their replacements.
import { inPairs, type KeyListing } from '../../../src/server/keys/key-rules';

const key = (id: string, replaces: string | null = null, fields: Partial<KeyListing> = {}): KeyListing => ({
  id,
  label: 'CMDB sync',
  prefix: 'cik_live_0000',
  last_four: '0000',
  access: 'read_write',
  created_by: 'test',
  created_at: `2026-01-0${id}T00:00:00.000Z`,
  expires_at: '2099-01-01T00:00:00.000Z',
  revoked_at: null,
  last_used_at: null,
  replaces,
  ...fields,
});
const shown = (...keys: KeyListing[]) =>
  inPairs(keys).map(({ id, replacement }) => (replacement ? `${id}→${replacement.id}` : id));

it.each<[string, KeyListing[], string[]]>([
  ['keeps keys without a replacement in order', [key('1'), key('2')], ['1', '2']],
  ['puts an old key below its replacement', [key('1'), key('2'), key('3', '1')], ['2', '3', '1→3']],
  ['follows several rotations', [key('1'), key('2', '1'), key('3', '2')], ['3', '2→3', '1→2']],
  ['chooses the newer of two replacements', [key('1'), key('2', '1'), key('3', '1')], ['2', '3', '1→3']],
  [
    'does not pair a key with a revoked replacement',
    [key('1'), key('2', '1', { revoked_at: '2026-01-03T00:00:00.000Z' })],
    ['1', '2'],
  ],
])('%s', (_title, keys, expected) => expect(shown(...keys)).toEqual(expected));
