// Reads and writes the inventory over HTTP with the typed client.
import type { AssetFields } from '../../../generated/files';
import type { CallError, Client, Result, components } from '../../client/index';
import { SyncError } from '../errors';
import { ASSET_FIELDS, type Asset, type Named, type Snapshot, type System } from './inventory';
import { isObject } from '../../base/values';

type NewAsset = components['schemas']['CreateCyberAssetRequest'];

export interface Effort {
  attempts: number;
  /** Milliseconds. */
  waited: number;
}

interface Uncertainty {
  /** An earlier attempt of the same call may have made the change: its response was lost. */
  maybeDone: boolean;
}

export type Reply =
  /** `date`: when the server sent the response, by its own clock. */
  | ({
      is: 'done';
      asset: Asset;
      etag: string | undefined;
      replayed: boolean;
      date?: string | undefined;
    } & Effort)
  | ({ is: 'deleted' } & Effort)
  /** The asset does not exist. */
  | ({ is: 'gone' } & Uncertainty & Effort)
  /** If-Match did not match. */
  | ({ is: 'changed' } & Uncertainty & Effort)
  /** The name is taken. */
  | ({ is: 'taken'; message: string } & Uncertainty & Effort)
  /** `ofThisChangeAlone: false`: every other request would fail too. */
  | ({ is: 'failed'; message: string; ofThisChangeAlone: boolean } & Uncertainty & Effort);

export type Remote = ReturnType<typeof createRemote>;

/** Error codes that concern one request. All others concern the server or the key. */
const REQUEST_ERRORS = [
  'validation_error',
  'invalid_json',
  'invalid_reference',
  'bad_request',
  'idempotency_mismatch',
  'conflict',
  'payload_too_large',
];

/** Returns the error without control and formatting characters, which could control the terminal. */
function sentence(error: CallError): string {
  const text = error.kind === 'api' ? `${error.status} ${error.code}: ${error.message}` : error.message;
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '?');
}

function errorReply(error: CallError): Reply {
  const effort = { attempts: error.attempts, waited: error.waited, maybeDone: error.maybeDone };
  const code = error.kind === 'api' ? error.code : undefined;
  if (code === 'not_found') return { is: 'gone', ...effort };
  if (code === 'precondition_failed') return { is: 'changed', ...effort };
  if (code === 'conflict') return { is: 'taken', message: sentence(error), ...effort };
  const ofThisChangeAlone = code !== undefined && REQUEST_ERRORS.includes(code);
  return { is: 'failed', message: sentence(error), ofThisChangeAlone, ...effort };
}

const isNamed = (value: unknown): value is Named =>
  isObject(value) && typeof value['id'] === 'string' && typeof value['name'] === 'string';
const ASSET_TEXTS = [...ASSET_FIELDS, 'created_at', 'updated_at'];
const isAsset = (value: unknown): value is Asset =>
  isObject(value) && isNamed(value) && ASSET_TEXTS.every((field) => typeof value[field] === 'string');

function replyOf(result: Result<unknown>): Reply {
  if (result.error) return errorReply(result.error);
  const { data, etag, replayed, attempts, waited, headers } = result;
  if (data === undefined) return { is: 'deleted', attempts, waited };
  const date = headers.get('date') ?? undefined;
  if (isAsset(data)) return { is: 'done', asset: data, etag, replayed, date, attempts, waited };
  const message = 'the response of the server is not a cyber asset';
  return { is: 'failed', message, ofThisChangeAlone: false, maybeDone: true, attempts, waited };
}

/** @throws SyncError, also for a response that is not a list of this API. */
function listOf<Item extends Named>(
  kind: string,
  result: Result<readonly unknown[]>,
  isItem: (value: unknown) => boolean = isNamed,
): Item[] {
  if (result.error) throw new SyncError(`The inventory cannot be read: ${sentence(result.error)}`);
  const list: unknown = result.data;
  if (!Array.isArray(list) || !list.every(isItem))
    throw new SyncError(
      `The inventory cannot be read: the response is not a list of ${kind}. Check the address.`,
    );
  return list as Item[];
}

/** Parsed JSON has a copy of each text. Equal texts of assets become one, to save memory. */
function shareTexts(assets: Asset[]): Asset[] {
  const texts = new Map<string, string>();
  const share = <Text extends string>(text: Text): Text => {
    const shared = texts.get(text);
    if (shared === undefined) texts.set(text, text);
    return (shared as Text | undefined) ?? text;
  };
  for (const asset of assets) {
    asset.cyber_system_id = share(asset.cyber_system_id);
    asset.created_at = share(asset.created_at);
    asset.updated_at = share(asset.updated_at);
    if (asset.organization_slug !== undefined) asset.organization_slug = share(asset.organization_slug);
  }
  return assets;
}

export function createRemote(client: Client) {
  const ifMatch = (etag: string | undefined) => (etag === undefined ? {} : { header: { 'If-Match': etag } });
  /** The last list, until this client changes an asset. A server confirms it with 304 while it is current. */
  let held: { etag: string; assets: Asset[] } | undefined;

  async function assets(): Promise<Asset[]> {
    const params = held ? { header: { 'If-None-Match': held.etag } } : {};
    const result = await client.GET('/cyber-assets', { params });
    if (held && result.error?.kind === 'api' && result.error.code === 'not_modified') return held.assets;
    const list = shareTexts(listOf<Asset>('cyber assets', result, isAsset));
    held = result.etag === undefined ? undefined : { etag: result.etag, assets: list };
    return list;
  }

  return {
    assets,
    /** Reads the whole inventory with four requests. @throws SyncError. */
    async snapshot(): Promise<Snapshot> {
      const [systems, facilities, controlCenters] = await Promise.all([
        client.GET('/cyber-systems'),
        client.GET('/facilities'),
        client.GET('/control-centers'),
      ]);
      const records = {
        systems: listOf<System>('cyber systems', systems),
        facilities: listOf('facilities', facilities),
        controlCenters: listOf('control centers', controlCenters),
        assets: await assets(),
      };
      const slugs = Object.values(records).flatMap((list) =>
        list.slice(0, 1).map(({ organization_slug }) => organization_slug),
      );
      return { ...records, organization: slugs.find((slug) => slug !== undefined) };
    },
    async get(id: string): Promise<Reply> {
      return replyOf(await client.GET('/cyber-assets/{id}', { params: { path: { id } } }));
    },
    async create(fields: AssetFields, idempotencyKey: string, requestId: string): Promise<Reply> {
      held = undefined;
      const params = { header: { 'Idempotency-Key': idempotencyKey } };
      return replyOf(await client.POST('/cyber-assets', { params, body: fields as NewAsset, requestId }));
    },
    async update(
      id: string,
      fields: Partial<AssetFields>,
      etag: string | undefined,
      requestId: string,
    ): Promise<Reply> {
      held = undefined;
      const params = { path: { id }, ...ifMatch(etag) };
      const body = fields as Partial<NewAsset>;
      return replyOf(await client.PATCH('/cyber-assets/{id}', { params, body, requestId }));
    },
    async remove(id: string, etag: string | undefined, requestId: string): Promise<Reply> {
      held = undefined;
      const params = { path: { id }, ...ifMatch(etag) };
      return replyOf(await client.DELETE('/cyber-assets/{id}', { params, requestId }));
    },
  };
}

/** Returns a function that waits for the next of `rate` evenly spaced turns a second. */
export function createTurn(rate: number): () => Promise<void> {
  let next = 0;
  return async () => {
    const now = performance.now();
    const at = Math.max(now, next);
    next = at + 1000 / rate;
    if (at > now) await new Promise((resolve) => setTimeout(resolve, at - now));
  };
}

/** Returns a `fetch` for the client of `--rate`: retries wait for their turn too. */
export function createRateLimitedFetch(rate: number): typeof globalThis.fetch {
  const turn = createTurn(rate);
  return async (...request) => {
    await turn();
    return fetch(...request);
  };
}

/** Longest wait for a turn. A call waits within its timeout, so it must not be much longer. */
const MAX_TURN_SECONDS = 10;

/**
 * Reduces the concurrency to the requests that a rate keeps busy. More would time out before they are sent.
 */
export const limitConcurrency = (rate: number | undefined, concurrency: number): number =>
  rate === undefined ? concurrency : Math.min(concurrency, rate * MAX_TURN_SECONDS);
