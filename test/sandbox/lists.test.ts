// Tests mocked lists: filters, limits, and cursors that return each row once.
import { type Sandbox, startSandbox } from '../support/sandbox';

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await startSandbox()));
afterAll(() => sandbox.close());

type Row = Record<string, unknown> & { id: string };
interface List {
  data: Row[];
  total: number;
  nextCursor?: string;
}

const list = async (path: string): Promise<List> => (await sandbox.client('GET', path)).body as List;

it.each([
  ['/tasks', 'status', ['open', 'in_progress', 'complete', 'overdue', 'cancelled']],
  ['/training-assignments', 'status', ['assigned', 'in_progress', 'complete', 'overdue', 'waived']],
  ['/users', 'role', ['auditor', 'contributor', 'api_user', 'organization_admin']],
  ['/policy-documents', 'status', ['draft', 'submitted', 'approved']],
  ['/access-control', 'status', ['active', 'inactive']],
  ['/invitations', 'status', ['pending', 'accepted']],
  ['/activity', 'resourceType', ['task', 'policy-document', 'facility']],
])('%s?%s=… returns the matching rows', async (path, field, values) => {
  const all = (await list(path)).data;
  for (const value of values) {
    const expected = all.filter((row) => row[field] === value);
    expect(await list(`${path}?${field}=${value}`)).toEqual({ data: expected, total: expected.length });
  }
});

it.each([
  [
    '/tasks?dueFrom=2026-04-01&dueTo=2026-04-17&status=open',
    '/tasks',
    ({ dueDate, status }: Row) => status === 'open' && dueDate! >= '2026-04-01' && dueDate! <= '2026-04-17',
  ],
  [
    '/training-assignments?completedTo=2026-03-24',
    '/training-assignments',
    ({ completedAt }: Row) => completedAt !== null && (completedAt as string) < '2026-03-25',
  ],
  [
    '/training-assignments?moduleId=tm_01kkw8xrwze23szbcmec30rba8',
    '/training-assignments',
    ({ trainingModuleId }: Row) => trainingModuleId === 'tm_01kkw8xrwze23szbcmec30rba8',
  ],
  [
    '/training-assignments?facilityId=fac_01k86nzczmeh2snyv5sh1bq95y',
    '/training-assignments',
    ({ facilities }: Row) => (facilities as Row[]).some(({ id }) => id === 'fac_01k86nzczmeh2snyv5sh1bq95y'),
  ],
  [
    '/activity?from=2026-03-10&to=2026-03-20',
    '/activity',
    ({ occurredAt }: Row) => (occurredAt as string) >= '2026-03-10' && (occurredAt as string) < '2026-03-21',
  ],
])('%s returns the matching rows', async (path, whole, isAsked) => {
  const expected = (await list(whole)).data.filter(isAsked);
  expect(expected.length).toBeGreaterThan(0);
  expect(await list(path)).toEqual({ data: expected, total: expected.length });
});

it('an export returns the rows of its filter as JSON and as CSV', async () => {
  const rows = (await sandbox.client('GET', '/training-assignments/export?format=json&status=waived'))
    .body as Row[];
  const [header, ...lines] = (await sandbox.client('GET', '/training-assignments/export?status=waived')).text
    .trimEnd()
    .split('\n');
  expect([
    rows.map(({ status }) => status),
    header!.startsWith('"id",'),
    lines.map((line) => line.split(',')[0]),
  ]).toEqual([['waived'], true, rows.map(({ id }) => `"${id}"`)]);
});

it.each([
  '/policy-documents',
  '/users',
  '/access-control',
  '/activity',
  '/policy-documents?status=approved',
  '/activity?actorId=usr_01k5pbxfvpe9xsp7n99qqk4j8a',
])('a page of %s has as many rows as its limit, and the cursor returns each other row once', async (path) => {
  const all = await list(path);
  const and = path.includes('?') ? '&' : '?';
  for (const limit of [1, 2, 3]) {
    // The cursor contains the query, so the query is optional in the next request.
    for (const repeated of [`${path}${and}limit=${limit}&`, `${path.split('?')[0]}?`]) {
      const seen: string[] = [];
      for (
        let page = await list(`${path}${and}limit=${limit}`);
        ;
        page = await list(`${repeated}cursor=${page.nextCursor}`)
      ) {
        expect(page.total).toBe(all.total);
        expect(page.data.length).toBe(Math.min(limit, all.total - seen.length));
        seen.push(...page.data.map(({ id }) => id));
        if (page.nextCursor === undefined) break;
      }
      expect(seen).toEqual(all.data.map(({ id }) => id));
    }
  }
});

it('the page in the contract example matches its limit, and its cursor returns the rest', async () => {
  const example = (
    await sandbox.client('GET', '/policy-documents', { headers: { Prefer: 'example=firstPage' } })
  ).body as List;
  const first = await list('/policy-documents?limit=2');
  expect([first.data, first.total]).toEqual([example.data, example.total]);
  const rest = await list(`/policy-documents?cursor=${example.nextCursor}`);
  expect([...example.data, ...rest.data]).toEqual((await list('/policy-documents')).data);
});

it('an unknown cursor returns 400, as the contract states', async () => {
  for (const cursor of ['nonsense', 'eyJvZmZzZXQiOi0xfQ', 'bnVsbA']) {
    const { status, body } = await sandbox.client('GET', `/activity?cursor=${cursor}`);
    expect([cursor, status, body.details]).toEqual([
      cursor,
      400,
      [{ field: 'cursor', message: expect.any(String) }],
    ]);
  }
});

it('a cursor is valid for its own operation and filter, with any limit', async () => {
  const { nextCursor } = await list('/policy-documents?status=approved&limit=1');
  const all = await list('/policy-documents?status=approved');
  expect((await list(`/policy-documents?status=approved&limit=2&cursor=${nextCursor}`)).data).toEqual(
    all.data.slice(1, 3),
  );
  for (const path of ['/activity?', '/users?', '/policy-documents?status=draft&'])
    expect([path, (await sandbox.client('GET', `${path}cursor=${nextCursor}`)).status]).toEqual([path, 400]);
});
