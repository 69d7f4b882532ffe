// Tests that the demo lies around the day on which a world is made, and that the documents of a sandbox show its dates.
import { join } from 'node:path';
import { openSandbox } from '../../src/app/sandbox';
import { addDays, toDay } from '../../src/base/day';
import { contractDocument } from '../../src/contract/document';
import { WORLD_TABLE } from '../../src/sandbox/control/tables';
import { demoOrganization } from '../../src/sandbox/demo-data/demo-data';
import { temporaryFolder } from '../support/folder';
import { type Sandbox, resetDemoData, startSandbox } from '../support/sandbox';
import { read } from '../support/world';
import { createWorld } from '../support/worlds';
import type { Client } from '../support/client';

/* eslint-disable @typescript-eslint/no-explicit-any -- tests look into any body */

const folder = temporaryFolder();
let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await startSandbox()));
afterAll(() => sandbox.close());

async function calendarOf(client: Client, from: string, to: string): Promise<string[]> {
  const { data: tasks } = await read(client, `/tasks?dueFrom=${from}&dueTo=${to}`);
  const { data: assignments } = await read(client, '/training-assignments');
  return [...tasks.flatMap(({ instances, ...task }: any) => instances ?? [task]), ...assignments]
    .filter(({ dueDate }) => dueDate >= from && dueDate <= to)
    .map(({ status }) => status);
}

/** The last days of a month, of a year and of February, and the day of the examples. */
const DAYS = ['2026-12-31', '2027-01-01', '2027-08-31', '2028-02-29', '2029-06-01'];

it.each(DAYS)('a world made on %s has overdue work, work of today, this week and this month', async (day) => {
  const { client } = await createWorld(sandbox, { now: `${day}T00:00:01.000Z` });
  const { data: overdue } = await read(client, '/tasks?status=overdue');
  expect(overdue.length).toBeGreaterThan(0);
  expect(await calendarOf(client, day, day)).toEqual(['in_progress']);
  expect(await calendarOf(client, day, addDays(day, 6))).toEqual(['open', 'complete', 'in_progress']);
  const { data: log } = await read(client, '/activity?limit=200');
  const acts = log.filter(
    ({ actorType, resourceType }: any) => actorType === 'user' && resourceType !== 'invitation', // sent again
  );
  expect(
    acts
      .map(({ occurredAt }: any) => occurredAt.slice(0, 10))
      .sort()
      .at(-1),
  ).toBe(addDays(day, -1));
  const { data: tasks } = await read(client, '/tasks');
  for (const { recurrence, nextDueDate, instances } of tasks)
    if (recurrence !== null) expect(instances.map(({ dueDate }: any) => dueDate)).toContain(nextDueDate);
});

it('a world of a day before the demo records has none of their work in its past', async () => {
  const { client } = await createWorld(sandbox, { now: '2026-01-05T08:00:00.000Z' });
  const { data: log } = await read(client, '/activity?limit=200');
  const creations = new Map<string, string>();
  for (const { resourceId, occurredAt } of [...log].reverse())
    if (!creations.has(resourceId)) creations.set(resourceId, occurredAt);
  const { data: tasks } = await read(client, '/tasks');
  for (const { id, createdAt, instances } of tasks)
    for (const { completedAt } of instances ?? [])
      expect([id, completedAt === null || completedAt > createdAt]).toEqual([id, true]);
});

it('a reset moves the demo of a world with a set clock to its first day', async () => {
  const world = await createWorld(sandbox, { now: '2028-02-29T08:00:00.000Z' });
  const before = await read(world.client, '/tasks');
  await sandbox.worlds.move(world.id, { advance: 'P1Y' });
  await sandbox.worlds.reset(world.id);
  expect(await read(world.client, '/tasks')).toEqual(before);
});

it('the contract of the sandbox and the rehearsals show the dates of the default world', async () => {
  const tasks = await read(sandbox.client, '/tasks');
  const served = await (await fetch(`${sandbox.url}/docs/openapi.json`)).json();
  const { responses } = served.paths['/tasks'].get;
  expect(responses[200].content['application/json'].examples.cedarValley.value).toEqual(tasks);
  const yaml = await (await fetch(`${sandbox.url}/docs/openapi.yaml`)).text();
  expect(yaml).toContain(`completedAt: ${addDays(toDay(new Date()), -1)}T15:26:37.042Z`);
  const headers = { Prefer: 'example=cedarValley' };
  expect((await sandbox.client('GET', '/tasks', { headers })).body).toEqual(tasks);
  await resetDemoData(sandbox);
  expect(await read(sandbox.client, '/tasks')).toEqual(tasks);
});

it('a persistent sandbox shows the dates of its last reset after a restart', async () => {
  const url = `sqlite:${join(folder, 'kept.sqlite')}`;
  const open = () => openSandbox(url, { isTemporary: false });
  const first = await open();
  await first.inventory.database.knex(WORLD_TABLE).update({ created_at: '2026-01-05T08:00:00.000Z' });
  await first.worlds.reset(demoOrganization.id);
  const shown = first.worlds.shown(contractDocument);
  await first.inventory.close();
  const second = await open();
  expect(second.worlds.shown(contractDocument)).toEqual(shown);
  expect(JSON.stringify(shown)).toContain(toDay(new Date()));
  await second.inventory.close();
});

it('only examples of the contract name a day of the year that moves', () => {
  const { paths, ...rest } = contractDocument;
  expect(JSON.stringify(rest)).not.toContain('2029-');
  const authored = JSON.stringify(paths, (name, value: unknown) => (name === 'examples' ? undefined : value));
  expect(authored).not.toContain('2029-');
  expect(JSON.stringify(paths)).toContain('2029-06-01');
});

it('requests of the contract name days that hold on every day', () => {
  const bodies = Object.values(contractDocument.paths).flatMap((item) =>
    Object.values(item).map((operation) => (operation as { requestBody?: unknown }).requestBody),
  );
  expect(JSON.stringify(bodies)).not.toContain('2029-');
});

it('a day of today is the day of the demo', async () => {
  const [assignment] = (await read(sandbox.client, '/training-assignments')).data;
  expect(assignment.dueDate).toBe(toDay(new Date()));
});
