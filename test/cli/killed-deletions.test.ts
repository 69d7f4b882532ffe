// Tests that a deletion and the end of the access control items on the record are one change, also when the process is killed.
import { once } from 'node:events';
import { join } from 'node:path';
import { said, start, stop } from '../support/cli';
import { temporaryFolder } from '../support/folder';

const file = join(temporaryFolder(), 'killed.sqlite');
const LISTENING = /Sandbox +(\S+)[^]*Ctrl-C[^\n]*\n/;
const FACILITIES = 80;

const idOf = (prefix: string, index: number): string => `${prefix}_${String(index).padStart(26, '0')}`;
const indexes = Array.from({ length: FACILITIES }, (_, index) => index);
const createdAt = '2026-03-02T08:00:00.000Z';
const user = {
  ...{ id: idOf('usr', 0), name: 'Ana Flores', email: 'ana@cedar-valley.example', role: 'contributor' },
  ...{ phone: null, jobTitle: null },
  ...{ createdAt, updatedAt: createdAt },
};
const itemOn = (index: number, accessLevel: string) => ({
  ...{ id: idOf('ac', 2 * index + (accessLevel === 'edit' ? 1 : 0)), userId: user.id, accessLevel },
  ...{ resourceType: 'facility', resourceId: idOf('fac', index), status: 'active', justification: null },
  ...{ grantedAt: createdAt, grantedBy: user.id, revokedAt: null, revokedBy: null },
  ...{ createdAt, updatedAt: createdAt },
});

async function begin() {
  const child = start(['sandbox', '--persist', file], { PORT: '0' });
  const [, url] = await said(child, 'stdout', LISTENING);
  return { child, url: url! };
}

const json = { 'Content-Type': 'application/json' };

it('a killed process leaves each facility with its active items, or neither', async () => {
  const first = await begin();
  const records = {
    User: [user],
    Facility: indexes.map((index) => ({ id: idOf('fac', index), name: `Substation ${index}` })),
    AccessControl: indexes.flatMap((index) => [itemOn(index, 'edit'), itemOn(index, 'read')]),
  };
  const created = await fetch(`${first.url}/sandbox/worlds`, {
    ...{ method: 'POST', headers: json, body: JSON.stringify({ records }) },
  });
  const { key } = (await created.json()) as { key: string };
  expect(created.status).toBe(201);
  const ended = once(first.child, 'close');
  const statuses = await Promise.all(
    indexes.map((index) =>
      fetch(`${first.url}/facilities/${idOf('fac', index)}`, {
        ...{ method: 'DELETE', headers: { 'X-API-Key': key } },
      }).then(
        ({ status }) => {
          first.child.kill('SIGKILL'); // at the first response, in the middle of the others
          return status;
        },
        () => 'unknown',
      ),
    ),
  );
  await ended;
  expect(statuses).toContain(204);
  expect(statuses).toContain('unknown');

  const second = await begin();
  const get = async (path: string) => {
    const response = await fetch(second.url + path, { headers: { 'X-API-Key': key } });
    return (await response.json()) as { data: { resourceId: string; status: string }[] };
  };
  const left = new Set(((await get('/facilities')) as unknown as { id: string }[]).map(({ id }) => id));
  const { data: items } = await get('/access-control?limit=200');
  expect(items).toHaveLength(2 * FACILITIES);
  for (const { resourceId, status } of items)
    expect([resourceId, status]).toEqual([resourceId, left.has(resourceId) ? 'active' : 'inactive']);
  for (const index of indexes) if (statuses[index] === 204) expect(left).not.toContain(idOf('fac', index));
  expect(await stop(second.child)).toBe(0);
});
