// Fills a database with the demo organization, its inventory and its key.
import type { Importer } from '../../import/importer';
import { digestOfKey, withChecksum } from '../../keys/format';
import { LONGEST_LIFE } from '../../keys/rules';
import type { KeyStore } from '../../keys/store';
import type { OrganizationStore } from '../../organizations/store';
import { demoOrganization, demoWorld } from './demo-world';

/** The same in every sandbox, so that examples can be copied; a real server refuses it. */
export const DEMO_KEY = withChecksum('cik_test_CedarValleyPowerAndLightDemo01');

const endFromNow = (): Date => new Date(Date.now() + LONGEST_LIFE);

/** A kept world may be older than its key may live. */
async function extendKey(keys: KeyStore): Promise<void> {
  const key = await keys.findByDigest(digestOfKey(DEMO_KEY));
  if (key && Date.parse(key.expiresAt) < Date.now() + LONGEST_LIFE / 2)
    await keys.extend(key.organizationId, key.id, endFromNow());
}

export async function seedDemoWorld(
  organizations: OrganizationStore,
  importer: Importer,
  keys: KeyStore,
): Promise<void> {
  const { slug, name, id } = demoOrganization;
  const present = await organizations.find(slug);
  if (present && present.id !== id)
    throw new Error(`It holds an organization ${slug} that is not the demo world's.`);
  if (present) return extendKey(keys);
  const organization = (await organizations.create(slug, name, id))!;
  await importer.run(organization, demoWorld, { keepTimestamps: true });
  const key = {
    label: 'Sandbox',
    createdBy: 'sandbox',
    expiresAt: endFromNow(),
    environment: 'test' as const,
    secret: DEMO_KEY,
  };
  await keys.create(organization.id, key);
}
