// Tests If-Match and Idempotency-Key of planned operations: a mock accepts and rejects them like the released
// operation will.
import { operations } from '../support/examples';
import { type Sandbox, startSandbox } from '../support/sandbox';
import { formOf } from './walk';
import { STEPS } from './walk-table';

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await startSandbox()));
afterAll(() => sandbox.close());

const tagOf = async (path: string): Promise<string> =>
  (await sandbox.client('GET', path)).headers.get('etag')!;

const TASK = '/tasks/tsk_01kk3yxhf2fef8fjcx00fb6sbr';
const NEW_TASK = {
  title: 'Review the access list',
  assigneeId: 'usr_01k4r1b0wxfe5vd0pm9kqhxkhr',
  dueDate: '2026-12-01',
};
const change = { title: 'Review the access list', status: 'in_progress' };

/** Planned changes of a record that an operation on the same path reads, available or planned. */
const CONDITIONAL = STEPS.filter(({ method, operationId }) => {
  const { path, responses } = operations.find((operation) => operation.operationId === operationId)!;
  const reading = operations.find((operation) => operation.path === path && operation.method === 'GET');
  return (
    ['PUT', 'PATCH', 'DELETE'].includes(method) &&
    responses['412'] &&
    reading?.responses['200']?.headers?.['ETag']
  );
});

test('planned changes exist for records of available and of planned operations', () => {
  expect(CONDITIONAL.map(({ operationId }) => operationId)).toEqual(
    expect.arrayContaining([
      'updateFacility',
      'deleteCyberSystem',
      'updateTask',
      'deleteEvidence',
      'updateUser',
    ]),
  );
});

test.each(CONDITIONAL)(
  '$operationId accepts the current ETag, and returns 412 for any other',
  async ({ method, path, body }) => {
    const tag = await tagOf(path);
    const send = async (ifMatch: string) => {
      const answer = await sandbox.client(method, path, { body, headers: { 'If-Match': ifMatch } });
      return answer.status < 300 ? 'accepted' : [answer.status, answer.body.error];
    };
    for (const one of [tag, '*', `"other", ${tag}`, `${tag.slice(0, -1)}-gzip"`])
      expect([one, await send(one)]).toEqual([one, 'accepted']);
    for (const other of ['"other"', `W/${tag}`, tag.slice(1, -1), await tagOf('/facilities')])
      expect([other, await send(other)]).toEqual([other, [412, 'precondition_failed']]);
  },
);

test('a change accepts the ETag of the previous change', async () => {
  const put = async (ifMatch: string, title: string) =>
    sandbox.client('PUT', TASK, { body: { ...change, title }, headers: { 'If-Match': ifMatch } });
  const first = await put(await tagOf(TASK), 'One');
  const second = await put(first.headers.get('etag')!, 'Two');
  expect([first.status, second.status, (await put(second.headers.get('etag')!, 'Three')).status]).toEqual([
    200, 200, 200,
  ]);
  const created = await sandbox.client('POST', '/tasks', { body: NEW_TASK });
  expect(
    (
      await sandbox.client('PUT', created.headers.get('location')!, {
        body: change,
        headers: { 'If-Match': created.headers.get('etag')! },
      })
    ).status,
  ).toBe(200);
});

test('Prefer returns the requested status whatever the If-Match', async () => {
  for (const [prefer, status] of [
    ['dynamic=true', 200],
    ['code=409', 409],
  ] as const) {
    expect(
      (
        await sandbox.client('PUT', TASK, {
          body: change,
          headers: { 'If-Match': '"other"', Prefer: prefer },
        })
      ).status,
    ).toBe(status);
  }
});

test('returns 404 for a missing record, whatever the If-Match', async () => {
  expect(
    (
      await sandbox.client('PATCH', '/facilities/fac_00000000000000000000000000', {
        body: { name: 'A' },
        headers: { 'If-Match': '*' },
      })
    ).status,
  ).toBe(404);
});

describe('Idempotency-Key', () => {
  const post = (key: string, sent: object | null = NEW_TASK, path = '/tasks') =>
    sandbox.client('POST', path, { ...(sent && { body: sent }), headers: { 'Idempotency-Key': key } });

  test('the same request is replayed, and another request with its key is rejected', async () => {
    const first = await post('k1');
    const again = await post('k1', Object.fromEntries(Object.entries(NEW_TASK).reverse()));
    expect([first.status, first.headers.get('idempotency-replayed')]).toEqual([201, null]);
    expect([again.status, again.text, again.headers.get('idempotency-replayed')]).toEqual([
      201,
      first.text,
      'true',
    ]);
    for (const name of ['location', 'etag', 'content-type', 'x-answered-by'])
      expect(again.headers.get(name)).toBe(first.headers.get(name));
    expect(await post('k1', { ...NEW_TASK, title: 'Another' })).toMatchObject({
      status: 422,
      body: { error: 'idempotency_mismatch' },
    });
  });

  test('a key is valid for one operation and one record, available or planned', async () => {
    const asset = {
      name: 'MLB345-RTU09',
      cyber_system_id: 'cs_01k9key4fteaess0fz2tt06azn',
      asset_type: 'hardware',
    };
    expect((await post('k2', asset, '/cyber-assets')).status).toBe(201);
    expect((await post('k2')).status).toBe(422);
    expect((await post('k3', null, '/policy-documents/pd_01kkg9yy7hfenan86sznkq9nnc/submit')).status).toBe(
      200,
    );
    expect((await post('k3', null, '/policy-documents/pd_01kk0ec9e5efwrs46f3p8tpkr6/submit')).status).toBe(
      422,
    );
  });

  test('a repeated file upload with another boundary is replayed, and another file is rejected', async () => {
    const upload = async (content: string) =>
      (
        await sandbox.client('POST', '/policy-documents/upload', {
          body: formOf({ file: content }),
          headers: { 'Idempotency-Key': 'k5' },
        })
      ).status;
    expect([
      await upload('%PDF-1.7 one'),
      await upload('%PDF-1.7 one'),
      await upload('%PDF-1.7 two'),
    ]).toEqual([201, 201, 422]);
  });

  test('an error is not stored', async () => {
    expect((await post('k4', {})).status).toBe(400);
    expect((await post('k4')).status).toBe(201);
  });
});
