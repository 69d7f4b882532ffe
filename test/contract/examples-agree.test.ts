// Checks that a sandbox whose records come from the examples can process every documented request.
import { toDay } from '../../src/base/day';
import { contractDocument, resolve, type Operation, type Schema } from '../../src/contract/document';
import { demoData } from '../../src/sandbox/demo-data/demo-data';
import { type Example, examples, type Fields, isSuccess, objectsIn, operations } from '../support/examples';

type References = string | string[] | { by: string };

interface Reference {
  id: string;
  kinds: string[];
  /** The property that holds the id; undefined for the value of a parameter. */
  property: string | undefined;
}

const pascalCase = (value: string) =>
  value
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

/** Returns the ids in a value with the kinds of records that the schema's `x-references` names. */
function referencesIn(authored: Schema, value: unknown, property?: string, owner: Fields = {}): Reference[] {
  const schema = resolve<Schema>(contractDocument, authored);
  const parts = ['allOf', 'oneOf', 'anyOf'].flatMap((key) => (schema[key] as Schema[] | undefined) ?? []);
  const found = parts.flatMap((part) => referencesIn(part, value, property, owner));
  if (Array.isArray(value) && schema['items'])
    return [...found, ...value.flatMap((item) => referencesIn(schema['items'] as Schema, item, property))];
  if (typeof value === 'object' && value !== null) {
    const properties = (schema['properties'] ?? {}) as Record<string, Schema>;
    const fields = value as Fields;
    return Object.keys(properties)
      .filter((name) => name in fields)
      .flatMap((name) => referencesIn(properties[name]!, fields[name], name, fields))
      .concat(found);
  }
  const references = schema['x-references'] as References | undefined;
  if (references === undefined || typeof value !== 'string') return found;
  const kinds =
    typeof references === 'object' && 'by' in references
      ? [pascalCase(owner[references.by] as string)]
      : [references].flat();
  return [...found, { id: value, kinds, property }];
}

const isRead = (example: Example) => isSuccess(example) && example.method === 'GET';
const isSupportingFile = ({ fileId, fileName }: Fields) => fileId !== undefined && fileName !== undefined;

/** The ids of all records in the demo world, by kind. */
const world = new Map<string, Set<unknown>>(
  Object.entries({
    Facility: demoData().facilities,
    ControlCenter: demoData().control_centers,
    CyberSystem: demoData().cyber_systems,
    CyberAsset: demoData().cyber_assets,
  }).map(([kind, records]) => [kind, new Set<unknown>(records.map(({ id }) => id))]),
);
const add = (kind: string, id: unknown) => world.set(kind, (world.get(kind) ?? new Set()).add(id));

for (const { schema, value } of examples.filter(isRead))
  for (const { id, kinds, property } of referencesIn(schema, value))
    if (property === 'id' || property === 'fileId') for (const kind of kinds) add(kind, id);
for (const { fileId } of objectsIn(examples.map(({ value }) => value)).filter(isSupportingFile))
  add('File', fileId);

/** No operation returns document types. */
const UNREAD = ['DocumentType'];

it.each(operations)('the examples of $operationId refer to records of the demo world', ({ operationId }) => {
  for (const { where, method, part, schema, value } of examples.filter(
    (example) => example.operationId === operationId && example.part !== 'header',
  )) {
    const unknown = referencesIn(schema, value)
      .filter(({ property }) => !(part === 'response' && method === 'POST' && property === 'id'))
      .filter(({ kinds }) => !kinds.some((kind) => UNREAD.includes(kind)))
      .filter(({ id, kinds }) => !kinds.some((kind) => world.get(kind)?.has(id)));
    expect([where, unknown]).toEqual([where, []]);
  }
});

/** A world has files, so that the empty list has no request. */
const UNREACHABLE = ['getProcessingFiles 200 application/json empty'];

/** Returns whether the examples of an operation contain the request of a response example. */
function isDocumented({ parameters, requestBody }: Operation, { name, value }: Example): boolean {
  const hasOwnId = typeof (value as Fields)['id'] === 'string';
  const inPath = parameters.filter((parameter) => parameter.in === 'path');
  const named = [...parameters, ...Object.values(requestBody?.content ?? {})];
  return (
    inPath.every(
      ({ name: field, examples: values = {} }) =>
        name in values || Object.keys(values).length === 1 || (field === 'id' && hasOwnId),
    ) &&
    (named.some(({ examples: values = {} }) => name in values) || (inPath.length > 0 && hasOwnId))
  );
}

it.each(operations.filter(({ method }) => method !== 'DELETE'))(
  'each response example of $operationId has a documented request',
  (operation) => {
    const undocumented = examples
      .filter((example) => isSuccess(example) && example.operationId === operation.operationId)
      .filter((example) => !isDocumented(operation, example) && !UNREACHABLE.includes(example.where));
    const needsNothing =
      !operation.requestBody && !operation.parameters.some(({ required }) => required === true);
    const mediaTypes = new Set(undocumented.map(({ mediaType }) => mediaType));
    // One example of each media type is the response to a request without parameters.
    expect([operation.operationId, undocumented.map(({ name }) => name)]).toEqual([
      operation.operationId,
      needsNothing ? undocumented.slice(0, mediaTypes.size).map(({ name }) => name) : [],
    ]);
  },
);

const SYSTEM_LISTS = [
  { operationId: 'getCyberSystemsByFacility', site: 'facility_id' },
  { operationId: 'getCyberSystemsByControlCenter', site: 'control_center_id' },
] as const;

it.each(SYSTEM_LISTS)('the example of $operationId is complete and in order', ({ operationId, site }) => {
  const shown = examples.find((example) => isRead(example) && example.operationId === operationId)!
    .value as Fields[];
  const ids = demoData()
    .cyber_systems.filter((system) => system[site] === shown[0]![site])
    .map(({ id }) => id)
    .sort();
  expect(shown.map(({ id }) => id)).toEqual(ids);
});

const read = objectsIn(examples.filter(isRead).map(({ value }) => value));

it('active assignments are not yet overdue, and overdue ones were due long ago', () => {
  const today = toDay(new Date());
  const assignments = read.filter(({ trainingModuleId }) => trainingModuleId !== undefined);
  for (const { id, status, dueDate } of assignments) {
    if (status === 'assigned' || status === 'in_progress')
      expect([id, String(dueDate) >= today]).toEqual([id, true]);
    if (status === 'overdue') expect([id, String(dueDate) < '2026-11-01']).toEqual([id, true]);
  }
  expect(assignments.length).toBeGreaterThan(0);
});

const documents = new Map(
  read.filter(({ id }) => String(id).startsWith('pd_')).map((document) => [document['id'], document]),
);

it.each([...documents.values()])('the review date of $title follows its last approval', (document) => {
  const approvals = [
    ...read.filter(({ documentId }) => documentId === document['id']).map(({ approvedAt }) => approvedAt),
    ...(document['status'] === 'approved' ? [document['updatedAt']] : []),
  ].sort();
  const last = approvals.at(-1) as string | undefined;
  const next = last === undefined ? undefined : new Date(last);
  next?.setUTCDate(next.getUTCDate() + (document['reviewIntervalDays'] as number));
  expect(document['reviewDate']).toBe(next?.toISOString().slice(0, 10));
});

it('sections have unique ids', () => {
  const titles = new Map<unknown, Set<unknown>>();
  const sections = objectsIn(examples.map(({ value }) => value)).filter(
    ({ position }) => position !== undefined,
  );
  for (const { id, title } of sections) titles.set(id, (titles.get(id) ?? new Set()).add(title));
  expect(titles.size).toBeGreaterThan(0);
  expect([...titles.values()].filter(({ size }) => size > 1)).toEqual([]);
});
