// The inventory over HTTP, by the typed client: what a sync asks of it and tells it, and what became of that.
// `--rate`: so many requests a second, each try counted.
import type { CallError, Client, components, Result } from '../client/index';
import {
  type Asset,
  ASSET_FIELDS,
  type AssetFields,
  type Named,
  type Snapshot,
  type System,
} from './inventory';
import { printable, SyncError } from './errors';
import { isObject } from './source';

type NewAsset = components['schemas']['CreateCyberAssetRequest'];

export interface Effort {
  attempts: number;
  waited: number;
}

export const NO_EFFORT: Effort = { attempts: 0, waited: 0 };

interface Doubt {
  /** An earlier try of the same call may have made the change: nobody has seen whether it did. */
  maybeDone: boolean;
}

export type Reply =
  | ({ is: 'done'; asset: Asset; etag: string | undefined; replayed: boolean } & Effort)
  | ({ is: 'deleted' } & Effort)
  /** Not there, or not there any more. */
  | ({ is: 'gone' } & Doubt & Effort)
  /** If-Match did not match. */
  | ({ is: 'changed' } & Doubt & Effort)
  /** The name is taken. */
  | ({ is: 'taken'; message: string } & Doubt & Effort)
  /** Not `ofThisChangeAlone`: nothing else would go through now either. */
  | ({ is: 'failed'; message: string; ofThisChangeAlone: boolean } & Doubt & Effort);

export interface Remote {
  /** Four requests. @throws SyncError. */
  snapshot(): Promise<Snapshot>;
  assets(): Promise<Asset[]>;
  get(id: string): Promise<Reply>;
  create(fields: AssetFields, idempotencyKey: string, requestId: string): Promise<Reply>;
  update(
    id: string,
    fields: Partial<AssetFields>,
    etag: string | undefined,
    requestId: string,
  ): Promise<Reply>;
  remove(id: string, etag: string | undefined, requestId: string): Promise<Reply>;
}

/** Refusals of one request; all others say something of the server or the key. */
const OF_ONE_REQUEST = [
  'validation_error',
  'invalid_json',
  'invalid_reference',
  'bad_request',
  'idempotency_mismatch',
  'conflict',
  'payload_too_large',
];

/** In one line: the server's words go to a terminal. */
const sentence = (error: CallError): string =>
  printable(error.kind === 'api' ? `${error.status} ${error.code}: ${error.message}` : error.message);

function errorReply(error: CallError): Reply {
  const effort = { attempts: error.attempts, waited: error.waited, maybeDone: error.maybeDone };
  const code = error.kind === 'api' ? error.code : undefined;
  if (code === 'not_found') return { is: 'gone', ...effort };
  if (code === 'precondition_failed') return { is: 'changed', ...effort };
  if (code === 'conflict') return { is: 'taken', message: sentence(error), ...effort };
  return {
    is: 'failed',
    message: sentence(error),
    ofThisChangeAlone: code !== undefined && OF_ONE_REQUEST.includes(code),
    ...effort,
  };
}

const isNamed = (value: unknown): value is Named =>
  isObject(value) && typeof value['id'] === 'string' && typeof value['name'] === 'string';
const ASSET_TEXTS = [...ASSET_FIELDS, 'created_at', 'updated_at'];
const isAsset = (value: unknown): value is Asset =>
  isNamed(value) &&
  ASSET_TEXTS.every((field) => typeof (value as unknown as Record<string, unknown>)[field] === 'string');

function reply(result: Result<unknown>): Reply {
  if (result.error) return errorReply(result.error);
  const { data, etag, replayed, attempts, waited } = result;
  if (data !== undefined && !isAsset(data))
    return {
      is: 'failed',
      message: 'the server answered what is no cyber asset',
      ofThisChangeAlone: false,
      maybeDone: true,
      attempts,
      waited,
    };
  return data === undefined
    ? { is: 'deleted', attempts, waited }
    : { is: 'done', asset: data, etag, replayed, attempts, waited };
}

/** @throws SyncError, also for what is no list of this API: something else may answer at the address. */
function listOf<Item extends Named>(
  what: string,
  result: Result<readonly unknown[]>,
  isItem: (value: unknown) => boolean = isNamed,
): Item[] {
  if (result.error) throw new SyncError(`The inventory cannot be read: ${sentence(result.error)}`);
  const list: unknown = result.data;
  if (!Array.isArray(list) || !list.every(isItem))
    throw new SyncError(`The inventory cannot be read: what came is no list of ${what}. Check the address.`);
  return list as Item[];
}

export function createRemote(client: Client): Remote {
  const ifMatch = (etag: string | undefined) => (etag === undefined ? {} : { header: { 'If-Match': etag } });
  const assets = async (): Promise<Asset[]> =>
    listOf('cyber assets', await client.GET('/cyber-assets'), isAsset);

  return {
    assets,
    async snapshot() {
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
    async get(id) {
      return reply(await client.GET('/cyber-assets/{id}', { params: { path: { id } } }));
    },
    async create(fields, idempotencyKey, requestId) {
      return reply(
        await client.POST('/cyber-assets', {
          params: { header: { 'Idempotency-Key': idempotencyKey } },
          body: fields as NewAsset,
          requestId,
        }),
      );
    },
    async update(id, fields, etag, requestId) {
      return reply(
        await client.PATCH('/cyber-assets/{id}', {
          params: { path: { id }, ...ifMatch(etag) },
          body: fields as Partial<NewAsset>,
          requestId,
        }),
      );
    },
    async remove(id, etag, requestId) {
      return reply(
        await client.DELETE('/cyber-assets/{id}', { params: { path: { id }, ...ifMatch(etag) }, requestId }),
      );
    },
  };
}

/** Waits until another one may go out, evenly. */
export function createTurn(rate: number): () => Promise<void> {
  let next = 0;
  return async () => {
    const now = performance.now(); // the clock of the day may be set back
    const at = Math.max(now, next);
    next = at + 1000 / rate;
    if (at > now) await new Promise((resolve) => setTimeout(resolve, at - now));
  };
}

/** For a client: what it sends again waits for its turn too. */
export function createRateLimitedFetch(rate: number): typeof globalThis.fetch {
  const turn = createTurn(rate);
  return async (...request) => {
    await turn();
    return fetch(...request);
  };
}

/** A call waits for its turn within the time that it has for an answer: it should not be more than this. */
const LONGEST_WAIT_SECONDS = 10;

/** Of the calls at a time that are allowed, those that a rate keeps busy; more would only wait, and be given up before they are sent. */
export const limitConcurrency = (rate: number | undefined, allowed: number): number =>
  rate === undefined ? allowed : Math.min(allowed, rate * LONGEST_WAIT_SECONDS);
