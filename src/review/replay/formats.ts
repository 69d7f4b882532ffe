// Reports a replay: the verdict, the calls that were not sent, and one row for each difference.
import type { Report } from '../../base/report/report';
import { countOf } from '../../base/text';
import { KINDS } from '../probe/differences';
import type { Difference, ReplayReport } from './report';

const show = (value: unknown): string => (value === undefined ? '(absent)' : JSON.stringify(value));

const operationText = ({ operation: { operationId, method, path } }: Difference): string =>
  operationId === null ? `${method} ${path}` : `${method} ${path} (${operationId})`;

const callsText = ({ first, times }: Difference): string => `${countOf(times, 'call')}; first: ${first}`;

const waiverText = ({ waiver }: Difference): string =>
  waiver ? `waived until ${waiver.expires} by ${waiver.owner}: ${waiver.reason}` : '';

function lead({ url, kind, counts, recordings }: ReplayReport): string[] {
  const [calls, sent] = (['calls', 'sent'] as const).map((name) =>
    recordings.reduce((sum, recording) => sum + recording[name], 0),
  ) as [number, number];
  const { breaking, provisional, equal, waived } = counts;
  return [
    `${countOf(recordings.length, 'recording')}, ${sent.toLocaleString('en-US')} of ${countOf(calls, 'call')} sent to the ${kind} ${url}.`,
    `Differences: ${breaking} breaking, ${provisional} provisional, ${equal} equal for clients, ${waived} waived.`,
  ];
}

/** Returns a line for each reason, with the calls that the replay did not send. */
function skippedLines({ recordings }: ReplayReport): string[] {
  const reasons = new Map<string, string[]>();
  for (const { name, skipped } of recordings)
    for (const { call, reason } of skipped)
      reasons.set(reason, [...(reasons.get(reason) ?? []), `${name} #${call}`]);
  return [...reasons].map(([reason, [first, ...more]]) => {
    const others = more.length === 0 ? '' : ` and ${countOf(more.length, 'more call')}`;
    return `Not sent: ${first}${others}. ${reason}`;
  });
}

const verdict = ({ passes, counts, recordings }: ReplayReport): string =>
  passes
    ? 'The candidate behaves as recorded.'
    : counts.breaking > 0
      ? 'The candidate breaks clients of the recorded server.'
      : recordings.every(({ sent }) => sent === 0)
        ? 'The replay proves nothing, because it sent no call.'
        : 'The waivers are wrong. Correct them.';

/** Returns what both reports have. */
function reportOf(report: ReplayReport): Report {
  const items = [...skippedLines(report), ...report.problems.map(({ message }) => message)];
  return {
    title: verdict(report),
    lead: lead(report),
    summary: [],
    facts: [],
    lists: items.length === 0 ? [] : [{ heading: '', items }],
    tables: [],
  };
}

/** Returns the report for a terminal, with a finding for each difference. */
export const findingsReport = (report: ReplayReport): Report => ({
  ...reportOf(report),
  findings:
    report.differences.length === 0
      ? []
      : [
          {
            level: 'difference',
            heading: 'Differences',
            findings: report.differences.map((each) => ({
              title: `${each.level}: ${operationText(each)}: ${each.part}`,
              advice: [KINDS[each.kind], ...(each.waiver ? [waiverText(each)] : [])],
              facts: [
                ['recorded', show(each.recorded)],
                ['candidate', show(each.candidate)],
                ['calls', callsText(each)],
              ],
              fingerprint: each.fingerprint,
            })),
          },
        ],
});

/** Returns the report for a comment, with a row for each difference. */
export const tableReport = (report: ReplayReport): Report => ({
  ...reportOf(report),
  isFragment: true,
  tables:
    report.differences.length === 0
      ? []
      : [
          {
            heading: '',
            columns: ['Level', 'Operation', 'Difference', 'Recorded', 'Candidate', 'Calls', 'Fingerprint'],
            rows: report.differences.map((each) => [
              each.waiver ? `${each.level}, ${waiverText(each)}` : each.level,
              operationText(each),
              `${each.part}: ${KINDS[each.kind]}`,
              show(each.recorded),
              show(each.candidate),
              callsText(each),
              each.fingerprint,
            ]),
          },
        ],
});
