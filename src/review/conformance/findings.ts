// Counts cases and collects findings: one for each cause, with all operations and requests that show it.
import { groupBy } from '../../base/values';
import { pluralize } from '../../base/text';
import type { Outgoing, Reply } from '../probe/send';
import CHECKS from './checks.json';

/** The checks of a run in the order of its report, each with the promise that it tests and advice for a finding. */
export type Check = keyof typeof CHECKS;

/** One wrong response. */
export interface Occurrence {
  check: Check;
  /** Left out for a path or method that no operation has. */
  operationId?: string | undefined;
  /** The same words for each occurrence of one cause. */
  fault: string;
  /** Describes the request: equal faults of other requests are other causes, unless the same operations have them. */
  label?: string | undefined;
  /** Equal faults of responses with another status have the same cause. */
  status?: number | undefined;
  /** The record, field and values of this occurrence. */
  detail?: string | undefined;
  /** An earlier request that led to the fault. */
  cause?: { outgoing: Outgoing } | undefined;
  /** The operation of the other response of a comparison, which has the fault if another finding says so. */
  compared?: string | undefined;
  /** Replaces the advice of the check. */
  advice?: string | undefined;
  outgoing: Outgoing;
  reply?: Reply | undefined;
}

export type Finding = ReturnType<typeof createFinding>;

export type CheckResult = Findings['results'][number];

/** The checks that judge a response by itself, by the run's own changes, or by other records. */
const BLAMING: Check[] = ['schemas', 'examples', 'changes', 'lists'];

const MAX_EXCERPT = 300;
const MAX_LABELS = 3;

const excerpt = (text: string): string =>
  text.length > MAX_EXCERPT ? `${text.slice(0, MAX_EXCERPT)}…` : text;

/** Leaves out the API key, which must not appear in a log. */
function requestExcerpt({ method, path, headers = {}, body }: Outgoing): string {
  const fields = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const shown = body === undefined ? [] : [typeof body === 'string' ? body : `(${body.constructor.name})`];
  return excerpt([`${method} ${path}`, ...fields, ...shown].join(' | '));
}

/** The first of several equal occurrences, with excerpts instead of its messages, which can be long. */
type Known = Omit<Occurrence, 'outgoing' | 'reply' | 'cause'> & {
  request: string;
  response: string;
  cause: string | undefined;
  times: number;
};

export class Findings {
  private readonly counts = { cases: new Map<Check, number>(), unjudged: new Map<Check, number>() };
  private readonly found = new Map<string, Known>();

  count(check: Check, kind: 'cases' | 'unjudged' = 'cases'): void {
    this.counts[kind].set(check, (this.counts[kind].get(check) ?? 0) + 1);
  }

  add({ outgoing, reply, cause, ...occurrence }: Occurrence): void {
    const { check, operationId, fault, label, status } = occurrence;
    const key = JSON.stringify([check, operationId, fault, label, status]);
    const known = this.found.get(key);
    if (known) known.times += 1;
    else
      this.found.set(key, {
        ...occurrence,
        request: requestExcerpt(outgoing),
        response: reply ? excerpt(`${reply.status} ${reply.text}`.trim()) : '(none)',
        cause: cause && requestExcerpt(cause.outgoing),
        times: 1,
      });
  }

  /** Returns whether a fault of the check is known for the operation. */
  has(check: Check, operationId: string): boolean {
    return [...this.found.values()].some(
      (known) => known.check === check && known.operationId === operationId,
    );
  }

  /** Joins occurrences with one cause: of all operations, then of all requests of the same operations. */
  get findings() {
    const all = [...this.found.values()];
    const isFaulty = (operationId: string): boolean =>
      all.some((known) => known.operationId === operationId && BLAMING.includes(known.check));
    const found = all.filter(({ compared }) => compared === undefined || !isFaulty(compared));
    const byRequest = groupBy(found, ({ check, fault, label }) => JSON.stringify([check, fault, label]));
    const byOperations = groupBy([...byRequest.values()], (group) => {
      const [{ fault }] = group as [Known];
      // Two checks can find the same cause.
      return JSON.stringify([fault, [...new Set(group.map(({ operationId }) => operationId))].sort()]);
    });
    return [...byOperations.values()].map((groups) => createFinding(groups.flat()));
  }

  /** Returns the checks that had a case, in their order. */
  get results() {
    const { findings } = this;
    return (Object.keys(CHECKS) as Check[])
      .map((check) => ({
        check,
        promise: CHECKS[check].promise,
        cases: this.counts.cases.get(check) ?? 0,
        findings: findings.filter(({ checks }) => checks.includes(check)).length,
        // Without a response that the check could judge: another finding or a note has the reason.
        unjudged: this.counts.unjudged.get(check) ?? 0,
      }))
      .filter(({ cases, findings: count }) => cases + count > 0);
  }
}

const getTimes = (all: Known[]): number => all.reduce((sum, { times }) => sum + times, 0);

function createFinding(all: Known[]) {
  const [first] = all as [Known];
  const { check, fault, detail, request, response, cause, advice = CHECKS[check].advice } = first;
  return {
    /** The check of the first occurrence, and the checks of all. */
    check,
    checks: [...new Set(all.map((known) => known.check))],
    /** The fault with its requests or statuses. */
    message: formatMessage(all),
    fault,
    /** Descriptions of all requests with the fault. */
    cases: listLabels(all),
    /** The operations with the fault, each with its first occurrence. */
    operations: [...groupBy(all, ({ operationId = null }) => operationId)].map(([operationId, known]) => ({
      operationId,
      times: getTimes(known),
      request: known[0]!.request,
      detail: known[0]!.detail && excerpt(known[0]!.detail),
    })),
    detail: detail && excerpt(detail),
    request,
    response,
    cause,
    advice,
    times: getTimes(all),
  };
}

const listLabels = (all: Known[]): string[] => [...new Set(all.flatMap(({ label }) => label ?? []))];

/** Returns for example `no key, an empty key: expected 401, got 200` or `ETag is missing on 200, 304`. */
function formatMessage(all: Known[]): string {
  const labels = listLabels(all);
  const statuses = [...new Set(all.flatMap(({ status }) => status ?? []))].sort();
  const more = labels.length - MAX_LABELS;
  const shown = [...labels.slice(0, MAX_LABELS), ...(more > 0 ? [pluralize(more, 'more request')] : [])];
  const subject = shown.length === 0 ? '' : `${shown.join(', ')}: `;
  return `${subject}${all[0]!.fault}${statuses.length === 0 ? '' : ` on ${statuses.join(', ')}`}`;
}
