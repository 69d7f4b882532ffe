// GET /cyber-systems/{id}
import { keepsGetPromises } from './read-promises';
import { type TestServer, startTestServer } from '../support/server';

let test: TestServer;
beforeAll(async () => void (test = await startTestServer()));
afterAll(() => test.close());

describe('getCyberSystem', () => {
  it('returns 200 with the facility of a system at a facility, and without control_center_id', async () => {
    const { body } = await test.client('GET', '/cyber-systems/cs_cedar_relays');
    expect(body).toEqual({
      id: 'cs_cedar_relays',
      name: 'cedar Protection',
      impact_rating: 'medium',
      facility_id: 'fac_cedar_millbrook',
      organization_slug: 'cedar-power',
    });
    expect(Object.keys(body)).not.toContain('control_center_id');
  });

  it('returns 200 with the control center of a system at a control center, and without facility_id', async () => {
    const { body } = await test.client('GET', '/cyber-systems/cs_cedar_ems');
    expect(body).toEqual({
      id: 'cs_cedar_ems',
      name: 'cedar EMS/SCADA',
      impact_rating: 'high',
      control_center_id: 'cc_cedar_primary',
      organization_slug: 'cedar-power',
    });
    expect(Object.keys(body)).not.toContain('facility_id');
  });

  keepsGetPromises(() => test, '/cyber-systems', 'cs_cedar_ems', 'ca_cedar_rtu');
});
