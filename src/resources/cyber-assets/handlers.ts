// Cyber assets: create, update and delete, each in one transaction.
import { etagOf, requireMatch } from '../../conditional/etags';
import type { Handler } from '../../contract/handler';
import type { Database } from '../../database/database';
import { notFound } from '../../errors';
import type { Idempotency } from '../../idempotency/idempotency';
import type { CyberAssetStore } from './store';

interface Handlers {
  createCyberAsset: Handler<'createCyberAsset'>;
  updateCyberAsset: Handler<'updateCyberAsset'>;
  deleteCyberAsset: Handler<'deleteCyberAsset'>;
}

export function createCyberAssetHandlers(database: Database, store: CyberAssetStore, idempotency: Idempotency): Handlers {
  return {
    createCyberAsset: ({ organization, header, body }) =>
      idempotency.once(organization, header['Idempotency-Key'], { operationId: 'createCyberAsset', body }, async (transaction) => {
        const created = await store.create(transaction, organization, body);
        return { status: 201 as const, body: created.body, headers: { Location: `/cyber-assets/${created.id}` } };
      }),

    updateCyberAsset: ({ organization, path, header, body }) =>
      database.write({ organization: organization.id }, async (transaction) => {
        const current = await store.get(organization, path.id, transaction);
        if (current === undefined) throw notFound();
        requireMatch(header['If-Match'], etagOf(current));
        return { status: 200, body: await store.update(transaction, organization, path.id, current, body) };
      }),

    deleteCyberAsset: ({ organization, path, header }) =>
      database.write({ organization: organization.id }, async (transaction) => {
        const ifMatch = header['If-Match'];
        if (ifMatch !== undefined) {
          const current = await store.get(organization, path.id, transaction);
          if (current === undefined) throw notFound();
          requireMatch(ifMatch, etagOf(current));
        }
        if (!(await store.remove(transaction, organization, path.id))) throw notFound();
        return { status: 204 };
      }),
  };
}
