// Reports a review: the verdict, the edits by level, and what else the author must correct or approve.
import {
  type Effect,
  type Finding,
  type FindingGroup,
  type List,
  type Report,
  type Sentence,
  countedGroup,
  countedList,
  joinSentences,
} from '../../base/report/report';
import { LEVELS } from '../edits/edits';
import { clientText } from '../callers/callers';
import { MAX_READ } from '../edits/verdict';
import type { PlacedEdit, Review, ReviewedClient } from '../review';
import { type Level, REMARKS } from '../edits/rules';
import { listEffects, listHints, formatName, placesText, formatTitle, valuesText } from './wording';
import { groupBy } from '../../base/values';
import { pluralize } from '../../base/text';
import type { DocumentFault } from '../documents/soundness';

const LEVEL_TITLES: Record<Level, string> = {
  breaking: 'Breaking edits',
  release: 'Released operations',
  notice: 'Notices',
  planned: 'Edits of provisional parts',
  compatible: 'Compatible edits',
};

const GATE_NOTE =
  'These files decide what a review reports. This review does not use their changes. ' +
  'The owners in .github/CODEOWNERS must approve them.';
const PROBLEMS_HEADING = 'Waiver, release and changelog problems';
const CHANGELOG_HEADING = 'Line for the changelog, if the change is merged as it is:';
const nextSteps = (waiverFile: string): Sentence =>
  joinSentences(
    'Correct each edit as described. To accept one for at most 90 days, add its fingerprint to ',
    { code: waiverFile },
    ' in a pull request of its own. Sandbox partners are developers who build on planned operations.',
  );

/** Returns for example `22 breaking, 1 waived`. */
const countsText = (counts: Review['counts']): string =>
  Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([level, count]) => `${count} ${level}`)
    .join(', ');

/** Returns `spec/paths/tasks/tasks.yaml:12`, or the pointer if there is no line. */
const locationText = ({ file, line, document, pointer }: PlacedEdit): string =>
  file === null ? `${document} ${pointer}` : `${file}:${line}`;

function createFinding(edit: PlacedEdit): Finding {
  const { rule, before, after, fingerprint, operations, others } = edit;
  const all = [...operations, ...others];
  return {
    title: formatTitle(edit),
    ...((before !== null || after !== null) && {
      change: {
        before: before ?? undefined,
        after: after ?? undefined,
        isWords: REMARKS.has(rule) && rule !== 'annotation-changed',
      },
    }),
    place: locationText(edit),
    advice: listHints(edit),
    effects: [
      ...listEffects(edit).map(([meaning, affected]) => ({
        meaning,
        affected: affected.map((operation) => ({
          name: formatName(operation),
          places: placesText(operation),
        })),
        isMinor: affected.every(({ level }) => level === 'compatible' || level === 'planned'),
      })),
      ...listRecordings(edit),
    ],
    fingerprint,
    filter: {
      resources: [...new Set(all.map(({ path }) => path.split('/')[1] ?? ''))].sort(),
      operations: [...new Set(all.map(formatName))],
    },
  };
}

/** Returns the recordings that use the changed part, with their calls. */
function listRecordings({ callers }: PlacedEdit): Effect[] {
  if (!callers || callers.by.length === 0) return [];
  const affected = callers.by.map((caller) => ({
    name: clientText(caller),
    places: `${caller.file} ${caller.calls.map((call) => `#${call}`).join(', ')}`,
  }));
  return [{ meaning: 'Recorded callers', noun: 'recording', affected }];
}

/** Returns one sentence for each client: the versions that a blocking edit breaks, and those that go on working. */
function clientSentences(clients: ReviewedClient[]): Sentence[] {
  const formatVersions = (some: ReviewedClient[]) =>
    some.map(({ version, file }) => version ?? file).join(', ');
  return [...groupBy(clients, ({ name }) => name)].map(([name, all]) => {
    const broken = all.filter(({ breaks }) => breaks.length > 0);
    const others = all.filter(({ breaks }) => breaks.length === 0);
    const parts = [
      broken.length > 0 && `breaks in ${formatVersions(broken)}`,
      others.length > 0 && `no recorded call breaks in ${formatVersions(others)}`,
    ];
    return `${name}: ${parts.filter(Boolean).join('; ')}`;
  });
}

const createGroups = (edits: PlacedEdit[]): FindingGroup[] =>
  LEVELS.flatMap((level) =>
    countedGroup({
      level,
      heading: LEVEL_TITLES[level],
      isMinor: level === 'compatible' || level === 'planned',
      findings: edits.filter((edit) => edit.level === level).map(createFinding),
    }),
  );

function createLists(review: Review): List[] {
  const { faults, edits, problems, gate = [], changelogLine, warnings, clients = [] } = review;
  return [
    ...countedList({ heading: 'Recorded clients', items: clientSentences(clients) }),
    ...countedList({ heading: 'Warnings', items: warnings }),
    ...countedList({ heading: 'New document errors', items: faultSentences(faults, edits) }, faults.length),
    ...countedList({ heading: PROBLEMS_HEADING, items: problems.map(({ message }) => message) }),
    ...countedList({
      heading: 'Changes of the gate',
      note: GATE_NOTE,
      items: gate.map((code) => [{ code }]),
    }),
    ...(changelogLine === undefined ? [] : [{ heading: CHANGELOG_HEADING, items: [], code: changelogLine }]),
  ];
}

/** Returns both wordings of each changed promise that the verdict counts and does not quote. */
const listPromises = (edits: PlacedEdit[]): Sentence[] =>
  edits
    .filter(({ rule }) => rule === 'promise-reworded')
    .slice(MAX_READ)
    .map((edit) => [{ code: locationText(edit) }, `: ${valuesText(edit)}`]);

export function reviewReport(review: Review): Report {
  const { passes, base, head, verdict, counts, edits } = review;
  return {
    title: verdict,
    passes,
    lead: [
      [{ code: base }, ' → ', { code: head }],
      ...listPromises(edits),
      ...(edits.length > 0 ? [countsText(counts)] : []),
    ],
    summary: passes || edits.length === 0 ? [] : [nextSteps(review.waiverFile)],
    findings: createGroups(edits),
    lists: createLists(review),
    tables: [],
  };
}

const MAX_PLACES = 3;

/** Leaves out the indexes in the path of a value: the error of another row is the same error. */
const getCause = (message: string): string =>
  message.replace(/`([^`]*)` property /, (_whole, path: string) => {
    const fields = path.split('/').filter((segment) => !/^\d+$/.test(segment));
    return fields.length === 0 ? '' : `\`${fields.join('/')}\` property `;
  });

/** Returns the title of the only edit of a field that an error of an example names. */
function findEdit({ rule, message }: DocumentFault, edits: PlacedEdit[]): string | undefined {
  if (!rule.endsWith('-examples')) return undefined;
  const fields = [...message.matchAll(/['`](?:[^'`]*\/)?([\w-]+)['`]/g)].map(([, field]) => field!);
  const titles = edits
    .map(formatTitle)
    .filter((title) => fields.some((field) => title.endsWith(`: ${field}`)));
  return titles.length === 1 ? titles[0] : undefined;
}

/** Returns one sentence for each cause, with its first places and the edit from which it follows. */
function faultSentences(faults: DocumentFault[], edits: PlacedEdit[]): Sentence[] {
  const groups = groupBy(faults, ({ rule, message }) => JSON.stringify([rule, getCause(message)]));
  return [...groups.values()].map((group): Sentence => {
    const [first] = group as [DocumentFault];
    const places = group
      .slice(0, MAX_PLACES)
      .flatMap(({ file, line }, index) => [...(index > 0 ? [', '] : []), { code: `${file}:${line}` }]);
    const more = group.length - MAX_PLACES;
    const edit = findEdit(first, edits);
    return [
      ...places,
      more > 0 ? ` and ${pluralize(more, 'more place')}: ` : ' ',
      `${group.length > 1 ? getCause(first.message) : first.message} [`,
      { code: first.rule },
      ']',
      ...(edit === undefined ? [] : [` This follows from the edit "${edit}".`]),
    ];
  });
}
