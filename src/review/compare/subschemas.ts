// Compares subschemas in conditions, `not`, dependencies and arrays.
import { getKind, listPointers } from '../edits/edits';
import { asArray, canonicalJson, toPairs, zip } from '../model/json';
import { type Located, getPart } from '../model/document';
import { type ResolvedSchema, type SchemaPart, partsByName } from '../model/schema';
import { asWritten, subschemasUnder, listTypes, valuesUnder } from '../model/schema-facts';
import { restrictsUnevaluated } from '../model/unlisted-fields';
import type { SchemaRule } from '../edits/rules';
import type { SchemaPair } from './schema-pair';
import { compareSets, keywordValues } from './values';
import { isObject } from '../../base/values';

const PLAIN_KEYWORDS = ['dependentRequired', 'dependencies', '$dynamicRef', '$recursiveRef'];
const SCHEMA_KEYWORDS = ['not', 'if', 'then', 'else', 'propertyNames', 'contentSchema'];
/** A value that matches these does not necessarily match the whole schema. */
const KEYWORDS_WITHOUT_DIRECTION = new Set(['not', 'if']);
/** These also evaluate fields and items for `unevaluatedProperties` and `unevaluatedItems`. */
const EVALUATING_KEYWORDS = new Set(['if', 'then', 'else', 'dependentSchemas']);

export function compareSubschemas(pair: SchemaPair): void {
  const { base, head } = pair;
  for (const keyword of PLAIN_KEYWORDS)
    compareSets(pair, 'constraint', unordered(base, keyword), unordered(head, keyword), (value) => ({
      [keyword]: value,
    }));
  for (const keyword of SCHEMA_KEYWORDS)
    compareParts(pair, keyword, valuesUnder(base, keyword), valuesUnder(head, keyword));
  const [old, current] = [base, head].map((schema) => partsByName(schema, 'dependentSchemas'));
  for (const [name, before = [], after = []] of toPairs(old!, current!))
    compareParts(pair, 'dependentSchemas', before, after, `dependentSchemas ${name}`);
}

/** Returns the values of a keyword by a text that ignores the order of field names. */
function unordered(schema: ResolvedSchema, keyword: string): Map<string, Located> {
  const sorted = (item: unknown): unknown => (Array.isArray(item) ? asArray(item).toSorted() : item);
  const withSortedLists = (value: unknown): unknown =>
    isObject(value)
      ? Object.fromEntries(Object.entries(value).map(([name, item]) => [name, sorted(item)]))
      : value;
  const values = [...keywordValues(schema, keyword).values()];
  return new Map(values.map((located) => [canonicalJson(withSortedLists(located.value)), located]));
}

/** Compares the subschemas under a keyword, or under one name of the keyword, part by part. */
function compareParts(
  pair: SchemaPair,
  keyword: string,
  baseList: Located[],
  headList: Located[],
  label = keyword,
): void {
  const { base, head } = pair;
  const isTwoWay = EVALUATING_KEYWORDS.has(keyword) && isUnevaluated(pair);
  for (const [before, after] of zip(baseList, headList)) {
    const left = before && base.resolver.resolve([before]);
    const right = after && head.resolver.resolve([after]);
    if (left && right) {
      if (KEYWORDS_WITHOUT_DIRECTION.has(keyword) || isTwoWay) pair.descend(left, right, '', label);
      else pair.descendIntoCondition(left, right, `(${label})`);
    } else {
      pair.report(
        `constraint-${isTwoWay ? 'changed' : getKind(before, after)}`,
        { before: left && { [label]: asWritten(left) }, after: right && { [label]: asWritten(right) } },
        listPointers(before, after),
      );
    }
  }
}

/** Returns whether alternatives and conditions decide which fields or items are evaluated. */
const isUnevaluated = ({ base, head }: SchemaPair): boolean =>
  restrictsUnevaluated(base) || restrictsUnevaluated(head);

/** Compares the items of an array: those with a fixed position, the others, and `contains`. */
export function compareItems(pair: SchemaPair): void {
  const { base, head } = pair;
  if (!listTypes(base).has('array') || !listTypes(head).has('array')) return;
  const prefixLength = Math.max(
    ...[...base.parts, ...head.parts].map(({ value }) => asArray(value['prefixItems']).length),
  );
  for (let index = 0; index < prefixLength; index++)
    pair.descend(itemAt(base, index), itemAt(head, index), `[${index}]`);
  const [before, after] = [otherItems(base), otherItems(head)];
  const isClosed = (items: Located[]) => prefixLength > 0 && items.some(({ value }) => value === false);
  if (isClosed(before) !== isClosed(after))
    pair.report(
      isClosed(after) ? 'limit-tightened' : 'limit-loosened',
      { before: !isClosed(before), after: !isClosed(after), suffix: '[]' },
      listPointers(before[0], after[0]),
    );
  else if (before.length + after.length > 0) {
    const items = base.resolver.resolve(before, base.pointer);
    pair.descend(items, head.resolver.resolve(after, head.pointer), '[]');
  }
  compareContains(pair);
}

/** Returns the schemas of items without a fixed position. `unevaluatedItems` applies without `items`. */
function otherItems(schema: ResolvedSchema): Located[] {
  const items = subschemasUnder(schema, 'items');
  return items.length > 0 ? items : subschemasUnder(schema, 'unevaluatedItems');
}

function itemAt(array: ResolvedSchema, index: number): ResolvedSchema {
  const seeds = array.parts.flatMap((part): Located[] => {
    const [prefix, items] = [getPart(part, 'prefixItems'), getPart(part, 'items')];
    if (index < asArray(prefix.value).length) return [getPart(prefix, index)];
    return isObject(items.value) || items.value === false ? [items] : [];
  });
  return array.resolver.resolve(
    seeds.length > 0 ? seeds : subschemasUnder(array, 'unevaluatedItems'),
    array.pointer,
  );
}

const numberOr = (value: unknown, fallback: number): number => (typeof value === 'number' ? value : fallback);
const minContains = ({ value }: SchemaPart): number => numberOr(value['minContains'], 1);
const maxContains = ({ value }: SchemaPart): number => numberOr(value['maxContains'], Infinity);

function containsText(part: SchemaPart | undefined): unknown {
  const { contains, minContains: minimum, maxContains: maximum } = part?.value ?? {};
  return part && { contains, minContains: minimum, maxContains: maximum };
}

/** Compares `contains` part by part. Without limits it matters only for `unevaluatedItems`. */
function compareContains(pair: SchemaPair): void {
  const isTwoWay = isUnevaluated(pair);
  const isEffective = (part: SchemaPart) => isTwoWay || minContains(part) > 0 || maxContains(part) < Infinity;
  const read = ({ parts }: ResolvedSchema) =>
    parts.filter((part) => part.value['contains'] !== undefined && isEffective(part));
  for (const [before, after] of zip(read(pair.base), read(pair.head))) {
    const values = { before: containsText(before), after: containsText(after) };
    const report = (rule: SchemaRule) => pair.report(rule, values, listPointers(before, after));
    if (!before || !after) {
      report(`constraint-${isTwoWay ? 'changed' : getKind(before, after)}`);
      continue;
    }
    if (minContains(after) !== minContains(before))
      report(minContains(after) > minContains(before) ? 'limit-tightened' : 'limit-loosened');
    if (maxContains(after) !== maxContains(before))
      report(maxContains(after) < maxContains(before) ? 'limit-tightened' : 'limit-loosened');
    const left = pair.base.resolver.resolve([getPart(before, 'contains')]);
    const right = pair.head.resolver.resolve([getPart(after, 'contains')]);
    const isOnlyMinimum = [before, after].every(
      (part) => minContains(part) > 0 && maxContains(part) === Infinity,
    );
    if (!isTwoWay && isOnlyMinimum) pair.descendIntoCondition(left, right, '(contains)');
    else pair.descend(left, right, '', 'contains');
  }
}
