// Fills a database with the demo organization, its inventory and its key.
import type { Importer } from '../../import/importer';
import { withChecksum } from '../../keys/format';
import type { KeyStore } from '../../keys/store';
import type { OrganizationStore } from '../../organizations/store';
import { demoOrganization, demoWorld } from './demo-world';

/** The same in every sandbox, so that examples can be copied; a real server refuses it. */
export const DEMO_KEY = withChecksum('cik_test_CedarValleyPowerAndLightDemo01');

const YEAR = 365 * 86_400_000;

export async function seedDemoWorld(organizations: OrganizationStore, importer: Importer, keys: KeyStore): Promise<void> {
  const { slug, name, id } = demoOrganization;
  const organization = await organizations.create(slug, name, id);
  if (!organization) return; // a kept database has it already
  await importer.run(organization, demoWorld, { keepTimestamps: true });
  const key = { label: 'Sandbox', createdBy: 'sandbox', expiresAt: new Date(Date.now() + YEAR), environment: 'test' as const };
  await keys.create(organization.id, key, DEMO_KEY);
}
