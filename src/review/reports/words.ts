// Words that all reports have in common.
import { groupBy } from '../../group-by';
import type { ContractChange } from '../change';
import type { OperationCoverage } from '../coverage';
import type { PlacedChange, Review } from '../review';
import { RULES } from '../rules';

export const LEVELS = [
  'release',
  'breaking',
  'notice',
  'planned',
  'compatible',
] as const satisfies ContractChange['level'][];

export const LEVEL_TITLES: Record<ContractChange['level'], string> = {
  release: 'Released',
  breaking: 'Breaks callers',
  notice: 'Callers should know',
  planned: 'Would break callers, but is only planned',
  compatible: 'Compatible',
};

/** What a release needs besides the word in the contract. */
export const RELEASE_NEEDS =
  'A release needs a handler in src/resources/index.ts, tests in test/operations, and a line in spec/CHANGELOG.md.';

export const titleOf = ({ rule }: ContractChange): string => RULES[rule].title;

export const operationText = ({
  operation: { operationId, method, path },
}: Pick<ContractChange, 'operation'>): string =>
  path === '' ? 'The document' : `${operationId ?? 'no operationId'} (${method.toUpperCase()} ${path})`;

/** The changes of each operation, by its text, in the order in which they come. */
export const byOperation = <Kind extends ContractChange>(changes: Kind[]): Map<string, Kind[]> =>
  groupBy(changes, operationText);

export const valueText = (value: unknown): string =>
  value === null || value === undefined ? '–' : typeof value === 'string' ? value : JSON.stringify(value);

/** `spec/paths/tasks/tasks.yaml:12`, or the pointer where there is no line. */
export const placeText = ({ file, line, document, pointer }: PlacedChange): string =>
  file === null ? `${document} ${pointer}` : `${file}:${line}`;

const MAX_SHARED = 10;

/** Places of the contract that several operations share, each with how much comes of it, most first: what is judged there is judged for all of them. */
export const sharedPlaces = (changes: PlacedChange[]): { place: string; said: string }[] =>
  [...groupBy(changes, ({ document, pointer }) => `${document} ${pointer}`).values()]
    .map((own) => ({ place: placeText(own[0]!), count: own.length, operations: byOperation(own).size }))
    .filter(({ operations }) => operations > 1)
    .sort((one, other) => other.count - one.count)
    .slice(0, MAX_SHARED)
    .map(({ place, count, operations }) => ({
      place,
      said: `${count} changes in ${operations} operations come from one place`,
    }));

const ran = ({ tests }: OperationCoverage): boolean => tests > 0;

/** What is to be said of all of them, when no test has run since the record was forgotten. */
export const coverageNote = (coverage: OperationCoverage[]): string | undefined =>
  coverage.some(ran)
    ? undefined
    : 'No tests have run here: `npm test -- test/operations test/http` records what they see.';

export const unseenText = ({ declared, seen }: OperationCoverage): string =>
  declared.filter((status) => !seen.includes(status)).join(', ') || '–';

/** `22 breaking, 1 waived`; empty when nothing has changed. */
export const countsText = (counts: Review['counts']): string =>
  Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([level, count]) => `${count} ${level}`)
    .join(', ');

/** Text of a document, which is not trusted, for HTML. */
export const escape = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
