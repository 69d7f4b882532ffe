// Compares subschemas in conditions, `not`, dependencies and arrays.
import { pointersOf } from '../edits/edits';
import { under } from '../../contract/pointer';
import { asArray, canonicalJson } from '../model/json';
import type { Located } from '../model/document';
import type { ResolvedSchema, SchemaPart } from '../model/schema';
import { asWritten, subschemasUnder, typesOf } from '../model/schema-facts';
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
  for (const keyword of SCHEMA_KEYWORDS) compareKeyword(pair, keyword);
  const dependentNames = [base, head].flatMap(({ parts }) =>
    parts.flatMap(({ schema: { dependentSchemas } }) =>
      isObject(dependentSchemas) ? Object.keys(dependentSchemas) : [],
    ),
  );
  for (const name of new Set(dependentNames)) compareKeyword(pair, 'dependentSchemas', name);
}

/** Returns the values of a keyword by a text that ignores the order of field names. */
function unordered(schema: ResolvedSchema, keyword: string): Map<string, Located> {
  const withSortedLists = (value: unknown): unknown =>
    isObject(value)
      ? Object.fromEntries(
          Object.entries(value).map(([name, item]) => [
            name,
            Array.isArray(item) ? asArray(item).toSorted() : item,
          ]),
        )
      : value;
  const values = [...keywordValues(schema, keyword).values()];
  return new Map(values.map((located) => [canonicalJson(withSortedLists(located.value)), located]));
}

function subschemasOf({ parts }: ResolvedSchema, keyword: string, name: string | undefined): Located[] {
  return parts.flatMap(({ schema, pointer }) => {
    const holder = schema[keyword];
    if (name === undefined)
      return holder === undefined ? [] : [{ value: holder, pointer: under(pointer, keyword) }];
    return isObject(holder) && Object.hasOwn(holder, name)
      ? [{ value: holder[name], pointer: under(pointer, keyword, name) }]
      : [];
  });
}

/** Compares the subschemas under a keyword, or under one name of the keyword, part by part. */
function compareKeyword(pair: SchemaPair, keyword: string, name?: string): void {
  const { base, head } = pair;
  const label = name === undefined ? keyword : `${keyword} ${name}`;
  const [baseList, headList] = [subschemasOf(base, keyword, name), subschemasOf(head, keyword, name)];
  for (let index = 0; index < Math.max(baseList.length, headList.length); index++) {
    const [before, after] = [baseList[index], headList[index]];
    const [left, right] = [
      before && base.resolver.resolve([before]),
      after && head.resolver.resolve([after]),
    ];
    const isTwoWay =
      EVALUATING_KEYWORDS.has(keyword) && (restrictsUnevaluated(base) || restrictsUnevaluated(head));
    if (left && right) {
      if (KEYWORDS_WITHOUT_DIRECTION.has(keyword) || isTwoWay) pair.descend(left, right, '', label);
      else pair.descendIntoCondition(left, right, `(${label})`);
    } else {
      pair.report(
        isTwoWay ? 'constraint-changed' : right ? 'constraint-added' : 'constraint-removed',
        { before: left && { [label]: asWritten(left) }, after: right && { [label]: asWritten(right) } },
        pointersOf(before, after),
      );
    }
  }
}

/** Compares the items of an array: those with a fixed position, the others, and `contains`. */
export function compareItems(pair: SchemaPair): void {
  const { base, head } = pair;
  if (!typesOf(base).has('array') || !typesOf(head).has('array')) return;
  const prefixLength = Math.max(
    ...[base, head].flatMap(({ parts }) => parts.map(({ schema }) => asArray(schema['prefixItems']).length)),
  );
  for (let index = 0; index < prefixLength; index++)
    pair.descend(itemAt(base, index), itemAt(head, index), `[${index}]`);
  const [before, after] = [otherItems(base), otherItems(head)];
  const isClosed = (items: Located[]) => prefixLength > 0 && items.some(({ value }) => value === false);
  if (isClosed(before) !== isClosed(after))
    pair.report(
      isClosed(after) ? 'limit-tightened' : 'limit-loosened',
      { before: !isClosed(before), after: !isClosed(after), suffix: '[]' },
      { head: after[0]?.pointer, base: before[0]?.pointer },
    );
  else if (before.length + after.length > 0)
    pair.descend(
      base.resolver.resolve(before, base.pointer),
      head.resolver.resolve(after, head.pointer),
      '[]',
    );
  compareContains(pair);
}

/** Returns the schemas of items without a fixed position. `unevaluatedItems` applies without `items`. */
function otherItems(schema: ResolvedSchema): Located[] {
  const items = subschemasUnder(schema, 'items');
  return items.length > 0 ? items : subschemasUnder(schema, 'unevaluatedItems');
}

function itemAt(array: ResolvedSchema, index: number): ResolvedSchema {
  const seeds = array.parts.flatMap(({ schema, pointer }): Located[] => {
    const [prefix, items] = [asArray(schema['prefixItems']), schema['items']];
    if (index < prefix.length)
      return [{ value: prefix[index], pointer: under(pointer, 'prefixItems', index) }];
    return isObject(items) || items === false ? [{ value: items, pointer: under(pointer, 'items') }] : [];
  });
  return array.resolver.resolve(
    seeds.length > 0 ? seeds : subschemasUnder(array, 'unevaluatedItems'),
    array.pointer,
  );
}

const numberOr = (value: unknown, fallback: number): number => (typeof value === 'number' ? value : fallback);
const minContains = ({ schema }: SchemaPart): number => numberOr(schema['minContains'], 1);
const maxContains = ({ schema }: SchemaPart): number => numberOr(schema['maxContains'], Infinity);

const containsText = (part: SchemaPart | undefined): unknown =>
  part && {
    contains: part.schema['contains'],
    minContains: part.schema['minContains'],
    maxContains: part.schema['maxContains'],
  };

/** Compares `contains` part by part. Without limits it matters only for `unevaluatedItems`. */
function compareContains(pair: SchemaPair): void {
  const isTwoWay = restrictsUnevaluated(pair.base) || restrictsUnevaluated(pair.head);
  const read = ({ parts }: ResolvedSchema) =>
    parts.filter(
      (part) =>
        part.schema['contains'] !== undefined &&
        (isTwoWay || minContains(part) > 0 || maxContains(part) < Infinity),
    );
  const [baseParts, headParts] = [read(pair.base), read(pair.head)];
  for (let index = 0; index < Math.max(baseParts.length, headParts.length); index++) {
    const [before, after] = [baseParts[index], headParts[index]];
    const report = (rule: SchemaRule) =>
      pair.report(
        rule,
        { before: containsText(before), after: containsText(after) },
        pointersOf(before, after),
      );
    if (!before || !after) {
      report(isTwoWay ? 'constraint-changed' : after ? 'constraint-added' : 'constraint-removed');
      continue;
    }
    if (minContains(after) !== minContains(before))
      report(minContains(after) > minContains(before) ? 'limit-tightened' : 'limit-loosened');
    if (maxContains(after) !== maxContains(before))
      report(maxContains(after) < maxContains(before) ? 'limit-tightened' : 'limit-loosened');
    const resolve = ({ resolver }: ResolvedSchema, { schema, pointer }: SchemaPart) =>
      resolver.resolve([{ value: schema['contains'], pointer: under(pointer, 'contains') }]);
    const [left, right] = [resolve(pair.base, before), resolve(pair.head, after)];
    const isOnlyMinimum = [before, after].every(
      (part) => minContains(part) > 0 && maxContains(part) === Infinity,
    );
    if (!isTwoWay && isOnlyMinimum) pair.descendIntoCondition(left, right, '(contains)');
    else pair.descend(left, right, '', 'contains');
  }
}
