// Cyber assets: create, update and delete.
import type { Log } from '../../audit/append';
import type { Handler, Result } from '../../contract/handler';
import type { Database } from '../../database/database';
import type { Idempotency } from '../../api/idempotency';
import { createBumpVersions } from '../collection';
import type { AssetChange, Changed } from './changes';
import { createMakeChanges } from './make-changes';
import type { CyberAssetStore } from './store';

interface Handlers {
  createCyberAsset: Handler<'createCyberAsset'>;
  updateCyberAsset: Handler<'updateCyberAsset'>;
  deleteCyberAsset: Handler<'deleteCyberAsset'>;
}

export function createCyberAssetHandlers(
  database: Database,
  store: CyberAssetStore,
  idempotency: Idempotency,
  log: Log,
): Handlers {
  const makeChanges = idempotency.wrapBatch(createMakeChanges(store, createBumpVersions(database), log));
  const make = (change: AssetChange): Promise<Changed> =>
    database.writeTogether({ organization: change.organization.id }, makeChanges, change);

  return {
    createCyberAsset: ({ organization, caller, header, body }) =>
      idempotency.once(
        organization,
        header['Idempotency-Key'],
        { operationId: 'createCyberAsset', body },
        (retry) => make({ kind: 'create', organization, caller, retry, fields: body }),
      ) as Promise<Result<'createCyberAsset'>>,

    updateCyberAsset: ({ organization, caller, path: { id }, header, body }) =>
      make({
        kind: 'update',
        organization,
        caller,
        id,
        ifMatch: header['If-Match'],
        fields: body,
      }) as Promise<Result<'updateCyberAsset'>>,

    deleteCyberAsset: ({ organization, caller, path: { id }, header }) =>
      make({ kind: 'delete', organization, caller, id, ifMatch: header['If-Match'] }) as Promise<
        Result<'deleteCyberAsset'>
      >,
  };
}
