// GET /facilities
import { keepsListPromises } from './read-promises';
import { type TestServer, startTestServer } from '../support/server';

let test: TestServer;
beforeAll(async () => void (test = await startTestServer()));
afterAll(() => test.close());

describe('getFacilities', () => {
  it('returns 200 with every field of every facility, and no others', async () => {
    const { body } = await test.client('GET', '/facilities');
    expect(body).toEqual([
      {
        id: 'fac_cedar_millbrook',
        name: 'cedar Millbrook 345 kV Substation',
        organization_slug: 'cedar-power',
      },
      { id: 'fac_cedar_sun', name: 'cedar Prairie Sun Solar Plant', organization_slug: 'cedar-power' },
    ]);
  });

  keepsListPromises(() => test, '/facilities', ['fac_cedar_millbrook', 'fac_cedar_sun']);

  it('returns 200 with an empty array for an organization without any', async () => {
    const organization = (await test.inventory.organizations.create('empty-power', 'empty power'))!;
    const expiresAt = new Date(Date.now() + 60_000);
    const key = await test.inventory.keys.create(organization.id, {
      label: 'test',
      createdBy: 'test',
      expiresAt,
      environment: 'live',
    });
    const reply = await test.client('GET', '/facilities', { key });
    expect([reply.status, reply.text]).toEqual([200, '[]']);
    expect(
      (
        await test.client('GET', '/facilities', {
          key,
          headers: { 'If-None-Match': reply.headers.get('etag')! },
        })
      ).status,
    ).toBe(304);
  });
});
