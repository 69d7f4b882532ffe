// Journeys through the records of an operation: they create, list, filter, read, change and delete.
import { type ContractDocument, type Operation, operationsOf } from '../../contract/document';
import { bodySchema, createRecordModel } from '../../contract/record-model';
import { bodyExamples, jsonSchemaOf, parametersIn, valuesOf } from '../probe/requests';
import type { Reply, Send } from '../probe/send';

type Fields = Record<string, unknown>;

interface JourneyOptions {
  document: ContractDocument;
  operation: Operation;
  /** In an empty world, records refer to no other records. */
  isEmpty: boolean;
}

/** Sends a journey. A later replay judges its recorded responses. */
export async function travel({ document, operation, isEmpty }: JourneyOptions, send: Send): Promise<void> {
  const model = createRecordModel(document);
  const resource = resourceOf(document, operation);
  const { collection, list, create, read, change, remove, actions } = resource;
  let keys = 0;

  const bodiesOf = (of: Operation): Fields[] => {
    const { properties, required } = model.shapeOf(bodySchema(of));
    const isKept = (name: string): boolean =>
      required.has(name) ||
      (model.keyword(properties[name], 'x-references') === undefined && !/Type$/.test(name));
    const examples = jsonSchemaOf(of) ? bodyExamples(of) : [];
    const bodies = examples.map(([, body]) => (isEmpty ? pick(body as Fields, isKept) : (body as Fields)));
    // The record without optional fields shows the defaults.
    const [first] = bodies;
    return first ? [...bodies, pick(first, (name) => required.has(name))] : [];
  };
  const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    send({
      method,
      path,
      headers: { ...(body === undefined ? {} : { 'Content-Type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const listAll = async () => (list ? (await call('GET', collection)).body : undefined);
  const tagOf = async (path: string): Promise<string> =>
    (read && (await call('GET', path)).headers.get('etag')) ?? '"none"';

  const rows = rowsOf(await listAll());
  const created: Fields[] = [];
  const keep = ({ status, body }: Reply): void => void (status === 201 && created.push(body as Fields));
  const bodies = create ? bodiesOf(create) : [];
  for (const body of bodies) {
    keep(await call('POST', collection, body));
    await listAll();
  }
  if (bodies.length > 0) {
    const headers = { 'Idempotency-Key': `journey-${++keys}` };
    for (const body of [bodies[0], bodies[0], bodies.at(-1)]) await call('POST', collection, body, headers);
    await listAll();
  }
  if (list) await callFilters(list, created, (query) => call('GET', `${collection}?${query}`));
  if (list) await callPages((query) => call('GET', `${collection}?${query}`), list);

  const paths = (create ? created : rows.slice(0, MAX_ROWS)).map(({ id }) => `${collection}/${String(id)}`);
  for (const path of paths) {
    if (!read) break;
    const tag = await tagOf(path);
    await call('GET', path, undefined, { 'If-None-Match': tag });
  }
  const [first, second] = paths;
  if (first !== undefined && change) {
    const stale = await tagOf(first);
    for (const body of bodiesOf(change)) {
      await call(change.method, first, body, { 'If-Match': await tagOf(first) });
      await call(change.method, first, body, { 'If-Match': stale });
      await tagOf(first);
      await listAll();
    }
  }
  for (const action of first === undefined ? [] : actions) {
    const path = action.path.replace(/\{\w+\}/, first!.slice(collection.length + 1));
    const [body] = action.requestBody ? bodiesOf(action) : [];
    for (const repeated of [body, body]) await call('POST', path, repeated);
    await tagOf(first!);
  }
  if (second !== undefined && remove) {
    await call('DELETE', second, undefined, { 'If-Match': '"stale"' });
    await call('DELETE', second);
    await tagOf(second);
    await call('DELETE', second);
    await listAll();
  }
}

const pick = (fields: Fields, isKept: (name: string) => boolean): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => isKept(name)));

/** Sends each filter with its examples, and with the values of the new records. */
async function callFilters(
  list: Operation,
  created: Fields[],
  get: (query: string) => Promise<Reply>,
): Promise<void> {
  for (const parameter of parametersIn(list, 'query')) {
    const { name } = parameter;
    if (['limit', 'cursor'].includes(name)) continue;
    const own = created.flatMap((record) => (name in record ? [record[name]] : []));
    const values = [...valuesOf(parameter), ...own];
    for (const value of new Set(values.filter((each) => typeof each !== 'object').map(String)))
      await get(new URLSearchParams([[name, value]]).toString());
  }
}

const MAX_PAGES = 3;
/** Records that a journey reads of a collection in which it can create none. */
const MAX_ROWS = 3;

/** Returns the records of a list: an array, or the `data` of a page. */
function rowsOf(body: unknown): Fields[] {
  const { data = body } = (body ?? {}) as { data?: unknown };
  return Array.isArray(data) ? (data as Fields[]) : [];
}

async function callPages(get: (query: string) => Promise<Reply>, { parameters }: Operation): Promise<void> {
  if (!parameters.some(({ name }) => name === 'limit')) return;
  let cursor: unknown;
  for (let page = 0; page < MAX_PAGES; page++) {
    const { body } = await get(
      `limit=1${typeof cursor === 'string' ? `&cursor=${encodeURIComponent(cursor)}` : ''}`,
    );
    cursor = (body as { nextCursor?: unknown } | undefined)?.nextCursor;
    if (typeof cursor !== 'string') return;
  }
}

/** The operations on one collection of records. */
interface Resource {
  collection: string;
  list: Operation | undefined;
  create: Operation | undefined;
  read: Operation | undefined;
  change: Operation | undefined;
  remove: Operation | undefined;
  /** POST below a record, for example its approval. */
  actions: Operation[];
}

const collectionOf = ({ path }: Operation): string => path.split('/{')[0]!;

/** Returns the operations on the records that an operation is about. */
function resourceOf(document: ContractDocument, operation: Operation): Resource {
  const collection = collectionOf(operation);
  const all = operationsOf(document).filter((each) => collectionOf(each) === collection);
  const find = (path: RegExp, ...methods: string[]): Operation | undefined =>
    all.find((each) => path.test(each.path.slice(collection.length)) && methods.includes(each.method));
  return {
    collection,
    list: find(/^$/, 'GET'),
    create: find(/^$/, 'POST'),
    read: find(/^\/\{\w+\}$/, 'GET'),
    change: find(/^\/\{\w+\}$/, 'PUT', 'PATCH'),
    remove: find(/^\/\{\w+\}$/, 'DELETE'),
    actions: all.filter(
      ({ method, path }) => method === 'POST' && /^\/\{\w+\}\/[\w-]+$/.test(path.slice(collection.length)),
    ),
  };
}
