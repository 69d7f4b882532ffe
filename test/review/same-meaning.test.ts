// Checks that equivalent documents have no changes.
import { contractDocument } from '../../src/contract/document';
import { compareContracts } from '../../src/review/review';
import { SAME } from './same-meaning';
import { changesOf, line, TODAY, world } from './world';

it.each(SAME)('reports no change when $name', ({ mutate, before }) => {
  expect(changesOf({ mutate, ...(before ? { before } : {}) }).map(line)).toEqual([]);
});

it('compares the contract with itself in less than 2 s of CPU time', () => {
  const copy = JSON.parse(JSON.stringify(contractDocument));
  const start = process.cpuUsage();
  expect(compareContracts(contractDocument, copy, TODAY)).toEqual([]);
  expect(process.cpuUsage(start).user / 1000).toBeLessThan(2000);
});

it('does not change its documents', () => {
  const [base, head] = [world(), world()];
  compareContracts(base, head, TODAY);
  expect([base, head]).toEqual([world(), world()]);
});
