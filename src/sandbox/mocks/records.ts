// The records that a document's examples show, by the ids in them: what one answer lists or makes, the next call finds.
import { type ContractDocument, operationsOf } from '../../contract/document';

export type Fields = Record<string, unknown>;

/** The records that have all of these fields, one of which must be an id; what reads show comes before what changes make of it. */
export type Records = (fields: Fields) => Fields[];

export const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `tsk` of `tsk_01kk358wb4fm7r1620hdjd55v4`; undefined of what does not tell its kind. */
export const kindOf = (id: unknown): string | undefined =>
  typeof id === 'string' ? /^[a-z]+(?=_)/.exec(id)?.[0] : undefined;

/** Whether a field has ids, by its name: `assigneeId`, `facility_id`, `facilityIds`. */
export const isReference = (field: string): boolean => /ids?$/i.test(field);

/** The field of a record that a parameter of the path stands for: that of its name, or the first with an id of its kind. An id that tells no kind is the record's where the parameter is its `own`. */
function fieldNamed(
  record: Fields,
  name: string,
  value: unknown,
  own: string | undefined,
): string | undefined {
  const kind = kindOf(value);
  if (name in record && name !== 'id') return name;
  const ofKind =
    kind === undefined
      ? undefined
      : ['id', ...Object.keys(record)].find((field) => kindOf(record[field]) === kind);
  if (ofKind !== undefined) return ofKind;
  const isOwn = name === own && 'id' in record && (kind === undefined || kindOf(record['id']) === undefined);
  return isOwn ? 'id' : undefined;
}

/** The parameter of a path that says which record the answer is about: the last one, unless others are listed below it. */
export function ownParameter({ paths }: ContractDocument, path: string): string | undefined {
  const [, name, below] = /\{([^{}]+)\}([^{}]*)$/.exec(path) ?? [];
  return below === '' || !paths[path]?.['get'] ? name : undefined;
}

/** What the parameters of a path say of a record. */
export const namedBy = (params: Fields, record: Fields, own?: string): Fields =>
  Object.fromEntries(
    Object.entries(params).flatMap(([name, value]) => {
      const field = fieldNamed(record, name, value, own);
      return field === undefined ? [] : [[field, value]];
    }),
  );

export const pick = (fields: Fields, wanted: (field: string) => boolean): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([field]) => wanted(field)));

/** A text as it stands in JSON. */
const inJson = (value: unknown): string => JSON.stringify(String(value)).slice(1, -1);

/** The record under other ids, wherever it says its own: in addresses too. */
export function renamed(record: Fields, named: Fields): Fields {
  let text = JSON.stringify(record);
  for (const [field, id] of Object.entries(named))
    if (kindOf(id) !== undefined && kindOf(record[field]) !== undefined)
      text = text.replaceAll(inJson(record[field]), () => inJson(id));
  return { ...(JSON.parse(text) as Fields), ...named };
}

function* objectsIn(value: unknown): Generator<Fields> {
  if (typeof value !== 'object' || value === null) return;
  if (isObject(value)) yield value;
  for (const member of Object.values(value)) yield* objectsIn(member);
}

function* shownBy(document: ContractDocument): Generator<Fields> {
  const operations = operationsOf(document);
  for (const { responses } of [
    ...operations.filter(({ method }) => method === 'GET'),
    ...operations.filter(({ method }) => method !== 'GET'),
  ]) {
    for (const [status, { content = {} }] of Object.entries(responses)) {
      if (status.startsWith('2'))
        for (const { examples } of Object.values(content))
          yield* objectsIn(Object.values(examples ?? {}).map(({ value }) => value));
    }
  }
}

export function createRecords(document: ContractDocument): Records {
  const byId = new Map<unknown, Fields[]>();
  for (const record of shownBy(document)) {
    for (const id of new Set(Object.values(record).filter(kindOf)))
      byId.set(id, [...(byId.get(id) ?? []), record]);
  }
  return (fields) => {
    const named = Object.entries(fields);
    const [, id] = named.find(([, value]) => kindOf(value) !== undefined) ?? [];
    return (byId.get(id) ?? []).filter((record) => named.every(([field, value]) => record[field] === value));
  };
}

export const isShown = (records: Records, id: unknown): boolean => records({ id }).length > 0;

/** The same, with records that are known from elsewhere before them. */
export const withKnown =
  (records: Records, known: Fields[]): Records =>
  (fields) => [
    ...known.filter((record) => Object.entries(fields).every(([field, value]) => record[field] === value)),
    ...records(fields),
  ];
