// A short name of one change. It rests on what changed for whom, so that it outlives reordering, renamed path parameters and other changes.
import type { RuleId } from './rules';
import { canonical, digest } from './json';

export const fingerprint = (
  rule: RuleId,
  identity: string,
  place: string,
  before: unknown,
  after: unknown,
): string => digest(canonical([rule, identity, place, before, after]), 12);
