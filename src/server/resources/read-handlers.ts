// The list and get handlers of every resource.
import { etagOf, holds } from '../api/etags';
import type { JsonText } from '../../contract/handler';
import { notFound } from '../../base/errors';
import type { Organization } from '../../base/organization';
import type { Collection, CollectionName } from './collection';

interface Conditional {
  'If-None-Match'?: string;
}

/**
 * `revision` identifies the contract:
 * a new contract may change representations, and so changes the entity tags.
 */
export function createReadHandlers<Item>(
  name: CollectionName,
  collection: Collection<Item>,
  revision: string,
) {
  const tag = (organization: Organization, version: string) =>
    etagOf([organization.id, name, version, revision].join(' '));
  return {
    async list({ organization, header }: { organization: Organization; header: Conditional }) {
      const held = header['If-None-Match'];
      if (held !== undefined) {
        const etag = tag(organization, await collection.version(organization));
        if (holds(held, etag)) return { status: 304 as const, etag };
      }
      const { version, body } = await collection.list(organization);
      return { status: 200 as const, body, etag: tag(organization, version) };
    },
    async get({
      organization,
      path,
    }: {
      organization: Organization;
      path: { id: string };
    }): Promise<{ status: 200; body: JsonText<Item> }> {
      const body = await collection.get(organization, path.id);
      if (body === undefined) throw notFound();
      return { status: 200, body };
    },
  };
}
