// POST /cyber-assets
import { typeid } from 'typeid-js';
import type { components } from '../../../../generated/types';
import { byCaller } from '../../audit/entry';
import type { InputOf, Result } from '../../../contract/handler';
import type { Organization } from '../../../base/organization';
import type { KeyedRequest } from '../../records/idempotency';
import { assetCreated } from '../../records/asset-activity';
import { nameTaken, systemUnknown } from '../../records/asset-rules';
import { type AssetContext, type CyberAsset, type SystemRow, toText } from '../../records/asset-store';

export function createCyberAsset(
  { database, store, log, idempotency, clock }: AssetContext,
  { organization, caller, header, body }: InputOf<'createCyberAsset'>,
): Promise<Result<'createCyberAsset'>> {
  const create = (keyed?: KeyedRequest) =>
    database.transaction({ organization: organization.id }, async (transaction) => {
      const [replay, system, nameHolder, head] = await Promise.all([
        keyed && idempotency.findResponse<Result<'createCyberAsset'>>(transaction, keyed),
        store.findSystem(transaction, organization, body.cyber_system_id),
        store.findNameHolder(transaction, organization, body.name),
        log.findHead(transaction, organization.id, { isCreation: true }),
      ]);
      if (replay) return replay;
      if (!system) throw systemUnknown(body.cyber_system_id);
      if (nameHolder !== undefined) throw nameTaken(body.name);

      const asset = newAsset(organization, body, system, clock.now(organization.id).toISOString());
      store.create(transaction, organization, asset);
      log.record(transaction, head, {
        organization: organization.id,
        actor: byCaller(caller),
        activity: assetCreated(asset),
      });

      const response: Result<'createCyberAsset'> = {
        status: 201,
        body: toText(asset),
        headers: { Location: `/cyber-assets/${asset.id}` },
      };
      if (keyed) idempotency.storeResponse(transaction, keyed, response);
      return response;
    });
  const key = header['Idempotency-Key'];
  if (key === undefined) return create();
  const request = { operationId: 'createCyberAsset', userId: caller.userId, body };
  return idempotency.once(organization, key, request, create);
}

/** The members have the order in which the database returns them: the same text has the same entity tag. */
function newAsset(
  organization: Organization,
  { name, cyber_system_id, asset_type }: components['schemas']['CreateCyberAssetRequest'],
  { impact_rating }: SystemRow,
  now: string,
): CyberAsset {
  return {
    id: typeid('ca').toString(),
    name,
    cyber_system_id,
    asset_type,
    impact_rating,
    created_at: now,
    updated_at: now,
    organization_slug: organization.slug,
  };
}
