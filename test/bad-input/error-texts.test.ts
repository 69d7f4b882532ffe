// The texts of errors that a person can act on: what callers, operators and integrators read.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { moment } from '../../src/cli/support/arguments';
import { withChecksum } from '../../src/server/keys/format';
import { readSource as readImport } from '../../src/server/import/read';
import { readSource as readSync } from '../../src/sync/source/source';
import type { CallOptions } from '../support/client';
import { temporaryFolder } from '../support/folder';
import { type Sandbox, startSandbox } from '../support/sandbox';
import { accessLine, startTestServer } from '../support/server';
import { control } from '../support/worlds';
import { until } from '../support/until';

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await startSandbox()));
afterAll(() => sandbox.close());

const ASSIGNMENT = 'ta_01km3bmwy4fpyah6hmwshsne20';
const asset = (fields: object) => ({
  name: 'MLB345-RTU02',
  cyber_system_id: 'cs_01k9key4fteaess0fz2tt06azn',
  asset_type: 'hardware',
  ...fields,
});
const task = (fields: object) => ({ title: 'Evaluate patches', ...fields });
const link = (url: string) => ({
  resourceId: 'ca_01kbs4t885enxtxcxapjygarsc',
  resourceType: 'cyber_asset',
  type: 'link',
  url,
});
const user = { name: 'Ann', role: 'auditor' };

/** What the response says beside its status and its code. */
type Row = [method: string, path: string, body: object | null, outcome: string, message: string];

test.each<Row>([
  // Ids: in a body, in a list, in a query and in a path, of released and planned operations.
  [
    'POST',
    '/tasks',
    task({ assigneeId: 'dale' }),
    '400 invalid_reference',
    'assigneeId must be the id of a user, such as usr_01k4…',
  ],
  [
    'POST',
    '/tasks',
    task({ assigneeId: 'usr_01k00000000000000000000000' }),
    '400 invalid_reference',
    'assigneeId names no user of your organization.',
  ],
  [
    'POST',
    '/tasks',
    task({ assigneeId: '' }),
    '400 validation_error',
    'assigneeId must be the id of a user, such as usr_01k4…',
  ],
  [
    'POST',
    '/tasks',
    task({ relatedResourceType: 'cyber_asset', relatedResourceId: 'MLB345' }),
    '400 invalid_reference',
    'relatedResourceId must be the id of a cyber asset, such as ca_01k4…',
  ],
  [
    'POST',
    '/tasks/bulk',
    { tasks: [task({}), task({ assigneeId: 'ca_1' })] },
    '400 invalid_reference',
    'tasks.1.assigneeId must be the id of a user, such as usr_01k4…',
  ],
  [
    'POST',
    '/cyber-assets',
    asset({ cyber_system_id: 'EMS' }),
    '400 invalid_reference',
    'cyber_system_id must be the id of a cyber system, such as cs_01k4…',
  ],
  [
    'PATCH',
    '/cyber-assets/ca_01kbs4t885enxtxcxapjygarsc',
    { cyber_system_id: 'cs_01k9key4fteaess0fz2tt06azn ' },
    '400 invalid_reference',
    'cyber_system_id has a space (U+0020) at position 30; remove it.',
  ],
  [
    'GET',
    '/tasks?assigneeId=dale',
    null,
    '400 validation_error',
    'assigneeId must be the id of a user, such as usr_01k4…',
  ],
  [
    'GET',
    '/facilities/Millbrook',
    null,
    '404 not_found',
    'No facility of your organization has the id in the path.',
  ],
  [
    'GET',
    '/access-control/01',
    null,
    '404 not_found',
    'No access control of your organization has the id in the path.',
  ],
  [
    'GET',
    '/evidence/by-resource/fac_1',
    null,
    '404 not_found',
    'No record of your organization has the id in the path.',
  ],

  // Dates and times.
  [
    'POST',
    '/tasks',
    task({ dueDate: '2026-02-30' }),
    '400 validation_error',
    'dueDate is not a date: February 2026 has the days 01 to 28.',
  ],
  [
    'POST',
    '/tasks',
    task({ dueDate: '2026-13-01' }),
    '400 validation_error',
    'dueDate is not a date: a year has the months 01 to 12.',
  ],
  [
    'POST',
    '/tasks',
    task({ dueDate: '31.01.2026' }),
    '400 validation_error',
    'dueDate must be a date such as 2026-01-31.',
  ],
  [
    'GET',
    '/tasks?dueFrom=2026-04-31',
    null,
    '400 validation_error',
    'dueFrom is not a date: April 2026 has the days 01 to 30.',
  ],
  [
    'GET',
    '/tasks?dueTo=2026-04-30T00:00:00Z',
    null,
    '400 validation_error',
    'dueTo must be a date without a time, such as 2026-04-30.',
  ],
  [
    'PUT',
    '/tasks/tsk_1/2027-02-29',
    { status: 'open' },
    '404 not_found',
    'The dueDate in the path is not a date: February 2027 has the days 01 to 28.',
  ],
  [
    'POST',
    `/training-assignments/${ASSIGNMENT}/complete`,
    { completedAt: '2026-01-01T00:30:00.250+0530' },
    '400 validation_error',
    'completedAt must be a time with Z or an offset, such as 2025-12-31T19:00:00.250Z.',
  ],
  [
    'POST',
    `/training-assignments/${ASSIGNMENT}/complete`,
    { completedAt: '2026-01-31 08:15' },
    '400 validation_error',
    'completedAt must be a time with Z or an offset, such as 2026-01-31T08:15:00Z.',
  ],
  [
    'POST',
    `/training-assignments/${ASSIGNMENT}/complete`,
    { completedAt: '2026-02-30T08:15:30Z' },
    '400 validation_error',
    'completedAt is not a time: February 2026 has the days 01 to 28.',
  ],
  [
    'POST',
    `/training-assignments/${ASSIGNMENT}/complete`,
    { completedAt: '2026-01-31T24:15:30Z' },
    '400 validation_error',
    'completedAt is not a time: hours are 00 to 23.',
  ],
  [
    'POST',
    `/training-assignments/${ASSIGNMENT}/complete`,
    { completedAt: 'today' },
    '400 validation_error',
    'completedAt must be a time with Z or an offset, such as 2026-01-31T08:15:30Z.',
  ],

  // Texts.
  [
    'POST',
    '/cyber-assets',
    asset({ name: 'MLB345\u200b-RTU02' }),
    '400 validation_error',
    'name has a zero width space (U+200B) at position 7; remove it.',
  ],
  [
    'POST',
    '/cyber-assets',
    asset({ name: '🔌 RTU\u202e02' }),
    '400 validation_error',
    'name has a right-to-left override (U+202E) at position 6; remove it.',
  ],
  [
    'POST',
    '/cyber-assets',
    asset({ name: 'RTU\ud83d' }),
    '400 validation_error',
    'name has half of a surrogate pair (U+D83D) at position 4; remove it.',
  ],
  [
    'POST',
    '/cyber-assets',
    asset({ name: ' RTU02' }),
    '400 validation_error',
    'name begins with a space (U+0020); remove it.',
  ],
  [
    'POST',
    '/tasks',
    task({ title: 'Patch\t' }),
    '400 validation_error',
    'title has a tab (U+0009) at position 6; remove it.',
  ],
  [
    'POST',
    '/tasks',
    task({ title: 'Patch\u00a0' }),
    '400 validation_error',
    'title ends with a no-break space (U+00A0); remove it.',
  ],
  [
    'POST',
    '/tasks',
    task({ notes: 'One\u0007' }),
    '400 validation_error',
    'notes has a control character (U+0007) at position 4; remove it.',
  ],
  [
    'POST',
    '/evidence',
    link('see the wiki'),
    '400 validation_error',
    'url must be an absolute http or https URL, such as https://example.com/page, without user information.',
  ],
  [
    'POST',
    '/users',
    { ...user, email: 'ann' },
    '400 validation_error',
    'email must be an e-mail address, such as name@example.com.',
  ],
  [
    'GET',
    '/invitations/validate?token=aaaaaaaa%20aaaaaaaa',
    null,
    '400 validation_error',
    'token has a space (U+0020) at position 9; remove it.',
  ],

  // Counts.
  ['POST', '/tasks', task({ title: '' }), '400 validation_error', 'title must not be empty.'],
  ['POST', '/tasks/bulk', { tasks: [] }, '400 validation_error', 'tasks must have at least 1 entry.'],
  [
    'PATCH',
    '/policy-documents/pd_1/sections/reorder',
    { sectionIds: ['sec_1', 'sec_1'] },
    '400 validation_error',
    'sectionIds has the same entry at 0 and 1; remove one.',
  ],
  [
    'PATCH',
    '/policy-documents/pd_1/sections/reorder',
    { sectionIds: ['one'] },
    '400 validation_error',
    'sectionIds.0 must be the id of a section, such as sec_01k4…',
  ],
  ['GET', '/policy-documents?limit=201', null, '400 validation_error', 'limit must be at most 200.'],
])('%s %s %j: %s: %s', async (method, path, body, outcome, message) => {
  const reply = await sandbox.client(method, path, { body: body ?? undefined });
  const said = String(reply.body.message).replace(/^The request is invalid: /, '');
  expect([`${reply.status} ${reply.body.error}`, said]).toEqual([outcome, message]);
});

const IMPORT = '/cyber-systems/cs_01k9key4fteaess0fz2tt06azn/cyber-assets/import';
const EXPECTED =
  'required: name, asset_type; also allowed: cyber_system_id, id, cyber_system_name, impact_rating, created_at, updated_at, facility_id, facility_name, control_center_id, control_center_name.';

test.each([
  ['PK\u0003\u0004', 'is a workbook (for example XLSX), not CSV; export the rows as CSV.'],
  ['\ufeff<html><head>', 'is an HTML page, for example of a sign-in, not CSV; export the rows as CSV.'],
  ['[{"name": "RTU02"}]', 'is a JSON file, not CSV; export the rows as CSV.'],
  ['%PDF-1.7', 'is a PDF file, not CSV; export the rows as CSV.'],
  [
    'Name;asset_type\n',
    `has no column name; found: Name, asset_type (separated by a semicolon); ${EXPECTED}`,
  ],
  [
    'name\tasset_type\tserial\n',
    `has the unknown column serial; found: name, asset_type, serial (separated by a tab); ${EXPECTED}`,
  ],
  ['name|asset_type\n', `has no column name, asset_type; found: name|asset_type; ${EXPECTED}`],
  [
    'name,asset_type\nRTU\u200b02,hardware\n',
    'has no valid row: line 2 name has a zero width space (U+200B) at position 4; remove it.',
  ],
])('a CSV file %j of assets %s', async (text, fault) => {
  const body = new FormData();
  body.append('file', new Blob([text], { type: 'text/csv' }), 'assets.csv');
  const reply = await sandbox.client('POST', IMPORT, { body });
  expect([reply.status, reply.body.message]).toEqual([400, `The request is invalid: file ${fault}`]);
});

const folder = temporaryFolder();
test.each<[command: string, name: string, content: string | Buffer, message: string]>([
  [
    'sync',
    'a.csv',
    Buffer.from('PK\x03\x04\x14', 'latin1'),
    'is a workbook (for example XLSX), not CSV; export the rows as CSV',
  ],
  [
    'sync',
    'b.csv',
    Buffer.from('d0cf11e0a1b1', 'hex'),
    'is a workbook (XLS), not CSV; export the rows as CSV',
  ],
  [
    'sync',
    'c.csv',
    '\uFEFF\n<!DOCTYPE html><title>Sign in</title>',
    'is an HTML page, for example of a sign-in, not CSV',
  ],
  ['sync', 'd.csv', ' [{"id": 1}]', 'is a JSON file, not CSV; export the rows as CSV'],
  ['sync', 'e.csv', '%PDF-1.7', 'is a PDF file, not CSV; export the rows as CSV'],
  ['sync', 'f.ndjson', '<html>', 'is an HTML page'],
  [
    'import',
    'g.json',
    '<!DOCTYPE html>',
    'is an HTML page, for example of a sign-in, not JSON; export the rows as JSON',
  ],
  ['import', 'h.yaml', 'PK\x03\x04', 'is a workbook (for example XLSX), not YAML; export the rows as YAML'],
])('%s says what a file is: %s', async (command, name, content, message) => {
  const file = join(folder, name);
  writeFileSync(file, content);
  const read: Promise<unknown> = command === 'sync' ? readSync(file) : readImport(file);
  await expect(read).rejects.toThrow(`${file} ${message}`);
});

test.each([
  ['2026-02-30', 'The value is not a time: February 2026 has the days 01 to 28. Write a day'],
  ['soon', 'Write a day'],
  ['2026-01-31T09:15:30+01', 'Write a day'],
])('the option of a command %s: %s', (text, message) => {
  expect(() => moment(text)).toThrow(message);
});

test('the option of a command accepts a time with an offset', () => {
  expect(moment('2026-01-31T09:15:30+01:00')).toBe('2026-01-31T08:15:30.000Z');
});

/** Returns what the console shows of a request. The log has it once the response is sent. */
const entryOf = (requestId: string | null): Promise<unknown> =>
  until(async () => {
    const log = (await (await fetch(`${sandbox.url}/console/requests`)).json()) as Record<string, unknown>[];
    return log.find((each) => each['requestId'] === requestId);
  });

const UNAUTHORIZED = 'A valid API key is required in the X-API-Key header.';

type BadKey = CallOptions & { path?: string };

/** A bad key, with what the log and the console of the sandbox say. Callers read the same body for each. */
test.each<[reason: string, request: () => BadKey | Promise<BadKey>, fault: string]>([
  ['missing', () => ({ key: null }), 'The request has no key. Send it in the X-API-Key header.'],
  [
    'in Authorization',
    () => ({ key: null, headers: { Authorization: `Bearer ${sandbox.key}` } }),
    'The key came in the Authorization header. Send it in X-API-Key, without Bearer.',
  ],
  [
    'in Authorization',
    () => ({ key: '', headers: { Authorization: sandbox.key } }),
    'The key came in the Authorization header. Send it in X-API-Key, without Bearer.',
  ],
  [
    'in the query',
    () => ({ key: null, path: `/tasks?api_key=${sandbox.key}` }),
    'The key came in the query, which proxies log. Send it in the X-API-Key header.',
  ],
  [
    'malformed',
    () => ({ key: `Bearer ${sandbox.key}` }),
    'The X-API-Key header is no key: a key is cik_test_ and 36 letters and digits.',
  ],
  [
    'wrong checksum',
    () => ({ key: sandbox.key.replace('Cedar', 'cedar') }),
    'The key has a wrong checksum: a character was changed. Copy the key again.',
  ],
  [
    'other environment',
    () => ({ key: withChecksum(`cik_live_${'A'.repeat(30)}`) }),
    'The key is for the real server. Use a key that begins with cik_test_.',
  ],
  [
    'unknown',
    () => ({ key: withChecksum(`cik_test_${'A'.repeat(30)}`) }),
    'No world of this sandbox has the key. A sandbox in memory forgets its worlds when it stops.',
  ],
  [
    'deleted world',
    async () => {
      const { body } = await control(sandbox, 'POST', '', {});
      await control(sandbox, 'DELETE', `/${body.id}`);
      return { key: body.key };
    },
    'The world of the key was deleted, or had no request for a day. Create another world.',
  ],
])(
  'a key that is %s gets the body of each bad key, and a reason on the console',
  async (reason, request, fault) => {
    const { path = '/tasks', ...options } = await request();
    const { status, headers, body } = await sandbox.client('GET', path, options);
    const advice =
      'The sandbox prints its key when it starts, and POST /sandbox/worlds returns the key of a new world.';
    expect([status, body]).toEqual([401, { error: 'unauthorized', message: `${UNAUTHORIZED} ${advice}` }]);
    expect(await entryOf(headers.get('x-request-id'))).toMatchObject({
      keyRejection: reason,
      rule: { faults: [fault] },
    });
  },
);

test('the server logs the reason against a key, and its body differs from the sandbox by the advice only', async () => {
  const server = await startTestServer();
  const headers = { Authorization: `Bearer ${server.cedar.key}`, 'X-Request-Id': 'misplaced' };
  const response = await fetch(`${server.url}/tasks`, { headers });
  expect(await response.json()).toEqual({ error: 'unauthorized', message: UNAUTHORIZED });
  expect(await accessLine(server, 'misplaced')).toMatchObject({
    status: 401,
    keyRejection: 'in Authorization',
  });
  await server.close();
});
