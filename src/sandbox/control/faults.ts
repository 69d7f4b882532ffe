// Scripted faults: the next requests of a world that match a rule fail as the rule says.
import { ApiError, ERRORS, type ErrorCode } from '../../base/errors';
import type { Contract } from '../../contract/contract';
import type { ScriptedFault, ScriptedFaults } from '../../server/api/request-context';
import { type FaultRule, type GivenRule, appliesTo, toRule } from './fault-matching';

export interface Faults extends ScriptedFaults {
  /** Returns the rules that still match requests. */
  of(world: string): FaultRule[];
  /** @throws ApiError `validation_error` for a rule of no operation, or without an effect. */
  set(world: string, rules: GivenRule[]): void;
  /** Sets the contract whose operations fail. */
  follow(contract: () => Contract): void;
}

const DEFAULT_RETRY_AFTER = 1;

const codeOf = (status: number): ErrorCode =>
  (Object.keys(ERRORS) as ErrorCode[]).find((code) => ERRORS[code] === status) ?? 'internal_error';

function errorOf({ status, retryAfter }: ScriptedFault): ApiError {
  const seconds = retryAfter ?? ([429, 503].includes(status!) ? DEFAULT_RETRY_AFTER : undefined);
  const headers = seconds === undefined ? {} : { 'Retry-After': String(seconds) };
  return new ApiError(codeOf(status!), `A fault of this world returns ${status}.`, { headers });
}

export function createFaults(): Faults {
  const rulesOf = new Map<string, FaultRule[]>();
  let contract: () => Contract;
  return {
    rulesOf,
    follow: (given) => void (contract = given),
    of: (world) => (rulesOf.get(world) ?? []).filter(({ count }) => count > 0),
    set(world, given) {
      const rules = given.map((each, index) => toRule(each, index, contract()));
      if (rules.length > 0) rulesOf.set(world, rules);
      else rulesOf.delete(world);
    },
    async apply({ method, path }, { locals }) {
      const { principal, pause } = locals.authenticatedRequest!;
      const rules = rulesOf.get(principal.organization.id) ?? [];
      const rule = rules.find((each) => each.count > 0 && appliesTo(each, { method, path }, contract()));
      if (!rule) return;
      rule.count--;
      const { count, ...fault } = rule;
      void count;
      locals.fault = fault;
      if (fault.delay !== undefined) await pause(fault.delay);
      if (fault.status !== undefined) throw errorOf(fault);
    },
  };
}
