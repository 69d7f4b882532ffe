// Reports a replay: the verdict, the differences by level, and the calls that were not sent.
import { groupBy } from '../../base/values';
import {
  type Finding,
  type FindingGroup,
  type Report,
  countedGroup,
  countedList,
  markup,
  quoted,
} from '../../base/report/report';
import { pluralize } from '../../base/text';
import KINDS from '../probe/differences.json';
import { type Difference, LEVELS, type ReplayReport } from '../replay/report';
import { MEANINGS, formatName, waiverText } from './wording';

const NEXT_STEPS = markup(
  'Correct the candidate as described. To accept a breaking difference for at most 90 days, add its fingerprint to ',
  '`spec/replay-waivers.yaml`. See `spec/guide/replay.md`.',
);

const GROUPS = {
  breaking: { heading: 'Breaking differences', meaning: MEANINGS.breaking },
  provisional: { heading: 'Differences in provisional parts', meaning: MEANINGS.planned },
  equal: { heading: 'Compatible differences', meaning: MEANINGS.compatible },
};

const formatValues = ({ recorded, candidate }: Difference): string =>
  `${quoted(recorded)} → ${quoted(candidate)}`;

/** Returns the finding of equal differences of several operations. Their values can differ. */
function createFinding(differences: Difference[]): Finding {
  const [{ kind, level, part, waiver, recorded, candidate, fingerprint }] = differences as [Difference];
  const { sentence, advice } = KINDS[kind];
  const hasOneValue = new Set(differences.map(formatValues)).size === 1;
  const isAlone = differences.length === 1;
  return {
    title: `${sentence.slice(0, -1)}${part === 'status' ? '' : `: ${part}`}`,
    ...(hasOneValue && { change: { before: recorded, after: candidate, isWords: false } }),
    advice: [`To fix: ${advice}`, ...(waiver ? [waiverText(waiver)] : [])],
    effects: [
      {
        meaning: GROUPS[level].meaning,
        affected: differences.map((each) => ({
          name: formatName(each.operation),
          places: [
            ...(hasOneValue ? [] : [formatValues(each)]),
            `${pluralize(each.times, 'call')}, first ${each.first}`,
            ...(isAlone ? [] : [`fingerprint ${each.fingerprint}`]),
          ].join('; '),
        })),
      },
    ],
    ...(isAlone && { fingerprint }),
  };
}

const createGroups = (differences: Difference[]): FindingGroup[] =>
  LEVELS.flatMap((level) => {
    const ofLevel = differences.filter((each) => each.level === level);
    const causes = groupBy(ofLevel, ({ kind, part, waiver }) => JSON.stringify([kind, part, waiver]));
    const findings = [...causes.values()].map(createFinding);
    return countedGroup({ level, heading: GROUPS[level].heading, isMinor: level !== 'breaking', findings });
  });

/** Returns a line for each reason, with the calls that the replay did not send. */
function skippedLines({ recordings }: ReplayReport): string[] {
  const skipped = recordings.flatMap(({ name, skipped: calls }) => calls.map((each) => ({ ...each, name })));
  return [...groupBy(skipped, ({ reason }) => reason)].map(([reason, [first, ...more]]) => {
    const others = more.length === 0 ? '' : ` and ${pluralize(more.length, 'more call')}`;
    return `${first!.name} #${first!.call}${others}. ${reason}`;
  });
}

function countsLines({ url, kind, counts, recordings }: ReplayReport): string[] {
  const sum = (name: 'calls' | 'sent'): number =>
    recordings.reduce((total, recording) => total + recording[name], 0);
  const { breaking, provisional, equal, waived } = counts;
  return [
    `${pluralize(recordings.length, 'recording')}, ${sum('sent').toLocaleString('en-US')} of ${pluralize(sum('calls'), 'call')} sent to the ${kind} ${url}.`,
    `Differences: ${breaking} breaking, ${provisional} provisional, ${equal} equal for clients, ${waived} waived.`,
  ];
}

const formatVerdict = ({ passes, counts, recordings }: ReplayReport): string =>
  passes
    ? 'The candidate behaves as recorded.'
    : counts.breaking > 0
      ? `The candidate breaks clients of the recorded server: ${pluralize(counts.breaking, 'breaking difference')}.`
      : recordings.every(({ sent }) => sent === 0)
        ? 'The replay proves nothing, because it sent no call.'
        : 'The waivers are wrong. Correct them.';

export function replayReport(report: ReplayReport): Report {
  const { passes, counts, differences, problems } = report;
  return {
    title: formatVerdict(report),
    passes,
    lead: countsLines(report),
    summary: counts.breaking > 0 ? [NEXT_STEPS] : [],
    findings: createGroups(differences),
    lists: [
      ...countedList({ heading: 'Waiver problems', items: problems.map(({ message }) => message) }),
      ...countedList({ heading: 'Calls that were not sent', items: skippedLines(report) }),
    ],
    tables: [],
  };
}
