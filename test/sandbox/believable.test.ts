// Mocks and the real part speak of one world: what a mock names can be looked up, and each request gets the
// answer of its own scenario.
import { parse } from 'csv-parse/sync';
import type { Reply } from '../support/client';
import { type Example, examples, idsIn, isSuccess, objectsIn, operations } from '../support/examples';
import { type Sandbox, startSandbox } from '../support/sandbox';
import { type Step, formOf } from './walk';
import { ASSIGNMENT, MILLBROOK, PATCH_TASK, RTU } from './walk-ids';
import { STEPS } from './walk-table';

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await startSandbox()));
afterAll(() => sandbox.close());

const take = ({ method, path, body, form }: Step): Promise<Reply> =>
  sandbox.client(method, path, form ? { body: formOf(form) } : { body });

const REAL: Record<string, string> = {
  fac: '/facilities',
  cc: '/control-centers',
  cs: '/cyber-systems',
  ca: '/cyber-assets',
};

it.each(STEPS.filter(({ status }) => status !== 204))(
  'what $operationId names of the inventory is there',
  async (step) => {
    const { body, status, headers } = await take(step);
    const made = status === 201 ? [body.id, headers.get('location')?.split('/').at(-1)] : [];
    const removed = [body.data ?? []]
      .flat()
      .filter(({ operation }: { operation?: string }) => operation === 'deleted')
      .map(({ resourceId }: { resourceId: string }) => resourceId);
    for (const { id, prefix } of idsIn(body)) {
      if (!(prefix in REAL) || made.includes(id) || removed.includes(id)) continue;
      expect([id, (await sandbox.client('GET', `${REAL[prefix]}/${id}`)).status]).toEqual([id, 200]);
    }
  },
);

const planned = operations.filter(({ availability }) => availability === 'planned');
const shownBy = (operationId: string, name: string): Example | undefined =>
  examples.find(
    (example) => example.operationId === operationId && isSuccess(example) && example.name === name,
  );

const kindOf = (record: unknown): string | undefined =>
  /^[a-z]+(?=_)/.exec(String((record as { id?: unknown }).id))?.[0];

/**
 * Each record that some example of an operation with one id in its path shows, with the path that names it.
 */
const NAMED = planned
  .filter(
    ({ method, path }) => (method === 'GET' && path.endsWith('/{id}')) || path.endsWith('/with-sections'),
  )
  .flatMap(({ operationId, path }) =>
    examples
      .filter((example) => example.operationId === operationId && isSuccess(example))
      .map(({ name, value }) => ({
        operationId,
        name,
        value,
        path: path.replace('{id}', (value as { id: string }).id),
      })),
  );

it.each(NAMED)('GET $path answers with that very record ($name)', async ({ path, value }) => {
  expect((await sandbox.client('GET', path)).body).toEqual(value);
});

/** Each record that any answer lists, makes or changes, of the kinds that have a call for one. */
const LISTED = NAMED.filter(
  ({ value }, index) => NAMED.findIndex((named) => kindOf(named.value) === kindOf(value)) === index,
).flatMap(({ value, path, operationId }) =>
  [
    ...new Set(
      examples
        .filter(isSuccess)
        .flatMap((example) => objectsIn(example.value))
        .filter((record) => kindOf(record) === kindOf(value))
        .map(({ id }) => id as string),
    ),
  ].map((id) => ({ operationId, id, path: path.replace((value as { id: string }).id, id) })),
);

it.each(LISTED)('$operationId finds $id, which some answer shows', async ({ id, path }) => {
  const { status, body } = await sandbox.client('GET', path);
  expect([status, body.id]).toEqual([200, id]);
});

/**
 * Two scenarios of one body cannot be told apart, nor files that are not kept; and of an upload the file that
 * came is shown (uploads.test.ts).
 */
const INDISTINCT = [
  'createInvitation byMailAlone',
  'importCyberAssets someRowsRefused',
  'uploadPolicyDocumentFile responsePlan',
];

const SCENARIOS = examples
  .filter(
    ({ operationId, part, name }) =>
      part === 'request' &&
      planned.some((operation) => operation.operationId === operationId) &&
      !INDISTINCT.includes(`${operationId} ${name}`),
  )
  .map((request) => ({
    ...request,
    step: STEPS.find(({ operationId }) => operationId === request.operationId)!,
  }));

it.each(SCENARIOS)(
  '$method with the body of $operationId $name answers the example of that name',
  async ({ operationId, name, value, step }) => {
    const body = step.form ? formOf(value as Record<string, string>) : value;
    const answer = shownBy(operationId, name)!.value;
    const path = step.path
      .split('/')
      .map((segment) =>
        kindOf(answer) !== undefined && segment.startsWith(`${kindOf(answer)}_`)
          ? (answer as { id: string }).id
          : segment,
      )
      .join('/');
    expect((await sandbox.client(step.method, path, { body })).body).toEqual(answer);
  },
);

it.each([
  ['checkAccess', 'writeSystems', '/users/me/check-access?permission=cyber_systems:write'],
  ['validateInvitation', 'replaced', '/invitations/validate?token=Wd2kM6xR8qJzBe9vNh3fSy5C'],
  ['getTasks', 'overdue', '/tasks?status=overdue'],
  ['getTasks', 'april', '/tasks?dueTo=2026-04-30&dueFrom=2026-04-01'],
  [
    'getTrainingAssignments',
    'firstQuarter',
    '/training-assignments?completedFrom=2026-01-01&completedTo=2026-03-31',
  ],
  ['listPolicyDocuments', 'drafts', '/policy-documents?status=draft'],
  ['listInvitations', 'pending', '/invitations?status=pending'],
  ['listActivityLogs', 'otSecurityLead', '/activity?actorId=usr_01k5ny6ynkfrd9a2aecnkabw2e'],
  [
    'getActivityLogsByEntity',
    'retiredHistorian',
    '/activity/by-resource-type/cyber-asset/ca_01kcfq8dc2fe6apcc6ryxgpt76',
  ],
  ['listEvidenceByResource', 'millbrookRtu', `/evidence/by-resource/${RTU}`],
  ['listEvidenceByResource', 'patchEvaluation', `/evidence/by-resource/${PATCH_TASK}`],
  ['exportTrainingAssignments', 'complete', '/training-assignments/export?status=complete'],
])('%s answers the scenario %s for the parameters of that name', async (operationId, name, path) => {
  const { value } = shownBy(operationId, name)!;
  expect((await sandbox.client('GET', path)).body).toEqual(
    typeof value === 'string' ? value.replaceAll('\n', '\r\n') : value,
  );
});

it.each([
  ['csv', 'text/csv', '?format=csv', 'application/json'],
  ['json', 'application/json', '?format=json', 'text/csv'],
  ['the form of the default', 'text/csv', '', 'application/json, text/plain, */*'],
])('an export in %s is %s, whatever Accept says', async (_format, type, query, Accept) => {
  const { headers, text } = await sandbox.client('GET', `/training-assignments/export${query}`, {
    headers: { Accept },
  });
  expect([headers.get('content-type'), headers.get('content-disposition')]).toEqual([
    expect.stringContaining(type),
    expect.stringMatching(/^attachment/),
  ]);
  const rows =
    type === 'text/csv'
      ? parse<{ id: string }>(text, { columns: true })
      : (JSON.parse(text) as { id: string }[]);
  expect(rows.map(({ id }) => id)).toContain(ASSIGNMENT);
});

it('an export is told by its name as what it is', async () => {
  for (const format of ['csv', 'json']) {
    const { headers } = await sandbox.client('GET', `/training-assignments/export?format=${format}`);
    expect(headers.get('content-disposition')).toMatch(new RegExp(`\\.${format}"?$`));
  }
});

it('the import takes a file with the header of the template, and one with that of an export', async () => {
  const template = await sandbox.client('GET', '/cyber-assets/import/template');
  const exported = await sandbox.client('GET', `/facilities/${MILLBROOK}/cyber-assets/export`);
  const [wanted] = parse(template.text);
  expect(parse(exported.text)[0]).toEqual(expect.arrayContaining(wanted!));
  for (const file of [`${template.text}MLB345-RTU02,hardware\n`, exported.text]) {
    const step = STEPS.find(({ operationId }) => operationId === 'importCyberAssets')!;
    expect((await take({ ...step, form: { file } })).status).toBe(201);
  }
});

it.each(STEPS.filter(({ shows, method }) => method === 'GET' && shows !== undefined))(
  'whoever follows nextCursor of $operationId comes to an end',
  async ({ path }) => {
    const first = await sandbox.client('GET', path);
    if (first.body.nextCursor === undefined) return;
    const next = await sandbox.client('GET', `${path}?cursor=${encodeURIComponent(first.body.nextCursor)}`);
    expect([next.status, next.body.nextCursor]).toEqual([200, undefined]);
  },
);
