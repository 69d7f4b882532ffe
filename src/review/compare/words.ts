// Edits of words only: titles, summaries and descriptions. They change no message, but they can change a meaning.
import { under, valueAt } from '../../contract/pointer';
import type { Edit } from '../edits/edits';
import { asObject, asString, canonicalJson, digest } from '../model/json';
import type { OpenApiDocument, Side } from '../model/document';
import { type EffectiveOperation, eraseParameterNames } from '../model/operations';
import { operationsAt } from '../model/uses';
import { isObject } from '../../base/json';

const WORDS = new Set(['title', 'summary', 'description']);
/** Keywords whose keys are names, which can be equal to a keyword with words. */
const NAMED = new Set([
  'properties',
  'patternProperties',
  'parameters',
  'headers',
  'schemas',
  'responses',
  '$defs',
]);
/** Keywords with values of messages. */
const VALUES = new Set(['example', 'examples', 'default', 'enum', 'const']);

/** These extensions are compared as promises. */
const JUDGED = new Set([
  'x-availability',
  'x-provisional',
  'x-sunset',
  'x-transitions',
  'x-references',
  'x-unique',
]);

/** An unknown extension with a text, for example `x-unit`, has a meaning for its readers. */
const isWords = (key: string, value: unknown): boolean =>
  WORDS.has(key) || (key.startsWith('x-') && typeof value === 'string' && !JUDGED.has(key));

interface ChangedWords {
  pointer: string;
  before: string | null;
  after: string | null;
}

/** Returns one edit for each changed text of a part that both documents have. */
export function wordEdits(
  documents: Record<'base' | 'head', OpenApiDocument>,
  operations: EffectiveOperation[],
): Edit[] {
  const found: ChangedWords[] = [];
  compareWords(documents.base.root, documents.head.root, {
    pointer: '',
    hasNames: false,
    found,
    roots: { base: documents.base.root, head: documents.head.root },
  });
  const usersOf = operationsAt(documents.head, operations);
  return found.map(({ pointer, before, after }): Edit => ({
    level: 'notice',
    rule: 'words-changed',
    fingerprint: digest(canonicalJson(['words-changed', pointer, before, after]), 12),
    where: pointer,
    operations: usersOf(pointer).map(({ operationId, method, path, availability }) => ({
      operationId,
      method,
      path,
      availability,
      level: 'notice',
      rule: 'words-changed',
      where: [pointer],
    })),
    others: [],
    before,
    after,
    renamedTo: null,
    pointer,
    document: 'head',
  }));
}

interface Place {
  /** In the head. */
  pointer: string;
  hasNames: boolean;
  found: ChangedWords[];
  roots: Record<Side, unknown>;
}

function compareWords(base: unknown, head: unknown, { pointer, hasNames, found, roots }: Place): void {
  const swapped = swappedWords(base, head, roots);
  if (swapped) found.push({ pointer, ...swapped });
  const baseItems = itemsOf(base, pointer);
  for (const [key, { segment, value }] of itemsOf(head, pointer)) {
    const before = baseItems.get(key)?.value;
    const at = under(pointer, segment);
    if (!hasNames && isWords(key, value ?? before)) {
      const texts = { before: asString(before) ?? null, after: asString(value) ?? null };
      if (texts.before !== texts.after) found.push({ pointer: at, ...texts });
    } else if (before !== undefined && (hasNames || !VALUES.has(key)))
      compareWords(before, value, { pointer: at, hasNames: !hasNames && NAMED.has(key), found, roots });
  }
  if (hasNames) return;
  for (const [key, { value }] of baseItems)
    if (isWords(key, value) && isObject(head) && !(key in head) && typeof value === 'string')
      found.push({ pointer, before: value, after: null });
}

/** Returns the descriptions of two targets, if a reference leads to another one. */
function swappedWords(base: unknown, head: unknown, roots: Record<Side, unknown>) {
  const [from, to] = [asString(asObject(base)['$ref']), asString(asObject(head)['$ref'])];
  if (from === undefined || to === undefined || from === to) return undefined;
  const words = (root: unknown, reference: string): string | null =>
    asString(asObject(valueAt(root, reference.slice(1)))['description']) ?? null;
  const [before, after] = [words(roots.base, from), words(roots.head, to)];
  return before === after ? undefined : { before, after };
}

type Items = Map<string, { segment: string | number; value: unknown }>;

/** Returns the parts of a value by a key that does not depend on their position. */
function itemsOf(value: unknown, pointer: string): Items {
  if (Array.isArray(value))
    return new Map(
      value.map((item: unknown, index) => [keyOf(item, index), { segment: index, value: item }]),
    );
  const key = pointer === '/paths' ? eraseParameterNames : (name: string) => name;
  return new Map(
    Object.entries(isObject(value) ? value : {}).map(([name, item]) => [
      key(name),
      { segment: name, value: item },
    ]),
  );
}

/** A parameter or tag has a name, and a reference has a target. Other items have only their position. */
function keyOf(item: unknown, index: number): string {
  if (!isObject(item)) return String(index);
  const { $ref, name, in: location } = item;
  const key = [$ref, location, name].filter((part) => typeof part === 'string').join(' ');
  if (key !== '') return key;
  // An alternative can move.
  return JSON.stringify(item, (name, value: unknown) => (WORDS.has(name) ? undefined : value)) || `${index}`;
}
