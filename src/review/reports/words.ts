// Words that all reports have in common.
import type { Change } from '../change';
import { RULES } from '../rules';

export const LEVELS = ['release', 'breaking', 'notice', 'planned', 'compatible'] as const satisfies Change['level'][];

export const LEVEL_TITLES: Record<Change['level'], string> = {
  release: 'Released',
  breaking: 'Breaks callers',
  notice: 'Callers should know',
  planned: 'Would break callers, but is only planned',
  compatible: 'Compatible',
};

/** What a release needs besides the word in the contract. */
export const RELEASE_NEEDS = 'A release needs a handler in src/resources/index.ts, tests in test/operations, and a line in spec/CHANGELOG.md.';

export const titleOf = ({ rule }: Change): string => RULES[rule].title;

export const operationText = ({ operation: { operationId, method, path } }: Pick<Change, 'operation'>): string => `${operationId ?? 'no operationId'} (${method.toUpperCase()} ${path})`;

export const valueText = (value: unknown): string => (value === null || value === undefined ? '–' : typeof value === 'string' ? value : JSON.stringify(value));
