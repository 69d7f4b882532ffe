// A review without findings, to which a test adds its own.
import type { Review } from '../../src/review/review';

export const review = (given: Partial<Review>): Review => ({
  base: 'abc',
  head: 'the working tree',
  passes: false,
  verdict: 'Blocked.',
  counts: { release: 0, breaking: 0, waived: 0, notice: 0, planned: 0, compatible: 0 },
  edits: [],
  faults: [],
  problems: [],
  changelogLine: undefined,
  waiverFile: 'spec/waivers.yaml',
  warnings: [],
  ...given,
});
