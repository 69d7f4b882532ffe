// The inventory over HTTP, by the typed client: what a sync asks of it and tells it, and what became of that.
import type { CallError, Client, Result, components } from '../client/index';
import type { Asset, AssetFields, Snapshot, System } from './inventory';
import { SyncError } from './sync-error';

type NewAsset = components['schemas']['CreateCyberAssetRequest'];

export interface Effort {
  attempts: number;
  waited: number;
}

export const NO_EFFORT: Effort = { attempts: 0, waited: 0 };

export type Reply =
  | ({ is: 'done'; asset: Asset; etag: string | undefined; replayed: boolean } & Effort)
  /** Deleted, or not there any more. */
  | ({ is: 'gone' } & Effort)
  /** If-Match did not match. */
  | ({ is: 'changed' } & Effort)
  /** The name is taken. */
  | ({ is: 'taken'; message: string } & Effort)
  /** Not `ofThisChangeAlone`: nothing else would go through now either. `maybeDone`: nobody has seen whether it was. */
  | ({ is: 'failed'; message: string; ofThisChangeAlone: boolean; maybeDone: boolean } & Effort);

export interface Remote {
  /** Four requests. @throws SyncError. */
  snapshot(): Promise<Snapshot>;
  assets(): Promise<Asset[]>;
  get(id: string): Promise<Reply>;
  create(fields: AssetFields, idempotencyKey: string, requestId: string): Promise<Reply>;
  update(id: string, fields: Partial<AssetFields>, etag: string | undefined, requestId: string): Promise<Reply>;
  remove(id: string, etag: string | undefined, requestId: string): Promise<Reply>;
}

/** Refusals of one request; all others say something of the server or the key. */
const OF_ONE_REQUEST = ['validation_error', 'invalid_json', 'invalid_reference', 'bad_request', 'idempotency_mismatch', 'conflict', 'payload_too_large'];

const sentence = (error: CallError): string => (error.kind === 'api' ? `${error.status} ${error.code}: ${error.message}` : error.message);

function refusal(error: CallError): Reply {
  const effort = { attempts: error.attempts, waited: error.waited };
  const code = error.kind === 'api' ? error.code : undefined;
  if (code === 'not_found') return { is: 'gone', ...effort };
  if (code === 'precondition_failed') return { is: 'changed', ...effort };
  if (code === 'conflict') return { is: 'taken', message: sentence(error), ...effort };
  return { is: 'failed', message: sentence(error), ofThisChangeAlone: code !== undefined && OF_ONE_REQUEST.includes(code), maybeDone: error.maybeDone, ...effort };
}

function reply(result: Result<Asset | undefined>): Reply {
  if (result.error) return refusal(result.error);
  const { data, etag, replayed, attempts, waited } = result;
  return data === undefined ? { is: 'gone', attempts, waited } : { is: 'done', asset: data, etag, replayed, attempts, waited };
}

function data<Value>(result: Result<Value>): Value {
  if (result.error) throw new SyncError(`The inventory cannot be read: ${sentence(result.error)}`);
  return result.data;
}

/** `turn`: waits until another call may go out. */
export function createRemote(client: Client, turn: () => Promise<void> = () => Promise.resolve()): Remote {
  const ifMatch = (etag: string | undefined) => (etag === undefined ? {} : { header: { 'If-Match': etag } });
  const assets = async (): Promise<Asset[]> => data(await client.GET('/cyber-assets'));

  return {
    assets,
    async snapshot() {
      const [systems, facilities, controlCenters] = await Promise.all([client.GET('/cyber-systems'), client.GET('/facilities'), client.GET('/control-centers')]);
      const records = { systems: data(systems) as System[], facilities: data(facilities), controlCenters: data(controlCenters), assets: await assets() };
      const slugs = Object.values(records).flatMap((list) => list.slice(0, 1).map(({ organization_slug }) => organization_slug));
      return { ...records, organization: slugs.find((slug) => slug !== undefined) };
    },
    async get(id) {
      await turn();
      return reply(await client.GET('/cyber-assets/{id}', { params: { path: { id } } }));
    },
    async create(fields, idempotencyKey, requestId) {
      await turn();
      return reply(await client.POST('/cyber-assets', { params: { header: { 'Idempotency-Key': idempotencyKey } }, body: fields as NewAsset, requestId }));
    },
    async update(id, fields, etag, requestId) {
      await turn();
      return reply(await client.PATCH('/cyber-assets/{id}', { params: { path: { id }, ...ifMatch(etag) }, body: fields as Partial<NewAsset>, requestId }));
    },
    async remove(id, etag, requestId) {
      await turn();
      return reply(await client.DELETE('/cyber-assets/{id}', { params: { path: { id }, ...ifMatch(etag) }, requestId }));
    },
  };
}

/** At most so many calls a second, evenly. */
export function createTurn(rate: number | undefined): () => Promise<void> {
  if (rate === undefined) return () => Promise.resolve();
  let next = 0;
  return async () => {
    const now = Date.now();
    const at = Math.max(now, next);
    next = at + 1000 / rate;
    if (at > now) await new Promise((resolve) => setTimeout(resolve, at - now));
  };
}
