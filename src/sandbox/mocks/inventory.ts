// The planned lists and files below a facility, a control center or a system, made from the rows of the real lists: what is made or moved there is seen here.
import type { Handlers } from '../../contract/contract';
import type { Operation } from '../../contract/document';
import { type Call, isLarge } from '../../contract/handler';
import { type ContractRequest, type Exchange, asRead, callOf } from '../../contract/request';
import type { Fields } from './records';

const BELOW = /^\/(facilities|control-centers|cyber-systems)\/\{\w+\}\/(cyber-systems|cyber-assets)(?:\/(export|export-low))?$/;

/** What is told of the place that a path names: by which operation it is read, and by which fields a system refers to it. */
const PLACES = {
  facilities: { read: 'getFacility', field: 'facility' },
  'control-centers': { read: 'getControlCenter', field: 'control_center' },
  'cyber-systems': { read: 'getCyberSystem', field: 'cyber_system' },
} as const;

/** The body, and the name of the file if it is one. */
export interface FromInventory {
  body: unknown;
  disposition?: string;
}

/** Undefined for an operation that is about something else. `header` is the header row of a file. @throws ApiError `not_found` when the path names no record. */
export type Inventory = (operation: Operation, request: ContractRequest, exchange: Exchange, header: unknown) => Promise<FromInventory | undefined>;

const cell = (value: unknown): string => (/[",\r\n]/.test(String(value)) ? `"${String(value).replaceAll('"', '""')}"` : String(value));

const toCsv = (header: string, rows: Fields[]): string => [header, ...rows.map((row) => header.split(',').map((column) => cell(row[column])).join(','))].map((line) => `${line}\n`).join('');

/** `Millbrook 345 kV Substation` as a part of a file's name. */
const slugOf = (name: unknown): string => String(name).toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '');

export function createInventory(handlers: Handlers): Inventory {
  async function read<Value>(operationId: string, call: Call): Promise<Value> {
    const { body } = await handlers[operationId]!(call as never);
    if (body === undefined || !isLarge(body)) return JSON.parse(String(body)) as Value;
    const text = await body.text();
    await body.discard();
    return JSON.parse(text) as Value;
  }

  return async ({ method, path }, request, exchange, header) => {
    const [, place, rows, file] = BELOW.exec(path) ?? [];
    if (method !== 'GET' || place === undefined) return undefined;
    const { read: readPlace, field } = PLACES[place as keyof typeof PLACES];
    if (![readPlace, 'getCyberSystems', 'getCyberAssets'].every((operationId) => operationId in handlers)) return undefined;
    const [id] = Object.values(request.params);
    const call = callOf(asRead({ ...request, params: { id } }), exchange);
    const { name } = await read<Fields>(readPlace, call);

    const systems = (await read<Fields[]>('getCyberSystems', call)).filter((system) => system[place === 'cyber-systems' ? 'id' : `${field}_id`] === id);
    if (rows === 'cyber-systems') return { body: systems };
    const systemOf = new Map(systems.map((system) => [system['id'], system]));
    const assets = (await read<Fields[]>('getCyberAssets', call)).filter((asset) => systemOf.has(asset['cyber_system_id']));
    if (file === undefined) return { body: assets };
    const wanted = assets.filter((asset) => (asset['impact_rating'] === 'low') === (file === 'export-low'));
    const told = wanted.map((asset) => ({ ...asset, cyber_system_name: systemOf.get(asset['cyber_system_id'])!['name'], [`${field}_id`]: id, [`${field}_name`]: name }));
    const columns = String(header).split('\n')[0]!;
    return { body: toCsv(columns, told), disposition: `attachment; filename="${slugOf(name)}-cyber-assets${file === 'export-low' ? '-low' : ''}.csv"` };
  };
}
