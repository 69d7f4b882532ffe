// Describes an edit in words.
import { splitPointer, unescapeSegment } from '../../contract/pointer';
import { groupBy } from '../../base/values';
import { type Sentence, quoted, joinSentences } from '../../base/report/report';
import { callersText } from '../callers/callers';
import type { AffectedOperation, Edit, OperationName } from '../edits/edits';
import type { Waiver } from '../edits/waivers';
import type { PlacedEdit } from '../review';
import { HAVE_CALLERS, type Level, REMARKS, RULES } from '../edits/rules';

/** Returns for example `Response: field removed: name`. */
export function formatTitle({ rule, pointer, where }: Pick<Edit, 'rule' | 'pointer' | 'where'>): string {
  const { title } = RULES[rule];
  const [, ...fields] = pointer.split('/properties/');
  const field = fields.at(-1)?.split('/', 1)[0];
  const subject = field === undefined ? where.split(': ').at(-1)! : unescapeSegment(field);
  if (field === undefined && subject === pointer)
    return `${title}: ${splitPointer(pointer).slice(-2).join(' ')}`;
  return subject === 'operation' ? title : `${title}: ${subject}`;
}

/** Returns for example `createTask POST /tasks`. */
export const formatName = ({ operationId, method, path }: OperationName): string =>
  `${operationId ?? 'no operationId'} ${method.toUpperCase()} ${path}`;

/** Returns the operations that an edit affects, by what it means for them. */
export function listEffects({ level, operations, others }: Edit): [meaning: string, AffectedOperation[]][] {
  const ofLevel = groupBy(operations, ({ availability }) =>
    level === 'breaking' ? `Breaks ${AUDIENCES[availability]}` : MEANINGS[level],
  );
  return [...ofLevel, ...groupBy(others, ({ level: other }) => MEANINGS[other])];
}

const AUDIENCES = { available: 'callers', planned: 'sandbox partners' };

export const MEANINGS: Record<Level, string> = {
  breaking: 'Breaks callers',
  release: 'Releases',
  notice: 'Callers should know',
  planned: 'Changes a provisional part, for sandbox partners',
  compatible: 'Compatible',
};

/** Returns the places of an edit in an operation, or an empty text for the operation as a whole. */
export const placesText = ({ where, rule }: AffectedOperation): string =>
  REMARKS.has(rule) ? '' : where.filter((place) => place !== 'operation').join('; ');

/** Returns `before → after`, or undefined for an edit without values. */
export const valuesText = ({ before, after }: Pick<Edit, 'before' | 'after'>): string | undefined =>
  before === null && after === null
    ? undefined
    : `${quoted(before ?? undefined)} → ${quoted(after ?? undefined)}`;

/** Returns for example `Waived until 2026-12-31 by api-team: No client has used it.` */
export const waiverText = ({ expires, owner, reason }: Waiver): string =>
  `Waived until ${expires} by ${owner}: ${reason}`;

/** Returns what to do about a breaking edit, or undefined for another one. */
export function formatAdvice({ level, rule, renamedTo }: Pick<Edit, 'level' | 'rule' | 'renamedTo'>) {
  const { advice } = RULES[rule];
  if (advice === undefined || !HAVE_CALLERS.has(level)) return undefined;
  return renamedTo === null
    ? { markup: advice }
    : `Keep the old name beside "${renamedTo}", and deprecate it. In a request, require neither.`;
}

/** Returns the question whether a removed part has a new name, and what to do about the edit. */
export const listHints = (edit: PlacedEdit): Sentence[] => [
  ...(edit.renamedTo === null ? [] : [`Renamed to "${edit.renamedTo}"? The added part is equal.`]),
  ...[formatAdvice(edit)].flatMap((advice) =>
    advice === undefined ? [] : [joinSentences('To fix: ', advice)],
  ),
  ...(edit.waiver ? [waiverText(edit.waiver)] : []),
  ...(edit.callers ? [`Callers: ${callersText(edit.callers)}`] : []),
];
