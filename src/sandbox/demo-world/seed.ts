// Fills a database with the demo organization, its inventory and its key.
import type { Importer } from '../../import/importer';
import { withChecksum } from '../../keys/format';
import { LONGEST_LIFE } from '../../keys/rules';
import type { KeyStore } from '../../keys/store';
import type { OrganizationStore } from '../../organizations/store';
import { demoOrganization, demoWorld } from './demo-world';

/** The same in every sandbox, so that examples can be copied; a real server refuses it. */
export const DEMO_KEY = withChecksum('cik_test_CedarValleyPowerAndLightDemo01');

export async function seedDemoWorld(organizations: OrganizationStore, importer: Importer, keys: KeyStore): Promise<void> {
  const { slug, name, id } = demoOrganization;
  const present = await organizations.find(slug);
  if (present && present.id !== id) throw new Error(`It holds an organization ${slug} that is not the demo world's.`);
  if (present) return;
  const organization = (await organizations.create(slug, name, id))!;
  await importer.run(organization, demoWorld, { keepTimestamps: true });
  const key = { label: 'Sandbox', createdBy: 'sandbox', expiresAt: new Date(Date.now() + LONGEST_LIFE), environment: 'test' as const, secret: DEMO_KEY };
  await keys.create(organization.id, key);
}
