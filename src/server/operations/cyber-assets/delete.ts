// DELETE /cyber-assets/{id}
import { etagOf } from '../../../base/digest';
import { requireConditions } from '../../api/etags';
import { byCaller } from '../../audit/entry';
import type { InputOf, Result } from '../../../contract/handler';
import { noRecord } from '../../../base/errors';
import { assetDeleted } from '../../records/asset-activity';
import type { AssetContext, CyberAsset } from '../../records/asset-store';

export function deleteCyberAsset(
  { database, store, log }: Pick<AssetContext, 'database' | 'store' | 'log'>,
  { organization, caller, path: { id }, header }: InputOf<'deleteCyberAsset'>,
): Promise<Result<'deleteCyberAsset'>> {
  return database.transaction({ organization: organization.id }, async (transaction) => {
    const [current, head] = await Promise.all([
      store.findForUpdate(transaction, organization, id),
      log.findHead(transaction, organization.id),
    ]);
    if (current === undefined) throw noRecord('cyber asset');
    requireConditions(header, etagOf(current));

    store.remove(transaction, organization, id);
    log.record(transaction, head, {
      organization: organization.id,
      actor: byCaller(caller),
      activity: assetDeleted(JSON.parse(current) as CyberAsset),
    });
    return { status: 204 };
  });
}
