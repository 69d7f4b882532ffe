// Scripted faults: the next requests of a world that match a rule fail as the rule says.
import { ApiError, ERRORS, type ErrorCode } from '../../base/errors';
import type { ScriptedFaults } from '../../server/api/app';

export interface FaultRule {
  method: string;
  /** A path, in which `*` or `{name}` stands for one segment. */
  path: string;
  /** The number of requests that fail. */
  count: number;
  /** The error status to return. */
  status?: number;
  /** Milliseconds to wait. Without a status, the request then goes on. */
  delay?: number;
  /** Closes the connection without a response. */
  drop?: boolean;
}

export interface Faults extends ScriptedFaults {
  /** Returns the rules that still match requests. */
  of(world: string): FaultRule[];
  set(world: string, rules: FaultRule[]): void;
}

function matches({ method, path }: FaultRule, request: { method: string; path: string }): boolean {
  const [pattern, segments] = [path.split('/'), request.path.split('/')];
  const isAny = (segment: string): boolean => segment === '*' || /^\{[^{}]+\}$/.test(segment);
  return (
    method === request.method &&
    pattern.length === segments.length &&
    pattern.every((segment, index) => isAny(segment) || segment === segments[index])
  );
}

const codeOf = (status: number): ErrorCode =>
  (Object.keys(ERRORS) as ErrorCode[]).find((code) => ERRORS[code] === status) ?? 'internal_error';

export function createFaults(): Faults {
  const rulesOf = new Map<string, FaultRule[]>();
  return {
    rulesOf,
    of: (world) => (rulesOf.get(world) ?? []).filter(({ count }) => count > 0),
    set: (world, rules) => void (rules.length > 0 ? rulesOf.set(world, rules) : rulesOf.delete(world)),
    async apply(request, { principal, pause }) {
      const rule = rulesOf
        .get(principal.organization.id)
        ?.find((each) => each.count > 0 && matches(each, request));
      if (!rule) return false;
      rule.count--;
      if (rule.delay !== undefined) await pause(rule.delay);
      if (rule.drop) request.socket.destroy();
      if (rule.drop || rule.status === undefined) return rule.drop === true;
      const headers = [429, 503].includes(rule.status) ? { 'Retry-After': '1' } : {};
      throw new ApiError(codeOf(rule.status), `A fault of this world returns ${rule.status}.`, { headers });
    },
  };
}
