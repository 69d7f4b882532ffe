// PATCH /cyber-assets/{id}
import { etagOf } from '../../../base/digest';
import { requireConditions } from '../../api/etags';
import { byCaller } from '../../audit/entry';
import { contractDocument } from '../../../contract/document';
import type { InputOf, Result } from '../../../contract/handler';
import { noRecord, readOnlyField } from '../../../base/errors';
import { assetUpdated } from '../../records/asset-activity';
import { nameTaken, nextUpdatedAt, systemUnknown } from '../../records/asset-rules';
import { type AssetContext, type CyberAsset, toText } from '../../records/asset-store';

const { UpdateCyberAssetRequest } = contractDocument.components.schemas as Record<
  string,
  { properties: Record<keyof CyberAsset, { readOnly?: boolean }> }
>;
const READ_ONLY = Object.entries(UpdateCyberAssetRequest!.properties).flatMap(([name, { readOnly }]) =>
  readOnly === true ? [name as keyof InputOf<'updateCyberAsset'>['body']] : [],
);

export function updateCyberAsset(
  { database, store, log, clock }: Omit<AssetContext, 'idempotency'>,
  { organization, caller, path: { id }, header, body }: InputOf<'updateCyberAsset'>,
): Promise<Result<'updateCyberAsset'>> {
  return database.transaction({ organization: organization.id }, async (transaction) => {
    const { name, cyber_system_id } = body;
    const [current, newSystem, nameHolder, head] = await Promise.all([
      store.findForUpdate(transaction, organization, id),
      cyber_system_id === undefined
        ? undefined
        : store.findSystem(transaction, organization, cyber_system_id),
      name === undefined ? undefined : store.findNameHolder(transaction, organization, name),
      log.findHead(transaction, organization.id),
    ]);
    const [sent] = READ_ONLY.filter((field) => field in body);
    if (current === undefined) throw sent && body.id !== id ? readOnlyField(sent) : noRecord('cyber asset');
    if (cyber_system_id !== undefined && !newSystem) throw systemUnknown(cyber_system_id);
    requireConditions(header, etagOf(current));
    const before = JSON.parse(current) as CyberAsset;
    const changed = READ_ONLY.find((field) => field in body && body[field] !== before[field]);
    if (changed) throw readOnlyField(changed);
    if (name !== undefined && nameHolder !== undefined && nameHolder !== id) throw nameTaken(name);
    const isSame = Object.entries(body).every(
      ([field, value]) => before[field as keyof CyberAsset] === value,
    );
    if (isSame) return { status: 200, body: current };
    const after = Object.assign({}, before, body, {
      impact_rating: newSystem?.impact_rating ?? before.impact_rating,
      updated_at: nextUpdatedAt(before.updated_at, clock.now(organization.id)),
    });
    const isMove = newSystem !== undefined && newSystem.id !== before.cyber_system_id;
    const oldSystem = isMove
      ? await store.findSystem(transaction, organization, before.cyber_system_id)
      : undefined;
    store.update(transaction, organization, before, after);
    log.record(transaction, head, {
      organization: organization.id,
      actor: byCaller(caller),
      activity: assetUpdated(before, after, oldSystem && { from: oldSystem, to: newSystem! }),
    });
    return { status: 200, body: toText(after) };
  });
}
