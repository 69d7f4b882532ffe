// DELETE /cyber-assets/{id}
import { etagOf, requireMatch } from '../../api/etags';
import { byCaller } from '../../audit/entry';
import type { Log } from '../../audit/append';
import type { Handler } from '../../../contract/handler';
import type { Database } from '../../../database/database';
import { notFound } from '../../../base/errors';
import { assetDeleted } from './activity';
import type { CyberAsset, CyberAssetStore } from './store';

export function createDeleteCyberAsset(
  database: Database,
  store: CyberAssetStore,
  log: Log,
): Handler<'deleteCyberAsset'> {
  return ({ organization, caller, path: { id }, header }) =>
    database.transaction({ organization: organization.id }, async (transaction) => {
      const [current, head] = await Promise.all([
        store.findForUpdate(transaction, organization, id),
        log.findHead(transaction, organization.id),
      ]);
      if (current === undefined) throw notFound();
      requireMatch(header['If-Match'], etagOf(current));

      store.remove(transaction, organization, id);
      log.record(transaction, head, {
        organization: organization.id,
        actor: byCaller(caller),
        activity: assetDeleted(JSON.parse(current) as CyberAsset),
      });
      return { status: 204 };
    });
}
