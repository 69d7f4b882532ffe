// The list and get handlers of every resource.
import { etagOf } from '../../base/digest';
import { holds } from '../api/etags';
import type { JsonText } from '../../contract/handler';
import { noRecord } from '../../base/errors';
import type { Organization } from '../../base/organization';
import type { Collection, CollectionName } from './collection';
import type { ListBody } from './list';

const KINDS: Record<CollectionName, string> = {
  facilities: 'facility',
  control_centers: 'control center',
  cyber_systems: 'cyber system',
  cyber_assets: 'cyber asset',
};

interface ReadContext<Item> {
  collection: Collection<Item>;
  /** Identifies the contract: a new one may change representations, and so changes the entity tags. */
  revision: string;
}

interface ListInput {
  organization: Organization;
  header: { 'If-None-Match'?: string };
}

interface GetInput {
  organization: Organization;
  path: { id: string };
}

type ListResult<Item> = { status: 200; body: ListBody<Item>; etag: string } | { status: 304; etag: string };

export async function listRecords<Item>(
  { collection, revision }: ReadContext<Item>,
  { organization, header }: ListInput,
): Promise<ListResult<Item>> {
  const tag = (version: string) => etagOf([organization.id, collection.name, version, revision].join(' '));
  const held = header['If-None-Match'];
  if (held !== undefined) {
    const etag = tag(await collection.version(organization));
    if (holds(held, etag)) return { status: 304, etag };
  }
  const { version, body } = await collection.list(organization);
  return { status: 200, body, etag: tag(version) };
}

export async function getRecord<Item>(
  { collection }: Pick<ReadContext<Item>, 'collection'>,
  { organization, path }: GetInput,
): Promise<{ status: 200; body: JsonText<Item> }> {
  const body = await collection.get(organization, path.id);
  if (body === undefined) throw noRecord(KINDS[collection.name]);
  return { status: 200, body };
}
