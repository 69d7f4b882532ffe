// The operations with a `run` of their own: statements on the tables of the inventory that are tuned by hand. A change of
// an asset runs its queries at the same time, then its rules, in one transaction.
import { typeid } from 'typeid-js';
import type { OperationId } from '../../../generated/operations';
import type { components } from '../../../generated/types';
import { isSameOrSameTime } from '../../base/day';
import { computeEtag } from '../../base/digest';
import { noRecord, readOnlyField } from '../../base/errors';
import type { Organization } from '../../base/organization';
import { type Schema, contractDocument } from '../../contract/document';
import type { Handler, InputOf, Result } from '../../contract/handler';
import { createRecordModel } from '../../contract/record-model';
import { requireConditions, requireNoMatch } from '../api/etags';
import { byCaller } from '../audit/entry';
import {
  type CyberAsset,
  type CyberAssetStore,
  type SystemRow,
  assetCreated,
  assetDeleted,
  assetUpdated,
  nameTaken,
  nextUpdatedAt,
  systemUnknown,
  toText,
} from '../records/asset-store';
import { getRecord, listRecords } from '../records/collection';
import type { Idempotency, KeyedRequest } from '../records/idempotency';
import type { WorldStores } from '../records/open-worlds';
import { dated } from '../records/world';

interface AssetContext extends Pick<WorldStores, 'database' | 'log' | 'clock'> {
  store: CyberAssetStore;
  idempotency: Idempotency;
}

function createCyberAsset(
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
      requireNoMatch(header);
      if (nameHolder !== undefined) throw nameTaken(body.name);

      const now = clock.now(organization.id);
      const asset = newAsset(organization, body, system, now.toISOString());
      store.save(transaction, organization, undefined, asset);
      log.record(transaction, head, {
        organization: organization.id,
        actor: byCaller(caller),
        activity: assetCreated(asset),
        past: dated(now),
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

const { UpdateCyberAssetRequest } = contractDocument.components.schemas as Record<string, Schema>;
const READ_ONLY = createRecordModel(contractDocument).namesIn(
  UpdateCyberAssetRequest,
  true,
) as (keyof CyberAsset)[];

export function updateCyberAsset(
  { database, store, log, clock }: Omit<AssetContext, 'idempotency'>,
  { organization, caller, path: { id }, header, body }: InputOf<'updateCyberAsset'>,
): Promise<Result<'updateCyberAsset'>> {
  return database.transaction({ organization: organization.id }, async (transaction) => {
    const { name, cyber_system_id } = body;
    const [current, newSystem, nameHolder, head] = await Promise.all([
      transaction.query(store.forUpdate, { organization, id }),
      cyber_system_id === undefined
        ? undefined
        : store.findSystem(transaction, organization, cyber_system_id),
      name === undefined ? undefined : store.findNameHolder(transaction, organization, name),
      log.findHead(transaction, organization.id),
    ]);
    const [sent] = READ_ONLY.filter((field) => field in body);
    if (current === undefined) throw sent && body.id !== id ? readOnlyField(sent) : noRecord('cyber asset');
    if (cyber_system_id !== undefined && !newSystem) throw systemUnknown(cyber_system_id);
    requireConditions(header, computeEtag(current));
    const before = JSON.parse(current) as CyberAsset;
    const changed = READ_ONLY.find((field) => field in body && !isSameOrSameTime(body[field], before[field]));
    if (changed) throw readOnlyField(changed);
    if (name !== undefined && nameHolder !== undefined && nameHolder !== id) throw nameTaken(name);
    const edits = Object.fromEntries(
      Object.entries(body).filter(([field]) => !READ_ONLY.includes(field as keyof CyberAsset)),
    ) as Partial<CyberAsset>;
    if (Object.entries(edits).every(([field, value]) => before[field as keyof CyberAsset] === value))
      return { status: 200, body: current };
    const isMove = newSystem !== undefined && newSystem.id !== before.cyber_system_id;
    const oldSystem = isMove
      ? await store.findSystem(transaction, organization, before.cyber_system_id)
      : undefined;
    const now = clock.now(organization.id);
    const after = Object.assign({}, before, edits, {
      impact_rating: newSystem?.impact_rating ?? before.impact_rating,
      updated_at: nextUpdatedAt(before.updated_at, now),
    });
    store.save(transaction, organization, before, after);
    log.record(transaction, head, {
      organization: organization.id,
      actor: byCaller(caller),
      activity: assetUpdated(before, after, oldSystem && { from: oldSystem, to: newSystem! }),
      past: dated(now),
    });
    return { status: 200, body: toText(after) };
  });
}

export function deleteCyberAsset(
  { database, store, log }: Pick<AssetContext, 'database' | 'store' | 'log'>,
  { organization, caller, path: { id }, header }: InputOf<'deleteCyberAsset'>,
): Promise<Result<'deleteCyberAsset'>> {
  return database.transaction({ organization: organization.id }, async (transaction) => {
    const [current, head] = await Promise.all([
      transaction.query(store.forUpdate, { organization, id }),
      log.findHead(transaction, organization.id),
    ]);
    if (current === undefined) throw noRecord('cyber asset');
    requireConditions(header, computeEtag(current));

    const asset = JSON.parse(current) as CyberAsset;
    store.save(transaction, organization, asset, undefined);
    log.record(transaction, head, {
      organization: organization.id,
      actor: byCaller(caller),
      activity: assetDeleted(asset),
    });
    return { status: 204 };
  });
}

/** `revision` identifies the contract. */
export function createTunedHandlers(
  { database, log, clock, inventory }: WorldStores,
  idempotency: Idempotency,
  revision: string,
) {
  const { Facility, ControlCenter, CyberSystem, CyberAsset: store } = inventory;
  const assets: AssetContext = { database, store, log, idempotency, clock };

  return {
    getFacilities: (input) => listRecords(Facility, revision, input),
    getFacility: (input) => getRecord(Facility, input),
    getControlCenters: (input) => listRecords(ControlCenter, revision, input),
    getControlCenter: (input) => getRecord(ControlCenter, input),
    getCyberSystems: (input) => listRecords(CyberSystem, revision, input),
    getCyberSystem: (input) => getRecord(CyberSystem, input),
    getCyberAssets: (input) => listRecords(store, revision, input),
    getCyberAsset: (input) => getRecord(store, input),
    createCyberAsset: (input) => createCyberAsset(assets, input),
    updateCyberAsset: (input) => updateCyberAsset(assets, input),
    deleteCyberAsset: (input) => deleteCyberAsset(assets, input),
  } satisfies { [Id in OperationId]?: Handler<Id> };
}

export type TunedOperationId = keyof ReturnType<typeof createTunedHandlers>;
