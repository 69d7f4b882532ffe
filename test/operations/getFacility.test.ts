// GET /facilities/{id}
import { keepsGetPromises } from './read-promises';
import { type TestServer, startTestServer } from '../support/server';

let test: TestServer;
beforeAll(async () => void (test = await startTestServer()));
afterAll(() => test.close());

describe('getFacility', () => {
  it('returns 200 with every field of the facility, and no others', async () => {
    const { status, body } = await test.client('GET', '/facilities/fac_cedar_sun');
    expect(status).toBe(200);
    expect(body).toEqual({
      id: 'fac_cedar_sun',
      name: 'cedar Prairie Sun Solar Plant',
      organization_slug: 'cedar-power',
    });
  });

  it('returns 200 for an id whose characters are percent-encoded', async () => {
    expect((await test.client('GET', '/facilities/fac%5Fcedar%5fsun')).body.id).toBe('fac_cedar_sun');
  });

  keepsGetPromises(() => test, '/facilities', 'fac_cedar_sun', 'cc_cedar_primary');
});
