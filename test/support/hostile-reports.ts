// Reports of all commands with a hostile text in every place that takes one.
import { suggestChangelogLine } from '../../src/review/edits/changelog';
import { conformanceReport } from '../../src/review/conformance/report';
import type { ConformanceReport } from '../../src/review/conformance/run';
import { replayReport } from '../../src/review/reports/replay-report';
import { reviewReport } from '../../src/review/reports/report';
import { receiptReport } from '../../src/sync/apply/receipt-report';
import { planReport } from '../../src/sync/plan/plan-report';
import { type Report, markup } from '../../src/base/report/report';

export const HOSTILE = [
  'z```</li></ul><details><summary>✅ Reviewed</summary> ![i](https://evil.example/p.png) [ok](https://evil.example) @octocat/x',
  ' `` ` x` ',
  '`',
  '',
  '<img src=x onerror=alert(1)><!-- <script>alert(1)</script>',
  '&lt;img src=x&gt;&#64;octocat',
  'x | y\n|---|---|\n| a | b |',
  'a\n\n# Heading\n\n- item\n\n```\ncode',
  '# heading',
  '> quotation',
  '- item',
  '12) item',
  '    code',
  'https://evil.example www.evil.example WWW.evil.example ftp://evil.example a@evil.example mailto:a@evil.example _www.evil.example',
  '#123 GH-45 octocat/hello#6 @octocat (@octocat) :shipit: :+1:',
  '[a]: https://evil.example "t"',
  '**bold** __bold__ _it_ ~~gone~~ $x$ \\',
  '" autofocus onfocus="alert(1)',
  '\u001b[31mred\u001b[0m\r::error::x \u202egnp.exe \u2028next \u0000',
  '::error file=a::b',
];

/** A report with a text in every place that takes one. */
export const reportWith = (text: string): Report => ({
  title: text,
  passes: false,
  lead: [[{ code: text }, ' → ', { code: text }], text],
  summary: [text, ['Text: ', text, { code: text }, markup(' and `code`')]],
  facts: [[`Term ${text}`, text]],
  findings: ['breaking', 'compatible'].map((level) => ({
    level,
    heading: text || 'x',
    isMinor: level === 'compatible',
    findings: [true, false].map((isWords) => ({
      title: text,
      change: { before: `${text} a`, after: `${text} b`, isWords },
      place: text,
      facts: [[text, text]],
      advice: [text, ['To fix: ', text]],
      effects: [
        { meaning: text, affected: Array.from({ length: 7 }, () => ({ name: text, places: text || 'x' })) },
      ],
      fingerprint: '0123456789ab',
      filter: { resources: [text || 'x'], operations: [text] },
    })),
  })),
  lists: [{ heading: text || 'x', note: text, items: [text, [{ code: text }]], code: text }],
  tables: [
    { heading: text || 'x', note: text, columns: [text, 'b'], rows: [[text || 'x', [text, text]]] },
    { heading: text || 'x', isMinor: true, columns: ['a'], rows: [[text || 'x']] },
  ],
});

const operation = (text: string) => ({
  operationId: text,
  method: 'get',
  path: text,
  availability: 'available',
  where: [text],
});
const edit = (text: string) => ({
  ...{
    rule: 'request-value-removed',
    level: 'breaking',
    operations: [operation(text)],
    others: [],
    renamedTo: text,
  },
  ...{
    callers: null,
    where: `request: ${text}`,
    pointer: `/x/properties/${text}`,
    document: 'head',
    before: null,
  },
  ...{ after: `${text}b`, fingerprint: '0123456789ab', file: text, line: 7 },
  waiver: { fingerprint: '0123456789ab', reason: text, owner: text, expires: '2026-12-31' },
});
const change = (text: string) => ({
  ...{
    operation: 'create',
    key: text,
    line: 1,
    note: text,
    rating: { after: 'low' },
    outcome: 'failed',
    message: text,
  },
  after: { name: text, asset_type: 'hardware', cyber_system_id: text },
});
const source = (text: string) => ({
  ...{ name: text, file: text, digest: 'd', map: { digest: 'd' } },
  rows: { read: 1, taken: 0, not_synced: 1, left_out: [{ reason: text, rows: 1 }] },
});
const rest = (text: string) => ({
  faults: [{ line: 1, key: text, message: text }],
  conflicts: [],
  possible_renames: [{ key: text, line: 2, name: text, id: text, current: text }],
});
const plan = (text: string) => ({
  ...{
    id: text,
    server: text,
    organization: text,
    source: source(text),
    scope: [text],
    made_at: text,
    made_by: text,
  },
  ...{
    approval: { change: text, approver: text },
    changes: [change(text)],
    kept: [{ id: text, name: text, key: text }],
  },
  ...{
    adoptions: [],
    unchanged: { ids: [] },
    systems: { [text]: { name: text, site: text } },
    ...rest(text),
  },
});

/** The reports of the commands, by name. */
export const REPORTS: Record<string, (text: string) => Report> = {
  'every part of a report': reportWith,
  review: (text) =>
    reviewReport({
      ...{
        passes: false,
        base: text,
        head: text,
        verdict: 'Blocked.',
        counts: { breaking: 1 },
        edits: [edit(text)],
      },
      ...{
        faults: [{ rule: text, message: text, file: text, line: 1 }],
        problems: [{ kind: 'x', message: text }],
      },
      ...{ gate: [text], changelogLine: suggestChangelogLine([edit(text)] as never) },
      ...{
        warnings: [text],
        waiverFile: text,
        clients: [{ file: text, name: text, version: text, breaks: [] }],
      },
    } as never),
  conformance: (text) =>
    conformanceReport({
      ...{
        url: text,
        kind: 'server',
        seed: 1,
        seconds: 1,
        requests: 1,
        coverage: {},
        checks: [],
        latencies: [],
        notes: [text],
      },
      findings: [
        {
          check: text,
          message: text,
          operations: [{ operationId: text, times: 1 }],
          detail: text,
          cause: text,
          request: text,
          response: text,
          advice: text,
          times: 1,
        },
      ],
      stopped: text,
    } as unknown as ConformanceReport),
  replay: (text) =>
    replayReport({
      ...{
        url: text,
        kind: 'server',
        passes: false,
        counts: { breaking: 1, provisional: 0, equal: 0, waived: 0 },
      },
      recordings: [{ name: text, calls: 1, sent: 0, skipped: [{ call: 1, reason: text }] }],
      differences: [
        {
          fingerprint: '0123456789ab',
          level: 'breaking',
          kind: 'status',
          operation: operation(text),
          part: text,
          recorded: text,
          candidate: `${text}b`,
          first: text,
          times: 1,
        },
      ],
      problems: [{ message: text }],
    } as never),
  'sync plan': (text) => planReport(plan(text) as never, [{ message: text }] as never),
  'sync receipt': (text) =>
    receiptReport({
      ...{
        ...plan(text),
        plan: text,
        planned_at: text,
        planned_by: text,
        applied_by: text,
        started_at: text,
        ended_at: text,
      },
      ...{
        adopted: [{ id: text, name: text, key: text }],
        not_synced: rest(text),
        exit_status: 3,
        stopped: text,
      },
      ...{ retries: 0, waited_ms: 0, converged: false, proof: undefined },
    } as never),
};
