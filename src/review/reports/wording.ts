// Texts that all report formats share.
import { segmentsOf, unescapeSegment } from '../../contract/pointer';
import { groupBy } from '../../base/group-by';
import { adviceOf } from '../edits/advice';
import { callersText } from '../callers/callers';
import type { OperationCoverage } from '../coverage';
import { type AffectedOperation, type Edit, LEVELS } from '../edits/edits';
import type { PlacedEdit, Review } from '../review';
import { type Level, RULES } from '../edits/rules';

/** The titles of the sections, the most severe first. */
export const LEVEL_TITLES: Record<Level, string> = {
  breaking: 'Breaking edits',
  release: 'Released operations',
  notice: 'Notices',
  planned: 'Edits of provisional parts',
  compatible: 'Compatible edits',
};

/** These levels are collapsed. */
export const isMinor = (level: Level): boolean => level === 'compatible' || level === 'planned';

export const FAULTS_TITLE = 'New document errors';
export const PROBLEMS_TITLE = 'Waiver, release and changelog problems';
export const GATE_TITLE = 'Changes of the gate';
export const GATE_NOTE =
  'These files decide what a review reports. This review does not use their changes. ' +
  'The owners in .github/CODEOWNERS must approve them.';
export const CHANGELOG_TITLE = 'Line for spec/CHANGELOG.md, if the change is merged as it is';
export const NEXT_STEPS =
  'Correct each edit as described. To accept one for at most 90 days, add its fingerprint to `spec/waivers.yaml` in a ' +
  'pull request of its own. Sandbox partners are developers who build on planned operations. ' +
  'See `spec/guide/contract-review.md`.';
export const COVERAGE_TITLE = 'Test coverage of available operations';
export const COVERAGE_COLUMNS = ['Operation', 'Handler', 'Test files', 'Statuses tested', 'Not tested'];

/** Returns for example `Response: field removed: name`. */
export function titleOf({ rule, pointer, where }: Pick<Edit, 'rule' | 'pointer' | 'where'>): string {
  const { title } = RULES[rule];
  const field = /\/properties\/([^/]+)(?!.*\/properties\/)/.exec(pointer)?.[1];
  const subject = field === undefined ? where.split(': ').at(-1)! : unescapeSegment(field);
  if (field === undefined && subject === pointer)
    return `${title}: ${segmentsOf(pointer).slice(-2).join(' ')}`;
  return subject === 'operation' ? title : `${title}: ${subject}`;
}

type Named = Pick<AffectedOperation, 'operationId' | 'method' | 'path'>;

/** Returns for example `createTask POST /tasks`. */
export const nameOf = ({ operationId, method, path }: Named): string =>
  `${operationId ?? 'no operationId'} ${method.toUpperCase()} ${path}`;

/** Returns the levels that have edits, with their edits. */
export const byLevel = (edits: PlacedEdit[]): [level: Level, edits: PlacedEdit[]][] =>
  LEVELS.map((level): [Level, PlacedEdit[]] => [level, edits.filter((edit) => edit.level === level)]).filter(
    ([, own]) => own.length > 0,
  );

/** Returns the operations that an edit affects, by what it means for them. */
export function effectsOf({ level, operations, others }: Edit): [meaning: string, AffectedOperation[]][] {
  const ofLevel = groupBy(operations, ({ availability }) =>
    level === 'breaking' ? `Breaks ${AUDIENCES[availability]}` : MEANINGS[level],
  );
  return [...ofLevel, ...groupBy(others, ({ level: other }) => MEANINGS[other])];
}

const AUDIENCES = { available: 'callers', planned: 'sandbox partners' };

const MEANINGS: Record<Level, string> = {
  breaking: 'Breaks callers',
  release: 'Releases',
  notice: 'Callers should know',
  planned: 'Changes a provisional part, for sandbox partners',
  compatible: 'Compatible',
};

/** Returns the places of an edit in an operation, or an empty text for the operation as a whole. */
export const placesText = ({ where, rule }: AffectedOperation): string =>
  rule === 'words-changed' ? '' : where.filter((place) => place !== 'operation').join('; ');

export const valueText = (value: unknown): string =>
  value === null || value === undefined ? 'none' : typeof value === 'string' ? value : JSON.stringify(value);

/** Returns `before → after`, or undefined for an edit without values. */
export const valuesText = ({ before, after }: Pick<Edit, 'before' | 'after'>): string | undefined =>
  before === null && after === null ? undefined : `${valueText(before)} → ${valueText(after)}`;

/** Returns the question whether a removed part has a new name, and what to do about the edit. */
export const hintsOf = (edit: PlacedEdit): string[] => [
  ...(edit.renamedTo === null ? [] : [`Renamed to "${edit.renamedTo}"? The added part is equal.`]),
  ...[adviceOf(edit)].flatMap((advice) => (advice === undefined ? [] : [`To fix: ${advice}`])),
  ...(edit.callers ? [`Callers: ${callersText(edit.callers)}`] : []),
];

/** Splits a text of this project at its backticks. Every second part is code. */
export const codeParts = (text: string): { part: string; isCode: boolean }[] =>
  text.split('`').map((part, index) => ({ part, isCode: index % 2 === 1 }));

/** Returns `spec/paths/tasks/tasks.yaml:12`, or the pointer if there is no line. */
export const locationText = ({ file, line, document, pointer }: PlacedEdit): string =>
  file === null ? `${document} ${pointer}` : `${file}:${line}`;

/** Returns a note if no test has run. */
export const coverageNote = (coverage: OperationCoverage[]): string | undefined =>
  coverage.some(({ tests }) => tests > 0)
    ? undefined
    : 'No test results. To record them, run `npm test -- test/operations test/server/api`.';

export const untestedText = ({ declared, seen }: OperationCoverage): string =>
  declared.filter((status) => !seen.includes(status)).join(', ') || '–';

/** Returns for example `22 breaking, 1 waived`. */
export const countsText = (counts: Review['counts']): string =>
  Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([level, count]) => `${count} ${level}`)
    .join(', ');
