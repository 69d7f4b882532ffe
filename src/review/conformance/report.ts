// Collects the findings of a run and formats its report.
import type { Outgoing, Reply } from '../probe/send';
import { countOf } from '../../base/text';

/** The checks in the order of the report, each with the promise that it tests and advice for a finding. */
const CHECKS = {
  authentication: [
    'every operation returns 401 without a valid key',
    'Check the key before anything else, and return 401 for every invalid one.',
  ],
  examples: [
    'every example of the contract gets its response',
    'Correct the handler, or the example in spec/.',
  ],
  errors: [
    'invalid requests get the documented error',
    'Return the documented status and code before the handler runs.',
  ],
  guarantees: [
    'conditional requests and retries follow the contract',
    'Implement ETag, If-Match and Idempotency-Key as the contract describes them.',
  ],
  lists: [
    'lists have every record once, in order and up to date',
    'Compare the query of the list with that of the single record, and check the cache of the list.',
  ],
  changes: [
    'records and lists show each creation, change and deletion',
    'Return what the database has after the write, and discard cached lists with each write.',
  ],
  planned: [
    'planned operations return 501, or a success in a sandbox',
    'Return 501 until the operation is available. In a sandbox, correct the example.',
  ],
  lifecycles: [
    'a sandbox keeps the records of planned operations',
    'Correct the behavior of the operation in the sandbox, or the example in spec/.',
  ],
  prefer: [
    'Prefer returns each declared status in a sandbox',
    'Correct the response in spec/, or the sandbox.',
  ],
  generated: [
    'generated valid requests are accepted, invalid ones rejected',
    'Validate the request against its schema. Never return a 5xx.',
  ],
  statuses: [
    'every status is declared',
    'Declare the status in spec/ and generate, or return a declared one.',
  ],
  schemas: ['every body matches its schema', 'Correct the body, or the schema in spec/.'],
  headers: [
    'every declared header is present and matches its schema',
    'Set the header on every response that declares it.',
  ],
  caching: [
    'every response tells caches to revalidate it',
    'Send Cache-Control: private, no-cache and Vary: Accept-Encoding, X-API-Key with every success.',
  ],
  responses: [
    'every request gets a response',
    'Look in the server log: the server closed the connection or exceeded the timeout.',
  ],
  cleanup: ['the run deletes its assets', 'Delete the assets whose names begin with the given text.'],
} as const satisfies Record<string, readonly [promise: string, advice: string]>;

export type Check = keyof typeof CHECKS;

interface Finding {
  check: Check;
  /** Left out for a path or method that no operation has. */
  operationId?: string;
  message: string;
  /** Excerpts of the first request and response with this finding. */
  request: string;
  response: string;
  advice: string;
  /** Number of occurrences. */
  times: number;
}

interface CheckResult {
  check: Check;
  promise: string;
  cases: number;
  findings: number;
}

export interface ConformanceReport {
  url: string;
  kind: 'server' | 'sandbox';
  seed: number;
  seconds: number;
  requests: number;
  checks: CheckResult[];
  findings: Finding[];
  /** What the run could not check, each with a reason. */
  notes: string[];
  /** Why the run ended early. */
  stopped?: string;
}

/** Counts cases and collects findings. A repeated finding only increases its count. */
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

  /** Returns the checks that had a case, in the order of `CHECKS`. */
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

const MAX_EXCERPT = 300;

const excerpt = (text: string): string =>
  text.length > MAX_EXCERPT ? `${text.slice(0, MAX_EXCERPT)}…` : text;

/** Leaves out the API key, which must not appear in a log. */
export function requestExcerpt({ method, path, headers = {}, body }: Outgoing): string {
  const fields = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const shown = body === undefined ? [] : [typeof body === 'string' ? body : `(${body.constructor.name})`];
  return excerpt([`${method} ${path}`, ...fields, ...shown].join(' | '));
}

export const responseExcerpt = ({ status, text }: Reply): string => excerpt(`${status} ${text}`.trim());

/** A run that stopped early does not conform. */
export const conforms = ({ findings, stopped }: ConformanceReport): boolean =>
  findings.length === 0 && stopped === undefined;

const MAX_SHOWN = 40;

/** Returns the report as lines: one for each check, then the findings. */
export function toText(report: ConformanceReport): string[] {
  const { url, kind, seed, seconds, requests, checks, findings, notes, stopped } = report;
  const width = Math.max(...checks.map(({ check }) => check.length));
  const digits = Math.max(...checks.map(({ cases }) => String(cases).length));
  const lines = checks.map(({ check, promise, cases, findings: count }) => {
    const columns = [
      check.padEnd(width),
      String(cases).padStart(digits),
      count === 0 ? 'ok' : countOf(count, 'finding'),
    ];
    return `  ${[...columns, promise].join('  ')}`;
  });
  const shown = findings
    .slice(0, MAX_SHOWN)
    .flatMap(({ check, operationId, message, request, response, advice, times }) => [
      '',
      `${check}: ${operationId ?? 'no operation'}: ${message}${times > 1 ? ` (${times} times)` : ''}`,
      `  request   ${request}`,
      `  response  ${response}`,
      `  to do     ${advice}`,
    ]);
  const more = findings.length - Math.min(findings.length, MAX_SHOWN);
  return [
    `${kind} ${url}, seed ${seed}: ${countOf(requests, 'request')} in ${seconds.toFixed(1)} s`,
    ...lines,
    ...notes.map((note) => `  Note: ${note}`),
    ...shown,
    ...(more > 0 ? ['', `${countOf(more, 'more finding')}. To list all of them, add --json.`] : []),
    ...(stopped === undefined ? [] : ['', stopped]),
    '',
    conforms(report)
      ? 'The server conforms to the contract.'
      : `${countOf(findings.length, 'finding')}. To repeat the same requests, add --seed ${seed}.`,
  ];
}
