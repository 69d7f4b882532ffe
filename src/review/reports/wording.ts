// Texts that all report formats share.
import { groupBy } from '../../group-by';
import type { ContractChange } from '../changes';
import type { OperationCoverage } from '../coverage';
import type { PlacedChange, Review } from '../review';
import { type Level, RULES } from '../rules';
import type { Message, Transcript, Transcripts } from '../transcripts/transcript';

const LEVELS: Level[] = ['release', 'breaking', 'notice', 'planned', 'compatible'];

export const LEVEL_TITLES: Record<Level, string> = {
  release: 'Released operations',
  breaking: 'Breaking changes',
  notice: 'Notices',
  planned: 'Breaking changes to planned operations',
  compatible: 'Compatible changes',
};

/** These levels are collapsed. */
export const isMinor = (level: Level): boolean => level === 'compatible' || level === 'planned';

export const FAULTS_TITLE = 'Document errors';
export const PROBLEMS_TITLE = 'Waiver and changelog problems';
export const CHANGELOG_TITLE = 'Suggested line for spec/CHANGELOG.md';
export const COVERAGE_TITLE = 'Test coverage of available operations';
export const COVERAGE_COLUMNS = ['Operation', 'Handler', 'Test files', 'Statuses tested', 'Not tested'];

export const RELEASE_REQUIREMENTS =
  'A release needs a handler in src/resources/index.ts, tests in test/operations, ' +
  'and a line in spec/CHANGELOG.md.';

export const titleOf = ({ rule }: ContractChange): string => RULES[rule].title;

export const operationText = ({ operation }: Pick<ContractChange, 'operation'>): string => {
  const { operationId, method, path } = operation;
  return path === ''
    ? 'The document'
    : `${operationId ?? 'no operationId'} (${method.toUpperCase()} ${path})`;
};

/** Groups changes by operation. */
export const byOperation = <Change extends ContractChange>(changes: Change[]): Map<string, Change[]> =>
  groupBy(changes, operationText);

/** Returns the levels that have changes, with their changes. */
export const byLevel = (changes: PlacedChange[]): [level: Level, changes: PlacedChange[]][] =>
  LEVELS.map((level): [Level, PlacedChange[]] => [
    level,
    changes.filter((change) => change.level === level),
  ]).filter(([, own]) => own.length > 0);

export const valueText = (value: unknown): string =>
  value === null || value === undefined ? '–' : typeof value === 'string' ? value : JSON.stringify(value);

/** Returns `: before → after`, or an empty text for a change without values. */
export const valuesText = ({ before, after }: ContractChange): string =>
  before === null && after === null ? '' : `: ${valueText(before)} → ${valueText(after)}`;

/** Returns `spec/paths/tasks/tasks.yaml:12`, or the pointer if there is no line. */
export const locationText = ({ file, line, document, pointer }: PlacedChange): string =>
  file === null ? `${document} ${pointer}` : `${file}:${line}`;

const MAX_SHARED_LOCATIONS = 10;

/** Returns the locations that change several operations, those with the most changes first. */
export const sharedLocations = (changes: PlacedChange[]): { location: string; text: string }[] =>
  [...groupBy(changes, ({ document, pointer }) => `${document} ${pointer}`).values()]
    .map((own) => ({
      location: locationText(own[0]!),
      count: own.length,
      operations: byOperation(own).size,
    }))
    .filter(({ operations }) => operations > 1)
    .sort((a, b) => b.count - a.count)
    .slice(0, MAX_SHARED_LOCATIONS)
    .map(({ location, count, operations }) => ({
      location,
      text: `${count} changes in ${operations} operations have the same cause`,
    }));

/** Returns a note if no test has run. */
export const coverageNote = (coverage: OperationCoverage[]): string | undefined =>
  coverage.some(({ tests }) => tests > 0)
    ? undefined
    : 'No test results. To record them, run `npm test -- test/operations test/api`.';

export const untestedText = ({ declared, seen }: OperationCoverage): string =>
  declared.filter((status) => !seen.includes(status)).join(', ') || '–';

/** Returns for example `22 breaking, 1 waived`. */
export const countsText = (counts: Review['counts']): string =>
  Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([level, count]) => `${count} ${level}`)
    .join(', ');

/** Escapes untrusted text for HTML. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** Returns for example `Transcripts (7 requests, 3 with different responses)`. */
export const transcriptsTitle = ({ list }: Transcripts): string => {
  const different = list.filter(({ same }) => !same).length;
  const requests = list.length === 1 ? '1 request' : `${list.length} requests`;
  return `Transcripts (${requests}, ${different} with different responses)`;
};

/** Returns the name of the example, with the document if only one has it. */
export const exampleText = ({ example, of }: Transcript): string =>
  of === 'both' ? example : `${example} (${of} only)`;

export const NOT_SENT = 'not sent: the operation or example does not exist';

/** Returns one line that replaces responses which are equal, or which an earlier transcript shows. */
export function transcriptSummary({ same, head, like }: Transcript): string | undefined {
  if (same && head) return `same response: ${head.line}`;
  return like === null ? undefined : `same responses as ${like}`;
}

/** Returns the lines of a message as HTTP sends them. */
export const messageLines = ({ line, headers, body }: Message): string[] => [
  line,
  ...headers.map(([name, value]) => `${name}: ${value}`),
  ...(body === '' ? [] : ['', ...body.split('\n')]),
];
