// Edits that change no message, but can change a meaning: words, examples, and keywords that restrict no value.
import { under, valueAt } from '../../contract/pointer';
import type { ContractChange, Edit } from '../edits/edits';
import type { RuleId } from '../edits/rules';
import { asArray, asObject, asString, canonicalJson, getFingerprint, shorten, zip } from '../model/json';
import type { Located, OpenApiDocument, Side } from '../model/document';
import { type EffectiveOperation, eraseParameterNames, operationsAt } from '../model/operations';
import { NAME_KEYWORDS, toSet } from '../model/keywords';
import { isObject } from '../../base/values';

const WORDS = toSet('title summary description');
/** Keywords with values of messages. */
const VALUES = toSet('default enum const');
const EXAMPLES = toSet('example examples');

/** These keywords are reported when no other change covers them. */
const ANNOTATIONS = toSet(
  'openapi jsonSchemaDialect version termsOfService contact license externalDocs tags',
  '$id $schema $vocabulary $anchor $dynamicAnchor $comment $defs definitions',
  'bearerFormat openIdConnectUrl authorizationUrl tokenUrl refreshUrl scopes',
  'deprecated readOnly writeOnly style explode allowReserved format discriminator',
);

/** These extensions are compared as promises, so that an equal list in another order is no edit. */
const JUDGED = toSet(
  'x-availability x-columns x-fixed x-permission x-provisional x-sunset',
  'x-transitions x-references x-unique x-status',
);

/** An unknown extension with a text, for example `x-unit`, has a meaning for its readers. */
const isWords = (key: string, value: unknown): boolean =>
  WORDS.has(key) || (key.startsWith('x-') && typeof value === 'string' && !JUDGED.has(key));

/** The names of `xml` are parts of messages in XML, which are not evaluated. */
const isAnnotation = (key: string): boolean => ANNOTATIONS.has(key) || key === 'xml' || key.startsWith('x-');

interface Remark extends Wordings {
  rule: RuleId;
  pointer: string;
}

/** Returns one edit for each changed text or annotation of a part that both documents have, and one for all examples. */
export function wordEdits(
  documents: Record<'base' | 'head', OpenApiDocument>,
  operations: EffectiveOperation[],
  changes: ContractChange[],
): Edit[] {
  const roots = { base: documents.base.root, head: documents.head.root };
  const place = { pointer: '', hasNames: false, roots, seen: new Map() };
  const found = [...compareWords(roots.base, roots.head, place)];
  const findUsers = operationsAt(documents.head, operations);
  const toEdit = ({ rule, pointer, before, after }: Remark, pointers = [pointer]): Edit => ({
    level: 'notice',
    rule,
    fingerprint: getFingerprint([rule, ...pointers, before, after]),
    where: pointer,
    operations: [...new Set(pointers.flatMap(findUsers))].map(
      ({ operationId, method, path, availability }) => ({
        ...{ operationId, method, path, availability },
        ...{ level: 'notice', rule, where: [pointer] },
      }),
    ),
    others: [],
    before,
    after,
    renamedTo: null,
    pointer,
    document: 'head',
  });
  const isCovered = createCoverage(changes);
  const examples = found.filter(({ rule }) => rule === 'examples-changed');
  const remarks = found.filter(
    ({ rule, pointer }) =>
      rule !== 'examples-changed' && (rule !== 'annotation-changed' || !isCovered(pointer)),
  );
  const edits = remarks.flatMap(withPromises).map((remark) => toEdit(remark));
  const [first] = examples;
  if (!first) return edits;
  const pointers = examples.map(({ pointer }) => pointer);
  return [...edits, toEdit({ ...first, ...shownTogether(examples) }, pointers)];
}

const MAX_SHOWN = 3;

/** Returns the different values of several remarks. */
function shownTogether(remarks: Remark[]): Wordings {
  const different = new Map(remarks.map((each) => [canonicalJson([each.before, each.after]), each]));
  const shown = [...different.values()].slice(0, MAX_SHOWN);
  if (shown.length === 1) return { before: shown[0]!.before, after: shown[0]!.after };
  return { before: shown.map(({ before }) => before), after: shown.map(({ after }) => after) };
}

/** Returns whether a change describes the value at a pointer, a part of it, or the part that contains it. */
function createCoverage(changes: ContractChange[]): (pointer: string) => boolean {
  const pointers = [...new Set(changes.map(({ pointer }) => pointer))];
  const known = new Set(pointers);
  return (at) =>
    known.has(at) ||
    known.has(at.slice(0, at.lastIndexOf('/'))) ||
    pointers.some((pointer) => pointer.startsWith(`${at}/`));
}

/** Returns one remark for each changed promise of a text, and one for its other sentences. */
function withPromises(remark: Remark): Remark[] {
  if (remark.rule !== 'words-changed') return [remark];
  const changed = changedSentences(remark);
  const isPromise = ({ before, after }: Wordings<string | null>): boolean =>
    PROMISE.test(`${before} ${after}`);
  const [promises, others] = [changed.filter(isPromise), changed.filter((pair) => !isPromise(pair))];
  // A text can also change in its spaces only.
  if (promises.length === 0) return [remark];
  const joined = (side: 'before' | 'after') => others.flatMap((pair) => pair[side] ?? []).join(' ') || null;
  return [
    ...promises.map((promise) => ({ ...remark, ...promise, rule: 'promise-reworded' as const })),
    ...(others.length === 0 ? [] : [{ ...remark, before: joined('before'), after: joined('after') }]),
  ];
}

interface Place {
  /** In the head. */
  pointer: string;
  hasNames: boolean;
  roots: Record<Side, unknown>;
  /** The base of each compared object of the head: an anchor of YAML is one object in several places. */
  seen: Map<unknown, unknown>;
  /** Whether the part has moved into or out of a component. */
  hasMoved?: true;
}

function* compareWords(base: unknown, head: unknown, place: Place): Generator<Remark> {
  const { pointer, hasNames, roots, seen, hasMoved } = place;
  const [from, to] = [localTarget(base, roots.base), localTarget(head, roots.head)];
  // Once only: two recursive schemas could refer to each other for ever.
  if (!hasMoved && isObject(base) && isObject(head) && (from === undefined) !== (to === undefined)) {
    const moved = { ...place, pointer: to?.pointer ?? pointer, hasMoved: true as const };
    yield* compareWords(from?.value ?? base, to?.value ?? head, moved);
    return;
  }
  if (isObject(head) && seen.get(head) === base) return;
  if (isObject(head)) seen.set(head, base);
  const swapped = swappedWords(from, to, roots);
  if (swapped) yield { rule: 'words-changed', pointer, ...swapped };
  const [baseItems, headItems] = [listItems(base, pointer), listItems(head, pointer)];
  for (const [key, { segment, value }] of headItems) {
    const before = baseItems.get(key)?.value;
    const at = under(pointer, segment);
    if (!hasNames && isWords(key, value ?? before)) {
      const texts = { before: asString(before) ?? null, after: asString(value) ?? null };
      if (texts.before !== texts.after) yield { rule: 'words-changed', pointer: at, ...texts };
      continue;
    }
    if (!hasNames) yield* compareRemark(key, before, value, at);
    const isCompared = hasNames || !(VALUES.has(key) || EXAMPLES.has(key));
    if (before !== undefined && isCompared)
      yield* compareWords(before, value, {
        ...place,
        pointer: at,
        hasNames: !hasNames && NAME_KEYWORDS.has(key),
      });
  }
  if (hasNames || !isObject(head)) return;
  for (const [key, { value }] of baseItems) {
    if (headItems.has(key)) continue;
    if (isWords(key, value) && typeof value === 'string')
      yield { rule: 'words-changed', pointer, before: value, after: null };
    else yield* compareRemark(key, value, undefined, under(pointer, key));
  }
}

/** Compares examples, or an annotation without its words, which have their own rows. */
function compareRemark(key: string, base: unknown, head: unknown, pointer: string): Remark[] {
  if (EXAMPLES.has(key)) return compareExamples(base, head, pointer);
  if (!isAnnotation(key)) return [];
  const read = JUDGED.has(key) ? unordered : withoutWords;
  const [before, after] = [base, head].map((value) => shorten(read(value) ?? null));
  // `false` is the default of each flag.
  if (canonicalJson(before || null) === canonicalJson(after || null)) return [];
  return [{ rule: key === 'xml' ? 'unjudged-changed' : 'annotation-changed', pointer, before, after }];
}

/** Returns a list of kinds or transitions in one order, with one entry for each `from`. */
function unordered(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  const entries = value.flatMap((entry: unknown) => {
    const { from } = asObject(entry);
    return isObject(entry) ? [from].flat().map((status) => ({ ...entry, from: status })) : [entry];
  });
  return [...new Map(entries.map((entry) => [canonicalJson(entry), entry])).entries()]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, entry]) => entry);
}

const withoutWords = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutWords);
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([key, each]) => !isWords(key, each));
  return Object.fromEntries(kept.map(([key, each]) => [key, withoutWords(each)]));
};

/** A request can name an example (`Prefer: example=`), so that its name is a row. All changed values are one row. */
function compareExamples(base: unknown, head: unknown, pointer: string): Remark[] {
  if (canonicalJson(base) === canonicalJson(head)) return [];
  const listNames = (value: unknown): string[] => Object.keys(asObject(value)).sort();
  const [before, after] = [listNames(base), listNames(head)];
  if (pointer.endsWith('/examples') && !asArray(base ?? head).length && before.join() !== after.join())
    return [{ rule: 'annotation-changed', pointer, before, after }];
  return [{ rule: 'examples-changed', pointer, ...changedValues(base, head) }];
}

/** Returns the first part that two values do not share, for example the message of an error. */
function changedValues(before: unknown, after: unknown): Wordings {
  if (isObject(before) && isObject(after)) {
    const isChanged = (key: string) => canonicalJson(before[key]) !== canonicalJson(after[key]);
    const changed = Object.keys({ ...before, ...after }).filter(isChanged);
    if (changed.length === 1) return changedValues(before[changed[0]!], after[changed[0]!]);
  }
  return { before: shorten(before ?? null), after: shorten(after ?? null) };
}

/** Returns the target of a reference within a document. A text beside the reference replaces that of the target. */
function localTarget(value: unknown, root: unknown): Located | undefined {
  const reference = asObject(value);
  const { $ref } = reference;
  if (typeof $ref !== 'string' || !$ref.startsWith('#/')) return undefined;
  const pointer = $ref.slice(1);
  const target = asObject(valueAt(root, pointer));
  return { pointer, value: Object.keys(reference).length === 1 ? target : { ...target, ...reference } };
}

/** Returns the descriptions of two targets, if a reference leads to another one. */
function swappedWords(from: Located | undefined, to: Located | undefined, roots: Record<Side, unknown>) {
  if (!from || !to || from.pointer === to.pointer) return undefined;
  const words = (root: unknown, { pointer }: Located): string | null =>
    asString(valueAt(root, under(pointer, 'description'))) ?? null;
  const [before, after] = [words(roots.base, from), words(roots.head, to)];
  return before === after ? undefined : { before, after };
}

type Items = Map<string, { segment: string; value: unknown }>;

/** Returns the parts of a value by a key that does not depend on their position. */
function listItems(value: unknown, pointer: string): Items {
  const keyIn = (segment: string, item: unknown): string => {
    if (Array.isArray(value)) return getKey(item, segment);
    return pointer === '/paths' ? eraseParameterNames(segment) : segment;
  };
  const entries = Object.entries(Array.isArray(value) ? (value as unknown[]) : asObject(value));
  return new Map(entries.map(([segment, item]) => [keyIn(segment, item), { segment, value: item }]));
}

/** A parameter or tag has a name, and a reference has a target. Other items have only their position. */
function getKey(item: unknown, index: string): string {
  if (!isObject(item)) return index;
  const { $ref, name, in: location } = item;
  const key = [$ref, location, name].filter((part) => typeof part === 'string').join(' ');
  if (key !== '') return key;
  // An alternative can move.
  return JSON.stringify(item, (name, value: unknown) => (WORDS.has(name) ? undefined : value)) || index;
}

/** A number, or a word of a limit, a default or a guarantee. */
const PROMISE =
  /\d|\b(?:default|at most|at least|maximum|minimum|limit|up to|within|until|expires?|never|always|once|fixed|final|unique|order|sorted|columns|guaranteed?|immutable|permanent|stable)\b/i;

const splitSentences = (text: unknown): string[] =>
  (asString(text) ?? '')
    .split(/(?<=[.!?])\s+|\n{2,}/)
    .map((sentence) => sentence.replace(/\s+/g, ' ').trim())
    .filter((sentence) => sentence !== '');

interface Wordings<Value = unknown> {
  before: Value;
  after: Value;
}

/** Returns the sentences that only one text has, as pairs between the sentences of both. Null: it has no such sentence. */
function changedSentences({ before, after }: Wordings): Wordings<string | null>[] {
  const [old, current] = [splitSentences(before), splitSentences(after)];
  /** Splits the sentences of a text at those that the other text has too. */
  const splitParts = (sentences: string[], others: string[]): string[][] =>
    sentences.reduce<string[][]>(
      (parts, sentence) =>
        others.includes(sentence) ? [...parts, []] : [...parts.slice(0, -1), [...parts.at(-1)!, sentence]],
      [[]],
    );
  return zip(splitParts(old, current), splitParts(current, old))
    .flatMap(([removed = [], added = []]) => zip(removed, added))
    .map(([sentence = null, replacement = null]) => ({ before: sentence, after: replacement }));
}
