// Servers with the list operations of CMDBs. The rows can change between two requests.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Row = Record<string, unknown>;
type Page = { body: object; headers?: Record<string, string> };

/** Returns the rows of a page. `maximum`: the largest page of the server. */
const slice = (rows: Row[], offset: string | null, limit: string | null, maximum: number): Row[] =>
  rows.slice(Number(offset), Number(offset) + Math.min(Number(limit), maximum));

export interface Cmdb {
  key: string;
  rowOf(number: number): Row;
  respond(rows: Row[], url: URL, maximum: number): Page;
}

/** Text with leading zeros, so that keys sort as texts in order of their numbers. */
const sysId = (number: number): string => String(number).padStart(32, '0');

/** `hidden`: keys that the account may not read. ServiceNow counts them and removes them from pages. */
export const serviceNow = (hidden: number[] = []): Cmdb => ({
  key: 'sys_id',
  rowOf: (number) => ({
    sys_id: sysId(number),
    name: `RTU${number}`,
    sys_class_name: 'IP Device',
    install_status: 'Installed',
    location: 'Millbrook',
    u_bes_cyber_system: 'Protection',
  }),
  respond(rows, { searchParams }, maximum) {
    const query = searchParams.get('sysparm_query')!;
    const after = /sys_id>(\w+)/.exec(query)?.[1] ?? '';
    const selected = rows.filter(({ sys_id: id }) => (id as string) > after);
    const page = slice(
      selected,
      searchParams.get('sysparm_offset'),
      searchParams.get('sysparm_limit'),
      maximum,
    );
    const keys = new Set(hidden.map(sysId));
    return {
      headers: { 'X-Total-Count': String(selected.length) },
      body: { result: page.filter(({ sys_id: id }) => !keys.has(id as string)) },
    };
  },
});

export const netBox: Cmdb = {
  key: 'id',
  rowOf: (number) => ({
    id: number,
    name: `RTU${number}`,
    status: { value: 'active' },
    site: { name: 'Millbrook' },
    custom_fields: { bes_cyber_system: number % 2 ? 'Protection' : null },
  }),
  respond(rows, { searchParams }, maximum) {
    const selected = rows.filter(({ id }) => (id as number) > Number(searchParams.get('id__gt')));
    const results = slice(selected, searchParams.get('offset'), searchParams.get('limit'), maximum);
    return { body: { count: selected.length, next: 'x', results } };
  },
};

/** `maximum` Infinity: without enforced limits, the server returns all rows and ignores the offset. */
export const device42: Cmdb = {
  key: 'device_id',
  rowOf: (number) => ({
    device_id: number,
    name: `RTU${number}`,
    type: number === 1 ? 'cluster' : 'physical',
    in_service: true,
    building: 'Millbrook',
    custom_fields: [{ key: 'BES Cyber System', value: 'Protection', notes: null }],
  }),
  respond(rows, { searchParams }, maximum) {
    const page =
      maximum === Infinity
        ? rows
        : slice(rows, searchParams.get('offset'), searchParams.get('limit'), maximum);
    return { body: { total_count: rows.length, [maximum === Infinity ? 'devices' : 'Devices']: page } };
  },
};

export const snipeIt: Cmdb = {
  key: 'id',
  rowOf: (number) => ({
    id: number,
    name: number === 1 ? '' : `RTU${number}`,
    asset_tag: `TAG${number}`,
    status_label: { id: 1, name: 'In use', status_meta: number === 2 ? 'undeployable' : 'deployed' },
    category: { id: 1, name: 'Relay' },
    location: { id: 1, name: 'Millbrook' },
    custom_fields: {
      'BES Cyber System': { field: '_snipeit_bes_1', value: 'Protection', field_format: 'ANY' },
    },
  }),
  respond(rows, { searchParams }, maximum) {
    const page = slice(rows, searchParams.get('offset'), searchParams.get('limit'), Math.min(maximum, 500));
    return { body: { total: rows.length, rows: page } };
  },
};

export const glpi: Cmdb = {
  key: 'id',
  rowOf: (number) => ({
    id: number,
    name: `RTU${number}`,
    is_deleted: 0,
    is_template: number === 1 ? 1 : 0,
    locations_id: 'Millbrook',
    groups_id: number === 2 ? 0 : 'Protection',
  }),
  respond(rows, url, maximum) {
    if (url.pathname.endsWith('/initSession')) return { body: { session_token: 'session' } };
    const [from, to] = url.searchParams.get('range')!.split('-').map(Number) as [number, number];
    const page = rows.slice(from, Math.min(to + 1, from + maximum));
    const range = `${from}-${from + page.length - 1}/${rows.length}`;
    return { body: page, ...(page.length > 0 && { headers: { 'Content-Range': range } }) };
  },
};

export interface CmdbServer {
  url: string;
  requests: IncomingMessage[];
  rows: Row[];
  close(): Promise<void>;
}

/** Called before a request is answered. Returns true when it has answered itself. */
export type BeforePage = (server: CmdbServer, response: ServerResponse) => boolean | void;

export async function serveCmdb(
  cmdb: Cmdb,
  { count = 2_500, maximum = 1_000, before }: { count?: number; maximum?: number; before?: BeforePage } = {},
): Promise<CmdbServer> {
  const server = createServer((request, response) => {
    served.requests.push(request);
    if (before?.(served, response)) return;
    const { body, headers = {} } = cmdb.respond(served.rows, new URL(request.url!, 'http://x'), maximum);
    response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const served: CmdbServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: [],
    rows: Array.from({ length: count }, (_, index) => cmdb.rowOf(index + 1)),
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  };
  return served;
}
