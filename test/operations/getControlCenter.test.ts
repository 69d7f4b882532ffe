// GET /control-centers/{id}
import { keepsGetPromises } from './read-promises';
import { type TestServer, startTestServer } from '../support/server';

let test: TestServer;
beforeAll(async () => void (test = await startTestServer()));
afterAll(() => test.close());

describe('getControlCenter', () => {
  it('returns 200 with every field of the control center, and no others', async () => {
    const { status, body } = await test.client('GET', '/control-centers/cc_cedar_primary');
    expect(status).toBe(200);
    expect(body).toEqual({
      id: 'cc_cedar_primary',
      name: 'cedar Primary Control Center',
      organization_slug: 'cedar-power',
    });
  });

  keepsGetPromises(() => test, '/control-centers', 'cc_cedar_primary', 'fac_cedar_sun');
});
