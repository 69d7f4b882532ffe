// Tests 200 worlds at once, the time of resets and forks, and the maximum number of worlds.
import { MAX_WORLDS } from '../../../src/sandbox/control/worlds';
import { type Sandbox, startSandbox } from '../../support/sandbox';
import { type TestWorld, contentOf, control, createWorld } from '../../support/worlds';

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await startSandbox()));
afterAll(() => sandbox.close());

const milliseconds = async (work: () => Promise<unknown>): Promise<number> => {
  const since = performance.now();
  await work();
  return performance.now() - since;
};
const WORLDS = 200;
/** More requests at once would get 503 on a busy machine. */
const AT_ONCE = 25;

/** Runs a work for each world, in several turns at once. */
async function inTurns(worlds: TestWorld[], work: (world: TestWorld, index: number) => Promise<void>) {
  const entries = worlds.entries();
  const turn = async (): Promise<void> => {
    for (const [index, world] of entries) await work(world, index);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, turn));
}

it(`keeps ${WORLDS} worlds apart that write and list at once`, async () => {
  const worlds: TestWorld[] = [];
  for (let index = 0; index < WORLDS; index++)
    worlds.push(await createWorld(sandbox, { from: 'empty', label: `Label${index}X` }));
  const mark = (index: number) => `mark${index}end`;
  await inTurns(worlds, async ({ client }, index) => {
    const facility = await client('POST', '/facilities', { body: { name: mark(index) } });
    const system = await client('POST', '/cyber-systems', {
      body: { name: mark(index), impact_rating: 'low', facility_id: facility.body.id },
    });
    const asset = { name: mark(index), cyber_system_id: system.body.id, asset_type: 'hardware' };
    expect((await client('POST', '/cyber-assets', { body: asset })).status).toBe(201);
    expect(
      (
        await client('POST', '/tasks', {
          body: { title: mark(index) },
          headers: { 'Idempotency-Key': 'same' },
        })
      ).status,
    ).toBe(201);
  });
  const texts: string[] = [];
  await inTurns(worlds, async (world, index) => void (texts[index] = JSON.stringify(await contentOf(world))));
  for (const [index, text] of texts.entries()) {
    expect(new Set(text.match(/mark\d+end/g))).toEqual(new Set([mark(index)]));
    const ids = new Set(text.match(/org[_-][0-9a-z]{26}/g)?.map((id) => id.replace('-', '_')));
    expect([...ids].filter((id) => id !== worlds[index]!.id)).toEqual([]);
  }
  for (const { id } of worlds) await control(sandbox, 'DELETE', `/${id}`);
}, 120_000);

it('creates and resets worlds of the demo inventory in 50 ms', async () => {
  const { id } = await createWorld(sandbox);
  const [created, reset]: [number[], number[]] = [[], []];
  for (let round = 0; round < 30; round++) {
    created.push(await milliseconds(() => createWorld(sandbox)));
    reset.push(await milliseconds(() => control(sandbox, 'POST', `/${id}/reset`)));
  }
  // Other test files share the machine.
  expect([Math.min(...created) <= 50, Math.min(...reset) <= 50]).toEqual([true, true]);
}, 60_000);

it('forks 10,000 assets in half the time of their import', async () => {
  const parent = await createWorld(sandbox, { from: 'empty' });
  const facility = await parent.client('POST', '/facilities', { body: { name: 'Large' } });
  const system = await parent.client('POST', '/cyber-systems', {
    body: { name: 'Large', impact_rating: 'low', facility_id: facility.body.id },
  });
  const importing = await milliseconds(async () => {
    for (let part = 0; part < 10; part++) {
      const rows = Array.from({ length: 1000 }, (_, index) => `"LARGE-${part}-${index}","hardware"`);
      const form = new FormData();
      form.set('file', new Blob([`name,asset_type\n${rows.join('\n')}`], { type: 'text/csv' }), 'assets.csv');
      const imported = await fetch(`${sandbox.url}/cyber-systems/${system.body.id}/cyber-assets/import`, {
        method: 'POST',
        headers: { 'X-API-Key': parent.key },
        body: form,
      });
      expect(((await imported.json()) as { created: number }).created).toBe(1000);
    }
  });
  const took: number[] = [];
  for (let round = 0; round < 3; round++) {
    let fork: TestWorld | undefined;
    took.push(await milliseconds(async () => (fork = await createWorld(sandbox, { from: parent.id }))));
    expect((await fork!.client('GET', '/cyber-assets')).body).toHaveLength(10_000);
  }
  expect(Math.min(...took)).toBeLessThan(importing / 2);
}, 120_000);

it(`returns 409 for more than ${MAX_WORLDS} worlds`, async () => {
  const present = (await control(sandbox, 'GET')).body.length as number;
  for (let index = present; index < MAX_WORLDS; index++) await createWorld(sandbox, { from: 'empty' });
  const refused = await control(sandbox, 'POST', '', { from: 'empty' });
  expect([refused.status, refused.body.error, refused.body.message]).toEqual([
    409,
    'conflict',
    'The sandbox has 500 worlds, the maximum. Delete a world first.',
  ]);
}, 120_000);
