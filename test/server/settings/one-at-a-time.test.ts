// Tests the queue of computations that read a whole log.
import type { OrganizationId } from '../../../src/base/organization';
import { createOneAtATime } from '../../../src/server/settings/one-at-a-time';
import { until } from '../../support/until';

it('runs one computation at a time, and rejects a second one of an organization with 503', async () => {
  const running: string[] = [];
  const ends: (() => void)[] = [];
  const oneAtATime = createOneAtATime();
  const compute = (organization: string) =>
    oneAtATime(organization as OrganizationId, () => {
      running.push(organization);
      return new Promise((_resolve, reject) => ends.push(() => reject(new Error(`${organization} ended`))));
    });
  const first = compute('one');
  const second = compute('two');
  await expect(compute('one')).rejects.toMatchObject({ status: 503, headers: { 'Retry-After': '10' } });
  await until(() => running.length >= 1);
  expect(running).toEqual(['one']);
  ends[0]!();
  await expect(first).rejects.toThrow('one ended');
  const third = compute('one'); // waits for the computation of the other organization
  await until(() => running.length >= 2);
  expect(running).toEqual(['one', 'two']);
  ends[1]!();
  await expect(second).rejects.toThrow('two ended');
  await until(() => running.length >= 3);
  ends[2]!();
  await expect(third).rejects.toThrow('one ended');
});
