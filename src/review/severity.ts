// How heavily a change weighs, by the life of its operation.
import type { Level } from './change';
import type { EffectiveOperation } from './effective';
import { type RuleId, RULES } from './rules';

/** It was announced, and the day has passed: it may go. Announced in the base, for nobody was told by the change itself. */
export const isPastSunset = ({ deprecated, sunset }: EffectiveOperation, today: string): boolean =>
  deprecated && sunset !== null && sunset < today;

export function levelOf(
  rule: RuleId,
  base: EffectiveOperation | undefined,
  head: EffectiveOperation | undefined,
  today: string,
): Level {
  const { effect } = RULES[rule];
  if (effect === 'release' || effect === 'compatible' || !base) return effect;
  const isRetired = head?.availability === 'planned' && isPastSunset(base, today);
  if (base.availability === 'planned' || (isRetired && rule !== 'operation-retired'))
    return effect === 'breaking' ? 'planned' : 'compatible';
  return effect;
}
