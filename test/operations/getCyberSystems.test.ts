// GET /cyber-systems
import { keepsListPromises } from './read-promises';
import { type TestServer, startTestServer } from '../support/server';

let test: TestServer;
beforeAll(async () => void (test = await startTestServer()));
afterAll(() => test.close());

describe('getCyberSystems', () => {
  it('returns 200 with every field of every system: its facility or its control center, the other one absent', async () => {
    const { body } = await test.client('GET', '/cyber-systems');
    const organization_slug = 'cedar-power';
    expect(body).toEqual([
      {
        id: 'cs_cedar_ems',
        name: 'cedar EMS/SCADA',
        impact_rating: 'high',
        control_center_id: 'cc_cedar_primary',
        organization_slug,
      },
      {
        id: 'cs_cedar_relays',
        name: 'cedar Protection',
        impact_rating: 'medium',
        facility_id: 'fac_cedar_millbrook',
        organization_slug,
      },
      {
        id: 'cs_cedar_solar',
        name: 'cedar Plant Controls',
        impact_rating: 'low',
        facility_id: 'fac_cedar_sun',
        organization_slug,
      },
    ]);
  });

  it('returns 200 with places that can be got', async () => {
    const { body } = await test.client('GET', '/cyber-systems');
    for (const { facility_id, control_center_id } of body) {
      const place =
        facility_id === undefined ? `/control-centers/${control_center_id}` : `/facilities/${facility_id}`;
      expect((await test.client('GET', place)).status).toBe(200);
    }
  });

  keepsListPromises(() => test, '/cyber-systems', ['cs_cedar_ems', 'cs_cedar_relays', 'cs_cedar_solar']);
});
