// POST /cyber-assets: valid names, and names that are already taken. test/bad-input/bodies.test.ts tests
// invalid names.
import { newAsset } from '../support/assets';
import { GOOD_NAMES, TWINS } from '../bad-input/bad-fields';
import { type TestServer, startTestServer } from '../support/server';

let test: TestServer;
beforeAll(async () => void (test = await startTestServer()));
afterAll(() => test.close());

const create = (name: string, options: { key?: string; cyber_system_id?: string } = {}) => {
  const { key, ...fields } = options;
  return test.client('POST', '/cyber-assets', {
    body: newAsset({ name, ...fields }),
    ...(key === undefined ? {} : { key }),
  });
};

describe('createCyberAsset', () => {
  it.each(GOOD_NAMES)('returns 201 for a name %s, kept as it was given', async (_what, name) => {
    const created = await create(name);
    expect([created.status, created.body.name]).toEqual([201, name]);
    const read = await test.client('GET', `/cyber-assets/${created.body.id}`);
    expect([read.text, read.headers.get('etag')]).toEqual([created.text, created.headers.get('etag')]); // who has made it holds it
    expect(
      (await test.client('GET', '/cyber-assets')).body.map((asset: { name: string }) => asset.name),
    ).toContain(name);
  });

  it.each(TWINS)(
    'returns 409 for a taken name, twins by %s, whichever came first',
    async (_what, name, twin) => {
      const first = await create(name);
      const second = await create(twin);
      expect([first.status, second.status, second.body.error]).toEqual([201, 409, 'conflict']);
      expect((await test.client('DELETE', `/cyber-assets/${first.body.id}`)).status).toBe(204);
      expect([(await create(twin)).status, (await create(name)).status]).toEqual([201, 409]);
    },
  );

  it.each([
    ['the Turkish dotless ı is not i', 'kısa', 'kisa'],
    ['an accent is not its absence', 'Poste Élan', 'Poste Elan'],
    ['full-width letters are not narrow ones', 'ＲＴＵ', 'RTU'],
    ['Cyrillic А is not Latin A', 'РТУ-А', 'РТУ-A'],
    ['one space is not two', 'bay 4', 'bay  4'],
  ])('returns 201 for both, as %s', async (_what, name, almost) => {
    expect([(await create(name)).status, (await create(almost)).status]).toEqual([201, 201]);
  });

  it('returns 201 for a name that another organization has', async () => {
    const theirs = { key: test.other.key, cyber_system_id: 'cs_other_ems' };
    expect([(await create('shared name')).status, (await create('shared name', theirs)).status]).toEqual([
      201, 201,
    ]);
    expect((await create('other-RTU01')).status).toBe(201);
  });

  it('returns 409 and leaves the first asset unchanged', async () => {
    const before = (await test.client('GET', '/cyber-assets/ca_cedar_rtu')).text;
    expect((await create('CEDAR-rtu01', { cyber_system_id: 'cs_cedar_ems' })).status).toBe(409);
    expect((await test.client('GET', '/cyber-assets/ca_cedar_rtu')).text).toBe(before);
  });
});
