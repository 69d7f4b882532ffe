// Cyber assets: create, update and delete, each in one transaction.
import { byCaller } from '../../audit/actors';
import type { RecordActivity } from '../../audit/append';
import type { Actor } from '../../audit/entry';
import { etagOf, requireMatch } from '../../conditional/etags';
import type { Handler, JsonText } from '../../contract/handler';
import type { Database } from '../../database/database';
import { notFound } from '../../errors';
import type { Idempotency } from '../../idempotency/idempotency';
import { assetCreated, assetDeleted, assetUpdated, isMove } from './activity';
import type { CyberAsset, CyberAssetStore } from './store';

interface Handlers {
  createCyberAsset: Handler<'createCyberAsset'>;
  updateCyberAsset: Handler<'updateCyberAsset'>;
  deleteCyberAsset: Handler<'deleteCyberAsset'>;
}

const parse = (body: JsonText<CyberAsset>) => JSON.parse(body) as CyberAsset;

export function createCyberAssetHandlers(database: Database, store: CyberAssetStore, idempotency: Idempotency, recordFor: (actor: Actor) => RecordActivity): Handlers {
  return {
    createCyberAsset: ({ organization, caller, header, body }) =>
      idempotency.once(organization, header['Idempotency-Key'], { operationId: 'createCyberAsset', body }, async (transaction) => {
        const created = await store.create(transaction, organization, body);
        await recordFor(byCaller(caller))(transaction, organization.id, [assetCreated(parse(created.body))]);
        return { status: 201 as const, body: created.body, headers: { Location: `/cyber-assets/${created.id}` } };
      }),

    updateCyberAsset: ({ organization, caller, path, header, body }) =>
      database.write({ organization: organization.id }, async (transaction) => {
        const current = await store.get(organization, path.id, transaction);
        if (current === undefined) throw notFound();
        requireMatch(header['If-Match'], etagOf(current));
        const updated = await store.update(transaction, organization, path.id, current, body);
        if (updated === current) return { status: 200, body: current };
        const [before, after] = [parse(current), parse(updated)];
        const systemNames = isMove(before, after) ? await store.systemNames(transaction, organization, before, after) : new Map<string, string>();
        await recordFor(byCaller(caller))(transaction, organization.id, [assetUpdated(before, after, systemNames)]);
        return { status: 200, body: updated };
      }),

    deleteCyberAsset: ({ organization, caller, path, header }) =>
      database.write({ organization: organization.id }, async (transaction) => {
        const current = await store.get(organization, path.id, transaction);
        if (current === undefined) throw notFound();
        requireMatch(header['If-Match'], etagOf(current));
        if (!(await store.remove(transaction, organization, path.id))) throw notFound();
        await recordFor(byCaller(caller))(transaction, organization.id, [assetDeleted(parse(current))]);
        return { status: 204 };
      }),
  };
}
