// An edit of the document with the operations that it affects. A change of a shared component is one edit.
import { valueAt } from '../../contract/pointer';
import { groupBy, isObject } from '../../base/values';
import { canonicalJson, getFingerprint } from '../model/json';
import type { Side } from '../model/document';
import { type Level, type RuleId, ruleFamily } from './rules';
import type { Waiver } from './waivers';

/** The operationId is null when the document states none. */
export interface OperationName {
  operationId: string | null;
  method: string;
  path: string;
}

/** One change that one operation sees. An edit of the document can cause many of them. */
export interface ContractChange {
  rule: RuleId;
  level: Level;
  /** The operation of the head, or of the base if it is removed. Empty for a document change. */
  operation: OperationName;
  /** The availability in the base. For a new operation, the availability in the head. */
  availability: 'available' | 'planned';
  /** For example `response 200 application/json: data[].name`, or `operation` for the whole operation. */
  where: string;
  /** A JSON pointer into `document`. */
  pointer: string;
  document: Side;
  /** Extensions, for example `x-provisional`, that mark the changed part, or its operation, with `true`. */
  marks: readonly string[];
  /** JSON values. Null: the side has no value. */
  before: unknown;
  after: unknown;
  /** Identifies an edit in `spec/waivers.yaml`. It does not depend on positions in the document. */
  fingerprint: string;
}

/** Where a change is. `place` replaces `where` in the fingerprint if `where` contains a replaceable name. */
export interface ChangePlace {
  where: string;
  place?: string;
}

export interface ChangeValues {
  before?: unknown;
  after?: unknown;
}

/** A pointer into the head, or into the base for a removed value. */
export interface Pointers {
  head?: string | undefined;
  base?: string | undefined;
}

/** Returns the pointers of a part in both documents. */
export const listPointers = (
  base: { pointer: string | undefined } | undefined,
  head: { pointer: string | undefined } | undefined,
): Pointers => ({ base: base?.pointer, head: head?.pointer });

/** Returns what happened to a part that one document or both have. */
export const getKind = (before: unknown, after: unknown): 'added' | 'removed' | 'changed' =>
  before === undefined ? 'added' : after === undefined ? 'removed' : 'changed';

export interface AffectedOperation
  extends OperationName, Pick<ContractChange, 'availability' | 'level' | 'rule'> {
  /** For example `response 200 application/json: data[].name`. */
  where: string[];
}

/** Its level is that of the operations that it affects most, and `where` is its first place. */
export interface Edit extends Omit<ContractChange, 'operation' | 'availability' | 'marks'> {
  /** The operations with the level of the edit. Empty for a part that belongs to no operation. */
  operations: AffectedOperation[];
  /** Operations for which the same edit is less severe, for example compatible in their responses. */
  others: AffectedOperation[];
  /** The new name of a removed part, if the head has an equal part with another name. */
  renamedTo: string | null;
  /** Set on a breaking edit that has a valid waiver. */
  waiver?: Waiver;
}

/** The most severe level first. */
export const LEVELS: Level[] = ['breaking', 'release', 'notice', 'planned', 'compatible'];

const severity = (level: Level): number => LEVELS.indexOf(level);
const bySeverity =
  <Item extends { level: Level }>(keyOf: (item: Item) => string) =>
  (a: Item, b: Item): number =>
    severity(a.level) - severity(b.level) || (keyOf(a) < keyOf(b) ? -1 : 1);

type Documents = Record<Side, unknown>;

/** Groups changes by the edit that caused them. Returns the most severe edits first, then by path. */
export function groupEdits(changes: ContractChange[], documents: Documents): Edit[] {
  const edits = [...groupBy(changes, getCause).values()].map(toEdit);
  return foldRenames(edits, documents).sort(bySeverity(sortKey));
}

/** Changes with the same cause differ only in their operation, direction or place in a message. */
function getCause(change: ContractChange): string {
  const { rule, document, pointer, before, after } = change;
  // Several statuses of one entry, or several values of one list, are one edit.
  if (/^transition-|-value-/.test(rule)) return [ruleFamily(rule), document, pointer].join(' ');
  return [ruleFamily(rule), document, pointer, canonicalJson([before, after])].join(' ');
}

function toEdit(changes: ContractChange[]): Edit {
  const sorted = [...changes].sort(bySeverity(changeKey));
  const [{ level, rule, where, pointer, document }] = sorted as [ContractChange];
  const own = sorted.filter(({ operation }) => operation.path !== '');
  const affected = groupBy(own, (change) => `${change.level} ${operationKey(change.operation)}`);
  return {
    level,
    rule,
    fingerprint: ownFingerprint(sorted),
    where,
    ...splitByLevel([...affected.values()].map(toAffected), level),
    before: selectDifferent(changes.map(({ before }) => before)),
    after: selectDifferent(changes.map(({ after }) => after)),
    renamedTo: null,
    pointer,
    document,
  };
}

const splitByLevel = (all: AffectedOperation[], level: Level): Pick<Edit, 'operations' | 'others'> => ({
  operations: all.filter((each) => each.level === level),
  others: all.filter((each) => each.level !== level),
});

const operationKey = ({ path, method }: { path: string; method: string }): string => `${path} ${method}`;
const changeKey = ({ operation, where, rule }: ContractChange): string =>
  [operationKey(operation), where, rule].join(' ');
const sortKey = ({ operations: [first], where, rule, fingerprint }: Edit): string =>
  [first ? operationKey(first) : '', where, rule, fingerprint].join(' ');

function toAffected(changes: ContractChange[]): AffectedOperation {
  const [{ operation, availability, level, rule }] = changes as [ContractChange];
  const where = [...new Set(changes.map((change) => change.where))];
  return { ...operation, availability, level, rule, where };
}

/** Returns the only value, or a list of the different ones. */
const selectDifferent = (values: unknown[]): unknown => {
  const byText = new Map(values.map((value) => [canonicalJson(value), value]));
  const different = [...byText].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, value]) => value);
  return different.length === 1 ? different[0] : different;
};

/** A waiver accepts what its owner saw: the same edit that breaks one more operation has another fingerprint. */
function ownFingerprint(changes: ContractChange[]): string {
  const own = changes.filter(({ level }) => level === changes[0]!.level).map((each) => each.fingerprint);
  return own.length === 1 ? own[0]! : getFingerprint([...new Set(own)].sort());
}

/** A removed part and an added part beside it that are equal except for their name are one edit. */
function foldRenames(edits: Edit[], documents: Documents): Edit[] {
  const removed = edits.filter(({ rule, before }) => REMOVALS.test(rule) && !Array.isArray(before));
  const added = edits.filter(({ rule, after }) => ADDITIONS.test(rule) && !Array.isArray(after));
  const replacements = new Map<Edit, Edit[]>();
  const additions = groupBy(added, (edit) => formatPlace(edit, documents.head));
  const removals = groupBy(removed, (edit) => formatPlace(edit, documents.base));
  for (const [place, [removal, ...more]] of removals) {
    const [addition, ...others] = additions.get(place) ?? [];
    // Only one pair is certain enough.
    if (!removal || !addition || more.length > 0 || others.length > 0) continue;
    replacements.set(removal, [renamed(removal, addition)]).set(addition, []);
  }
  return edits.flatMap((edit) => replacements.get(edit) ?? [edit]);
}

/** A rename is as severe as the worse of its halves: a response value is removed unnoticed, but not added. */
function renamed(removal: Edit, addition: Edit): Edit {
  const worse = severity(addition.level) < severity(removal.level) ? addition : removal;
  const other = worse === removal ? addition : removal;
  const affected = [...worse.operations, ...other.operations, ...worse.others, ...other.others];
  const operations = [...groupBy(affected, operationKey).values()].map(([first]) => first!);
  return {
    ...worse,
    fingerprint: getFingerprint([removal.fingerprint, addition.fingerprint]),
    ...splitByLevel(operations, worse.level),
    before: removal.before,
    after: addition.after,
    renamedTo: formatName(addition),
    pointer: removal.pointer,
    document: removal.document,
  };
}

const REMOVALS = /(field|parameter|header|value)-removed$|^operation-removed$/;
const ADDITIONS =
  /(field|parameter|header|value)-added$|^parameter-(required|default|limit)-added$|field-default-added$|^operation-added$/;

/** Returns the constant parts of a renamed part: its kind, its operations and places without its name, and its content. */
function formatPlace({ rule, operations, pointer, before, after }: Edit, document: unknown): string {
  const kind = /field|parameter|header|value|operation/.exec(rule)![0];
  if (kind === 'operation') return `operation ${operations[0]!.operationId ?? pointer}`;
  if (kind === 'value') {
    const value = rule.endsWith('removed') ? before : after;
    return `value ${typeof value} ${pointer.replace(/\/(enum|const)(\/\d+)?$/, '')}`;
  }
  const holder = pointer.slice(0, pointer.lastIndexOf('/'));
  return [kind, holder, canonicalJson(getContent(valueAt(document, pointer), document))].join(' ');
}

const RENAMED_WITH = new Set(['name', 'title', 'description', 'example']);

/** Returns a part without the texts that a rename changes too. */
function getContent(value: unknown, document: unknown): unknown {
  if (!isObject(value)) return value;
  const content = Object.fromEntries(Object.entries(value).filter(([key]) => !RENAMED_WITH.has(key)));
  const { $ref } = value;
  // Parameters and headers are often components.
  const isComponent = typeof $ref === 'string' && /^#\/components\/(parameters|headers)\//.test($ref);
  return isComponent ? getContent(valueAt(document, $ref.slice(1)), document) : content;
}

function formatName({ rule, operations: [first], where, after, pointer }: Edit): string {
  if (rule === 'operation-added') return `${first!.method} ${first!.path}`;
  if (rule.startsWith('parameter')) return where.replace(/^\w+ parameter /, '');
  if (rule.endsWith('value-added')) return Array.isArray(after) ? after.join(', ') : String(after);
  return pointer.slice(pointer.lastIndexOf('/') + 1);
}
