// Reads and writes the inventory over HTTP with the typed client, and finds the assets whose names are taken.
import type { AssetFields } from '../../../generated/files';
import type { CallError, Client, Result, components } from '../../client/index';
import { SyncError } from '../errors';
import { ASSET_FIELDS, type Asset, type Named, type Snapshot, type System } from './inventory';
import { nameKey } from '../../base/text';
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

interface Written {
  is: 'done';
  asset: Asset;
  etag: string | undefined;
  replayed: boolean;
  /** When the server sent the response, by its own clock. */
  date?: string | undefined;
}

/**
 * `gone`: the asset does not exist. `changed`: If-Match did not match. `taken`: the name is taken. Not
 * `ofThisChangeAlone`: every other request would fail too.
 */
export type Reply = Effort &
  (
    | Written
    | { is: 'deleted' }
    | ({ is: 'gone' | 'changed' } & Uncertainty)
    | ({ is: 'taken'; message: string } & Uncertainty)
    | ({ is: 'failed'; message: string; ofThisChangeAlone: boolean } & Uncertainty)
  );

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

function toReply(result: Result<unknown>): Reply {
  if (result.error) return errorReply(result.error);
  const { data, etag, replayed, attempts, waited, headers } = result;
  if (data === undefined) return { is: 'deleted', attempts, waited };
  const date = headers.get('date') ?? undefined;
  if (isAsset(data)) return { is: 'done', asset: data, etag, replayed, date, attempts, waited };
  const message = 'the response of the server is not a cyber asset';
  return { is: 'failed', message, ofThisChangeAlone: false, maybeDone: true, attempts, waited };
}

/** @throws SyncError, also for a response that is not a list of this API. */
function readList<Item extends Named>(
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
  for (const asset of assets)
    for (const field of ['cyber_system_id', 'created_at', 'updated_at', 'organization_slug'] as const) {
      const text = asset[field];
      if (text === undefined) continue;
      asset[field] = texts.get(text) ?? text;
      texts.set(asset[field], asset[field]);
    }
  return assets;
}

export function createRemote(client: Client) {
  const getParams = (id: string, etag: string | undefined) => ({
    path: { id },
    ...(etag === undefined ? {} : { header: { 'If-Match': etag } }),
  });
  /** The last list, until this client changes an asset. A server confirms it with 304 while it is current. */
  let held: { etag: string; assets: Asset[] } | undefined;

  async function assets(): Promise<Asset[]> {
    const params = held ? { header: { 'If-None-Match': held.etag } } : {};
    const result = await client.GET('/cyber-assets', { params });
    if (held && result.error?.kind === 'api' && result.error.code === 'not_modified') return held.assets;
    const list = shareTexts(readList<Asset>('cyber assets', result, isAsset));
    held = result.etag === undefined ? undefined : { etag: result.etag, assets: list };
    return list;
  }

  const changed = async (result: Promise<Result<unknown>>): Promise<Reply> => {
    held = undefined;
    return toReply(await result);
  };

  return {
    assets,
    /** Reads the whole inventory with four requests. @throws SyncError. */
    snapshot: async (): Promise<Snapshot> => {
      const [systems, facilities, controlCenters] = await Promise.all([
        client.GET('/cyber-systems'),
        client.GET('/facilities'),
        client.GET('/control-centers'),
      ]);
      const records = {
        systems: readList<System>('cyber systems', systems),
        facilities: readList('facilities', facilities),
        controlCenters: readList('control centers', controlCenters),
        assets: await assets(),
      };
      const slugs = Object.values(records).flatMap((list) =>
        list.slice(0, 1).map(({ organization_slug }) => organization_slug),
      );
      return { ...records, organization: slugs.find((slug) => slug !== undefined) };
    },
    get: async (id: string): Promise<Reply> =>
      toReply(await client.GET('/cyber-assets/{id}', { params: { path: { id } } })),
    create: (fields: AssetFields, idempotencyKey: string, requestId: string): Promise<Reply> => {
      const params = { header: { 'Idempotency-Key': idempotencyKey } };
      return changed(client.POST('/cyber-assets', { params, body: fields as NewAsset, requestId }));
    },
    update: (
      id: string,
      fields: Partial<AssetFields>,
      etag: string | undefined,
      requestId: string,
    ): Promise<Reply> => {
      const body = fields as Partial<NewAsset>;
      return changed(client.PATCH('/cyber-assets/{id}', { params: getParams(id, etag), body, requestId }));
    },
    remove: (id: string, etag: string | undefined, requestId: string): Promise<Reply> =>
      changed(client.DELETE('/cyber-assets/{id}', { params: getParams(id, etag), requestId })),
  };
}

/**
 * Returns a function that finds the asset with a name. One list serves all names that were taken before it was read:
 * a list for each name would take hours. The function throws a SyncError when the server cannot be read.
 */
export function createFindHolder(remote: Remote): (name: string) => Promise<Asset | undefined> {
  let ids: Promise<ReadonlyMap<string, string>> | undefined;

  const readIds = async (): Promise<ReadonlyMap<string, string>> =>
    new Map((await remote.assets()).map(({ id, name }) => [nameKey(name), id]));

  async function find(key: string): Promise<Asset | undefined> {
    const id = (await ids)?.get(key);
    if (id === undefined) return undefined;
    const reply = await remote.get(id);
    if (reply.is === 'failed') throw new SyncError(reply.message);
    return reply.is === 'done' && nameKey(reply.asset.name) === key ? reply.asset : undefined;
  }

  return async (name) => {
    const key = nameKey(name);
    const earlier = ids;
    const found = await find(key);
    if (found) return found;
    if (ids === earlier) ids = readIds(); // otherwise another call has begun a later list
    return find(key);
  };
}

/** Returns a `fetch` that sends at most `rate` evenly spaced requests a second: retries wait for their turn too. */
export function createRateLimitedFetch(rate: number): typeof globalThis.fetch {
  let next = 0;
  return async (...request) => {
    const now = performance.now();
    const at = Math.max(now, next);
    next = at + 1000 / rate;
    if (at > now) await new Promise((resolve) => setTimeout(resolve, at - now));
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
