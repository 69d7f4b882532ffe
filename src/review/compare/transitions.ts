// Compares state machines. A transition belongs to its operation, even if no message of the operation has the
// status. A transition that the platform makes by itself belongs to the responses that have the status.
import type { ChangeValues, Pointers } from '../edits/changes';
import type { EffectiveOperation } from '../model/operations';
import { TIME, type Transitions, timeTransitionsOf } from '../model/transitions';
import type { RuleId } from '../edits/rules';
import type { SchemaPair } from './schema-pair';

type Report = (rule: RuleId, values: ChangeValues, at: Pointers) => void;

function compareSets(base: Transitions, head: Transitions, trigger: string, report: Report): void {
  for (const [transition, pointer] of base)
    if (!head.has(transition))
      report('transition-removed', { before: `${trigger} changes ${transition}` }, { base: pointer });
  for (const [transition, pointer] of head)
    if (!base.has(transition))
      report('transition-added', { after: `${trigger} changes ${transition}` }, { head: pointer });
}

/** Compares the changes of statuses that an operation makes. */
export function compareTransitions(base: EffectiveOperation, head: EffectiveOperation, report: Report): void {
  // Transitions name operationIds: without one, only the operationId has changed.
  if (base.operationId !== null && head.operationId !== null)
    compareSets(base.transitions, head.transitions, head.operationId, report);
}

/** Compares the changes of a status that the platform makes by itself. */
export function compareTimeTransitions(pair: SchemaPair): void {
  if (pair.direction === 'response')
    compareSets(timeTransitionsOf(pair.base), timeTransitionsOf(pair.head), TIME, (rule, values, at) =>
      pair.reportRule(rule, values, at),
    );
}
