// The entries of an import or of a sync plan as one run.
import { groupRuns } from '../../../src/server/audit/formats';
import { newAsset } from '../../support/assets';
import { CEDAR, type TestSettings, startTestSettings } from '../../support/settings';
import { signedInVisitor } from '../../support/visitor';

let test: TestSettings;
beforeAll(async () => void (test = await startTestSettings()));
afterAll(() => test.close());

const id = () => test.cedar.organization.id;
const create = (request: string) =>
  test.client('POST', '/cyber-assets', { body: newAsset(), headers: { 'X-Request-Id': request } });

it('the entries of an import, and those of a sync plan, are each one run', async () => {
  for (const request of [
    'other',
    'sync-0123456789abcdef-1',
    'sync-0123456789abcdef-2',
    'sync-fedcba9876543210-1',
  ])
    await create(request);
  const rows = await test.inventory.activity.newest(id());
  expect(groupRuns(rows.reverse()).map(({ run, rows: { length } }) => [run?.name, length])).toEqual([
    [undefined, 1],
    [expect.stringMatching(/^Import at /), 8],
    ...Array<[undefined, number]>(rows.length - 12).fill([undefined, 1]),
    ['Sync plan 0123456789abcdef', 2],
    ['Sync plan fedcba9876543210', 1],
  ]);
});

it('the Settings page shows a run under one line with its number of entries', async () => {
  const visitor = await signedInVisitor(test.pages, test.admin);
  const { text } = await visitor.get(`${CEDAR}/activity`);
  expect(text).toContain('<summary>Sync plan 0123456789abcdef: 2 entries on this page</summary>');
  expect(text).toMatch(/<summary>Import at \S+: 8 entries on this page<\/summary>/);
  expect(text).not.toContain('fedcba9876543210:');
});
