// What a run checks, and what it finds: each finding names the check, the operation, the exchange, and what to do.

/** The checks, each with what it holds a server to and what to do where it fails. */
const CHECKS = {
  keys: [
    '401 without a valid key, on every operation',
    'Look at the key before anything else, and answer 401 for every fault of it.',
  ],
  examples: ['each example of the contract gets its answer', 'Correct the handler, or the example in spec/.'],
  errors: [
    'each documented error that can be provoked',
    'Answer with the documented status and code, before the handler runs.',
  ],
  promises: [
    '304, 412, replayed answers',
    'Follow what the contract says of ETag, If-Match and Idempotency-Key.',
  ],
  planned: [
    'planned operations: 501, or a mock in a sandbox',
    'Answer 501 until the operation is released; in a sandbox correct the example.',
  ],
  rehearsals: ['declared statuses, asked for with Prefer', 'Correct the response in spec/, or the sandbox.'],
  properties: [
    'made-up requests: valid ones accepted, invalid ones refused',
    'Hold the request to its schema; answer no request with a 5xx.',
  ],
  statuses: [
    'no status that the contract does not declare',
    'Declare the status in spec/ and generate, or do not answer it.',
  ],
  schemas: ['each body holds to its schema', 'Correct the body, or the schema in spec/.'],
  headers: [
    'each declared header is there and holds to its schema',
    'Set the header on every answer that declares it.',
  ],
  answers: [
    'every request gets an answer',
    'Look in the log of the server for this moment: it closed the connection or was too slow.',
  ],
  cleanup: ['what the run made is gone', 'Delete the assets whose names begin with the text given.'],
} as const satisfies Record<string, readonly [promise: string, advice: string]>;

export type Check = keyof typeof CHECKS;

export interface Finding {
  check: Check;
  /** Left out where the path belongs to no operation. */
  operationId?: string;
  message: string;
  request: string;
  /** The beginning of the answer. */
  response: string;
  /** What to do. */
  advice: string;
  /** How often; the exchange is that of the first time. */
  times: number;
}

export interface CheckResult {
  check: Check;
  promise: string;
  cases: number;
  findings: number;
}

/** Counts cases and gathers findings; the same one again is only counted. */
export class Findings {
  private readonly cases = new Map<Check, number>();
  private readonly found = new Map<string, Finding>();

  count(check: Check): void {
    this.cases.set(check, (this.cases.get(check) ?? 0) + 1);
  }

  add(finding: Omit<Finding, 'advice' | 'times'>): void {
    const key = JSON.stringify([finding.check, finding.operationId, finding.message]);
    const known = this.found.get(key);
    if (known) known.times += 1;
    else this.found.set(key, { ...finding, advice: CHECKS[finding.check][1], times: 1 });
  }

  get findings(): Finding[] {
    return [...this.found.values()];
  }

  /** Those that had a case, in their order. */
  get results(): CheckResult[] {
    return (Object.keys(CHECKS) as Check[])
      .map((check) => ({
        check,
        promise: CHECKS[check][0],
        cases: this.cases.get(check) ?? 0,
        findings: this.findings.filter((finding) => finding.check === check).length,
      }))
      .filter(({ cases, findings }) => cases + findings > 0);
  }
}
