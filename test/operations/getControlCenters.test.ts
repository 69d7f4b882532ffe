// GET /control-centers
import { keepsListPromises } from './read-promises';
import { type TestServer, startTestServer } from '../support/server';

let test: TestServer;
beforeAll(async () => void (test = await startTestServer()));
afterAll(() => test.close());

describe('getControlCenters', () => {
  it('returns 200 with every field of every control center, and no others', async () => {
    const { body } = await test.client('GET', '/control-centers');
    expect(body).toEqual([
      { id: 'cc_cedar_primary', name: 'cedar Primary Control Center', organization_slug: 'cedar-power' },
    ]);
  });

  keepsListPromises(() => test, '/control-centers', ['cc_cedar_primary']);
});
