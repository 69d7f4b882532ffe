// The demo records of planned operations: those that the examples of the contract's reads show, so that every
// documented record can be read, changed and deleted.
import { contractDocument, listOperations, type Operation } from '../../contract/document';
import { type Fields, createRecordModel, successSchema } from '../../contract/record-model';
import { newVersion } from '../../server/operations/policy-documents';
import type { RecordRow } from '../../server/records/table';
import { TABLES } from '../../server/records/tables';
import { demoId, demoOrganization } from './demo-data';
import { isObject } from '../../base/values';
import { sha256 } from '../../base/digest';

const model = createRecordModel(contractDocument);
const operations = new Map(listOperations(contractDocument).map((each) => [each.operationId, each]));

const getExamples = ({ responses }: Operation): unknown[] =>
  ['200', '201'].flatMap((status) =>
    Object.values(responses[status]?.content?.['application/json']?.examples ?? {}).map(({ value }) => value),
  );

const examplesOfId = (operationId: string): unknown[] => getExamples(operations.get(operationId)!);

const rowsIn = (value: unknown): Fields[] =>
  Array.isArray(value)
    ? (value as Fields[])
    : isObject(value) && Array.isArray(value.data)
      ? (value.data as Fields[])
      : [value as Fields];

/** Returns the records of each collection by id. A detail adds to the row of a list. */
function shownRecords(): Map<string, Map<string, Fields>> {
  const shown = new Map<string, Map<string, Fields>>();
  for (const operation of operations.values()) {
    const schema = successSchema(operation);
    const rows = model.rowsOf(schema)?.items ?? schema;
    const collection = model.keyword(model.shapeOf(rows).properties.id, 'x-references');
    if (operation.method !== 'GET' || typeof collection !== 'string' || collection in TABLES) continue;
    if (/\/(facilities|export)$/.test(operation.path)) continue;
    const records = shown.get(collection) ?? new Map<string, Fields>();
    shown.set(collection, records);
    for (const row of getExamples(operation).flatMap(rowsIn)) {
      const id = String(row.id);
      records.set(id, { ...records.get(id), ...row });
    }
  }
  return shown;
}

function* objectsIn(value: unknown): Generator<Fields> {
  if (typeof value !== 'object' || value === null) return;
  if (isObject(value)) yield value;
  for (const member of Object.values(value)) yield* objectsIn(member);
}

/** Returns the files that examples refer to and that are in no list, such as those of evidence. */
function supportingFiles(listed: ReadonlyMap<string, Fields>): Fields[] {
  const [uploader] = [...listed.values()].map(({ uploadedBy }) => uploadedBy);
  const all = [...operations.values()].flatMap((operation) => [
    ...getExamples(operation),
    ...Object.values(operation.requestBody?.content?.['application/json']?.examples ?? {}).map(
      ({ value }) => value,
    ),
  ]);
  const files = new Map<unknown, Fields>();
  for (const { fileId, fileName, mediaType, sizeBytes } of objectsIn(all)) {
    if (typeof fileId !== 'string' || listed.has(fileId)) continue;
    const details = fileName ? { fileName, mediaType, sizeBytes } : files.get(fileId);
    files.set(fileId, details ?? { fileName: `${fileId}.pdf`, mediaType: 'application/pdf', sizeBytes: 1 });
  }
  const state = {
    status: 'processed',
    sectionCount: 1,
    uploadedBy: uploader,
    uploadedAt: '2026-03-02T08:00:00.000Z',
    processedAt: '2026-03-02T08:00:01.000Z',
  };
  return [...files].map(([id, details]) => ({ id, ...details, ...state, $documentId: '' }));
}

/** Returns an invitation; the first pending one has the token of the examples. */
function withToken(invitation: Fields, index: number): Fields {
  if (invitation.status !== 'pending' || index > 0) return invitation;
  const token = operations.get('validateInvitation')!.parameters.find(({ name }) => name === 'token')!
    .examples!.active!.value;
  return { ...invitation, $digest: sha256(String(token)) };
}

function createVersions(document: Fields, approver: unknown): object[] {
  const shown = examplesOfId('listDocumentVersions')
    .flatMap(rowsIn)
    .filter(({ documentId }) => documentId === document.id);
  if (shown.length > 0 || document.status !== 'approved') return shown.reverse();
  const [id, approved] = [String(document.id), new Date(String(document.updatedAt))];
  return [newVersion(id, [], { approvedBy: String(approver), now: approved, slug: demoOrganization.slug })];
}

const completeInstances = ({ id: parentTaskId, instances }: Fields): Fields[] =>
  ((instances ?? []) as Fields[])
    .filter(({ status }) => status === 'complete')
    .map(({ dueDate, status, completedAt }) => ({
      id: `${String(parentTaskId)}/${String(dueDate)}`,
      ...{ parentTaskId, dueDate, status, completedAt },
    }));

const STORED_STATUS: Record<string, string> = { Task: 'open', TrainingAssignment: 'assigned' };

/** `overdue` is computed when a record is read. */
export const withStoredStatus = (collection: string, record: Fields): Fields => ({
  ...record,
  ...(record.status === 'overdue' && { status: STORED_STATUS[collection] ?? 'open' }),
});

/** A row of the record table, of which each world has its own. */
export type DemoRow = Omit<RecordRow, 'organization_id'>;

/** `record`: as it is stored. */
export const toRecordRow = (collection: string, record: Fields, $sequence: number): DemoRow => ({
  ...{ collection, id: String(record.id), sequence: $sequence },
  ...{ record: JSON.stringify({ ...record, $sequence }), deleted: 0 },
});

export function demoRecords(): DemoRow[] {
  const shown = shownRecords();
  const [manager] = examplesOfId('getCurrentCipSeniorManager') as [Fields];
  const records = (collection: string): Fields[] => [
    ...(shown.get(collection) ?? new Map<string, Fields>()).values(),
  ];
  const byId = (one: Fields, other: Fields): number => (String(one.id) < String(other.id) ? -1 : 1);
  const collections: Record<string, Fields[]> = {
    ...Object.fromEntries([...shown.keys()].map((name) => [name, records(name)])),
    TaskInstance: records('Task').flatMap(completeInstances),
    File: [...records('File'), ...supportingFiles(shown.get('File')!)],
    Invitation: records('Invitation').map(withToken),
    PolicyDocument: records('PolicyDocument').map((document) => ({
      sections: [],
      assets: [],
      ...document,
      $versions: createVersions(document, manager.userId),
    })),
    DocumentType: [
      ...new Set(records('PolicyDocument').map(({ documentTypeId }) => documentTypeId)),
      ...typesOfRequests(),
    ].map((id) => ({ id })),
    CurrentUser: [
      { id: 'me', profile: examplesOfId('getCurrentUser')[0], organizationName: demoOrganization.name },
    ],
  };
  return Object.entries(collections).flatMap(([collection, all]) =>
    all
      .filter(({ id }, index) => all.findIndex((each) => each.id === id) === index)
      .sort(byId)
      .map((record, index) => toRecordRow(collection, withStoredStatus(collection, record), index + 1)),
  );
}

/** The records of an empty world: the user behind the key, and the document types. */
export function emptyRecords(): DemoRow[] {
  const [example] = examplesOfId('getCurrentUser') as [Fields];
  const user = {
    ...example,
    id: demoId('usr', 'Sandbox').id,
    name: 'Sandbox',
    email: 'sandbox@example.com',
    role: 'organization_admin',
  };
  const me = { id: 'me', profile: user, organizationName: 'Sandbox' };
  const types = demoRecords().filter(({ collection }) => collection === 'DocumentType');
  return [toRecordRow('User', user, 1), toRecordRow('CurrentUser', me, 1), ...types];
}

const typesOfRequests = (): unknown[] =>
  ['createPolicyDocument', 'createPolicyDocumentFromProcessed']
    .flatMap((operationId) =>
      Object.values(operations.get(operationId)!.requestBody!.content['application/json']!.examples!),
    )
    .flatMap(({ value }) => (value as Fields).documentTypeId ?? []);
