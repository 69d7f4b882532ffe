// Invalid API keys. Each differs from a valid key in one respect.
import { withChecksum } from '../../src/server/keys/format';
import type { TestServer } from '../support/server';

const flip = (character: string): string => (character === 'a' ? 'b' : 'a');
const create = ({ inventory, cedar }: TestServer, environment: 'live' | 'test', expiresAt: Date) =>
  inventory.keys.create(cedar.organization.id, { label: 'bad', createdBy: 'test', expiresAt, environment });

/** The key is undefined when the request has no key. */
export const BAD_KEYS: [
  what: string,
  key: (test: TestServer) => string | undefined | Promise<string | undefined>,
][] = [
  ['no key', () => undefined],
  ['an empty key', () => ''],
  ['a malformed key', () => 'let me in'],
  ['a key with a wrong checksum', ({ cedar: { key } }) => key.slice(0, -1) + flip(key.at(-1)!)],
  ['a mistyped key', ({ cedar: { key } }) => key.slice(0, 12) + flip(key[12]!) + key.slice(13)],
  [
    'an unknown key with a valid checksum',
    ({ cedar: { key } }) => withChecksum(key.slice(0, 12) + flip(key[12]!) + key.slice(13, -6)),
  ],
  ['a key in upper case', ({ cedar: { key } }) => key.toUpperCase()],
  ['a key followed by one character', ({ cedar: { key } }) => `${key}x`],
  ['a key in quotes', ({ cedar: { key } }) => `"${key}"`],
  ['a key after Bearer', ({ cedar: { key } }) => `Bearer ${key}`],
  ['two keys in one header', ({ cedar: { key }, other }) => `${key}, ${other.key}`],
  ['the prefix of a key', ({ cedar: { key } }) => key.slice(0, 13)],
  [
    'the digest in place of the key',
    async ({ inventory }) =>
      (await inventory.database.knex<{ digest: string }>('api_keys').first('digest'))?.digest,
  ],
  ['a key of 10 KB', () => `cik_live_${'x'.repeat(10_240)}`],
  ['an SQL injection', () => `' OR '1'='1`],
  ['an expired key', (test) => create(test, 'live', new Date(Date.now() - 1))],
  ['a test key', (test) => create(test, 'test', new Date(Date.now() + 60_000))],
  [
    'a revoked key',
    async (test) => {
      const key = await create(test, 'live', new Date(Date.now() + 60_000));
      const { id } = (await test.inventory.keys.list(test.cedar.organization.id)).at(-1)!;
      await test.inventory.keys.revoke(id);
      return key;
    },
  ],
];
