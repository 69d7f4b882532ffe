// What means the same is no change, however it is written.
import { contractDocument } from '../../src/contract/document';
import { compareContracts } from '../../src/review/review';
import { SAME } from './same-meaning';
import { changesOf, line, TODAY, world } from './world';

it.each(SAME)('$name', ({ mutate, before }) => {
  expect(changesOf({ mutate, ...(before ? { before } : {}) }).map(line)).toEqual([]);
});

it('finds nothing between the contract and itself, in well under a second', () => {
  const copy = JSON.parse(JSON.stringify(contractDocument));
  const start = process.cpuUsage();
  expect(compareContracts(contractDocument, copy, TODAY)).toEqual([]);
  expect(process.cpuUsage(start).user / 1000).toBeLessThan(2000);
});

it('leaves its documents as they are', () => {
  const [base, head] = [world(), world()];
  compareContracts(base, head, TODAY);
  expect([base, head]).toEqual([world(), world()]);
});
