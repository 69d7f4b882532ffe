// Checks that equivalent documents have no changes.
import { contractDocument } from '../../src/contract/document';
import { SAME } from './same-meaning';
import { changesOf, compare, line, world } from './world';

it.each(SAME)('reports no change when $name', ({ mutate, before }) => {
  expect(changesOf({ mutate, ...(before ? { before } : {}) }).map(line)).toEqual([]);
});

it('compares the contract with itself in less than 2 s of CPU time', () => {
  const copy = JSON.parse(JSON.stringify(contractDocument));
  const start = process.cpuUsage();
  expect(compare(contractDocument, copy)).toEqual([]);
  expect(process.cpuUsage(start).user / 1000).toBeLessThan(2000);
});

it('does not change its documents', () => {
  const [base, head] = [world(), world()];
  compare(base, head);
  expect([base, head]).toEqual([world(), world()]);
});
