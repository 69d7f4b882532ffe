// Tests that every record that an example of the contract shows can be read, changed and deleted in the sandbox.
import type { Operation } from '../../src/contract/document';
import { demoData } from '../../src/sandbox/demo-data/demo-data';
import { type Fields, examples, isSuccess, objectsIn, operations } from '../support/examples';
import { type Sandbox, resetDemoData, startSandbox } from '../support/sandbox';
import { outcome, read } from '../support/world';

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await startSandbox()));
afterAll(() => sandbox.close());
beforeEach(() => resetDemoData(sandbox));

const reads = examples
  .filter((example) => isSuccess(example) && example.method === 'GET')
  .flatMap(({ value }) => objectsIn(value));
const shown = reads.filter(({ id }) => id !== undefined);

const prefixOf = (id: unknown): string => String(id).split('_')[0]!;

/** A submitted document cannot be deleted, and one with an approved version stays. */
const documentsToKeep = [
  ...new Set(
    reads.flatMap(({ id, status, versionNumber, documentId }) => {
      if (versionNumber !== undefined) return String(documentId);
      return prefixOf(id) === 'pd' && ['approved', 'submitted'].includes(String(status)) ? String(id) : [];
    }),
  ),
];

/** An operation on one record, with the prefix of the record's id. */
interface RecordOperation extends Operation {
  prefix: string;
}

const onRecords: RecordOperation[] = operations
  .filter(({ path }) => /^\/[\w-]+\/\{id\}(\/with-sections)?$/.test(path))
  .map((operation) => {
    const [example] = Object.values(operation.parameters.find(({ name }) => name === 'id')!.examples!);
    return { ...operation, prefix: prefixOf(example!.value) };
  });

const using = (...methods: string[]) => onRecords.filter(({ method }) => methods.includes(method));
const idsOf = ({ prefix }: RecordOperation): string[] =>
  [...new Set(shown.map(({ id }) => String(id)))].filter((id) => prefixOf(id) === prefix);
const at = ({ path }: Operation, id: string): string => path.replace('{id}', id);

/**
 * The contract returns 409 for final assignments, the own user, the last administrator, an accepted invitation and
 * versions.
 */
const FIXED: Record<string, string[]> = {
  updateTrainingAssignment: ['ta_01kk71xbtgfxx9tfnn15hq4eka'],
  deleteUser: [
    'usr_01k4rtp84qegyr0mmg0jhv7bqj',
    'usr_01k4tqhhzaf1pr2ec8dttbxnqd',
    'usr_01k5pbxfvpe9xsp7n99qqk4j8a',
  ],
  cancelInvitation: ['inv_01km5xa0gsfzc8hgcpp0bndf50'],
};

/** Only a draft can change. A submitted document is approved and then reverted; other steps return 409. */
async function makeDraft(id: string): Promise<void> {
  if (prefixOf(id) !== 'pd') return;
  for (const step of ['approve', 'revert']) await sandbox.client('POST', `/policy-documents/${id}/${step}`);
}

it.each(using('GET'))('$operationId returns each record as the examples show it', async (operation) => {
  expect(idsOf(operation)).not.toEqual([]);
  for (const id of idsOf(operation)) {
    const record = (await read(sandbox.client, at(operation, id))) as Fields;
    for (const each of shown.filter((one) => one.id === id)) {
      const both = Object.keys(each).filter((key) => key in record);
      expect(both.map((key) => [key, record[key]])).toEqual(both.map((key) => [key, each[key]]));
    }
  }
});

/** PUT replaces the record. It keeps the records that the record refers to. */
function bodyFor(method: string, example: Fields, id: string): Fields {
  const record = shown.find((each) => each.id === id)!;
  const kept = Object.keys(example).filter(
    (key) => method === 'PUT' && /(Id|Type)$/.test(key) && key in record,
  );
  return { ...example, ...Object.fromEntries(kept.map((key) => [key, record[key]])) };
}

it.each(using('PATCH', 'PUT'))(
  '$operationId changes each record as one of its examples does',
  async (operation) => {
    const { operationId, method, requestBody } = operation;
    const bodies = Object.values(requestBody!.content['application/json']!.examples!);
    const rejected: string[] = [];
    expect(idsOf(operation)).not.toEqual([]);
    for (const id of idsOf(operation)) {
      await resetDemoData(sandbox);
      await makeDraft(id);
      const statuses: number[] = [];
      for (const { value } of bodies) {
        if (operationId === 'updateUser') await resetDemoData(sandbox); // the user behind the key may lose a right
        const body = bodyFor(method, value as Fields, id);
        const reply = await sandbox.client(method, at(operation, id), { body });
        statuses.push(reply.status);
        if (reply.status === 200) expect([id, reply.body]).toEqual([id, expect.objectContaining(body)]);
        else expect([id, ...outcome(reply)]).toEqual([id, 409, 'conflict']);
      }
      if (!statuses.includes(200)) rejected.push(id);
    }
    expect(rejected).toEqual(FIXED[operationId] ?? []);
  },
);

it('each record is deleted after the records that belong to it', async () => {
  const deletes = using('DELETE');
  const inventory = Object.values(demoData() as unknown as Record<string, { id: string }[]>).flat();
  const ids = new Set([...shown, ...inventory].map(({ id }) => String(id)));
  let left = [...ids].filter((id) => deletes.some(({ prefix }) => prefix === prefixOf(id)));
  for (let before = Infinity; left.length < before;) {
    before = left.length;
    const conflicts: string[] = [];
    for (const id of left) {
      const operation = deletes.find(({ prefix }) => prefix === prefixOf(id))!;
      const { status } = await sandbox.client('DELETE', at(operation, id));
      expect([id, [204, 409]]).toEqual([id, expect.arrayContaining([status])]);
      if (status === 409) conflicts.push(id);
    }
    left = conflicts;
  }
  const fixed = deletes.flatMap(({ operationId }) => FIXED[operationId] ?? []);
  expect(left.sort()).toEqual([...fixed, ...documentsToKeep].sort());
});
