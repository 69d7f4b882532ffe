// Edits of words only: titles, summaries and descriptions. They change no message, but they can change a meaning.
import { under } from '../contract/pointer';
import type { Edit } from './edits';
import { asString, canonicalJson, digest, isObject } from './json';
import type { OpenApiDocument } from './model/document';
import { type EffectiveOperation, eraseParameterNames } from './model/operations';
import { operationsAt } from './model/uses';

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
  compareWords(documents.base.root, documents.head.root, { pointer: '', hasNames: false, found });
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
}

function compareWords(base: unknown, head: unknown, { pointer, hasNames, found }: Place): void {
  const baseItems = itemsOf(base, pointer);
  for (const [key, { segment, value }] of itemsOf(head, pointer)) {
    const before = baseItems.get(key)?.value;
    const at = under(pointer, segment);
    if (!hasNames && WORDS.has(key)) {
      const texts = { before: asString(before) ?? null, after: asString(value) ?? null };
      if (texts.before !== texts.after) found.push({ pointer: at, ...texts });
    } else if (before !== undefined && (hasNames || !VALUES.has(key)))
      compareWords(before, value, { pointer: at, hasNames: !hasNames && NAMED.has(key), found });
  }
  if (hasNames) return;
  for (const [key, { value }] of baseItems)
    if (WORDS.has(key) && isObject(head) && !(key in head) && typeof value === 'string')
      found.push({ pointer, before: value, after: null });
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
  return key || String(index);
}
