// Writes the report of a replay as text or Markdown.
import { KINDS } from '../probe/differences';
import type { Difference, ReplayReport } from './report';
import { countOf } from '../../base/text';

const show = (value: unknown): string => (value === undefined ? '(absent)' : JSON.stringify(value));

const operationText = ({ operation: { operationId, method, path } }: Difference): string =>
  operationId === null ? `${method} ${path}` : `${method} ${path} (${operationId})`;

const callsText = ({ first, times }: Difference): string => `${countOf(times, 'call')}; first: ${first}`;

const waiverText = ({ waiver }: Difference): string =>
  waiver ? `waived until ${waiver.expires} by ${waiver.owner}: ${waiver.reason}` : '';

function summary({ url, kind, counts, recordings }: ReplayReport): string[] {
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

export function textReport(report: ReplayReport): string {
  const { differences, problems } = report;
  const rows = differences.flatMap((difference) => [
    '',
    `${difference.level}: ${operationText(difference)}: ${difference.part}`,
    `  ${KINDS[difference.kind]}`,
    `  recorded     ${show(difference.recorded)}`,
    `  candidate    ${show(difference.candidate)}`,
    `  calls        ${callsText(difference)}`,
    `  fingerprint  ${difference.fingerprint}`,
    ...(difference.waiver ? [`  ${waiverText(difference)}`] : []),
  ]);
  return [
    ...summary(report),
    ...skippedLines(report),
    ...problems.map(({ message }) => message),
    ...rows,
    '',
    verdict(report),
  ].join('\n');
}

/** Line breaks would end a row, and the other characters begin markup. */
const cell = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')
    .replace(/[\\`*_[\]<>|&#~!@]/g, (character) => `&#${character.codePointAt(0)};`);

export function markdownReport(report: ReplayReport): string {
  const { differences, problems } = report;
  const rows = differences.map((each) => {
    const cells = [
      each.waiver ? `${each.level}, ${waiverText(each)}` : each.level,
      operationText(each),
      `${each.part}: ${KINDS[each.kind]}`,
      show(each.recorded),
      show(each.candidate),
      callsText(each),
      each.fingerprint,
    ];
    return `| ${cells.map(cell).join(' | ')} |`;
  });
  const heading = [
    '| Level | Operation | Difference | Recorded | Candidate | Calls | Fingerprint |',
    '|---|---|---|---|---|---|---|',
  ];
  return [
    `**${verdict(report)}**`,
    '',
    ...summary(report).map(cell),
    ...(differences.length === 0 ? [] : ['', ...heading, ...rows]),
    '',
    ...[...skippedLines(report), ...problems.map(({ message }) => message)].map((line) => `- ${cell(line)}`),
  ]
    .join('\n')
    .trimEnd();
}
