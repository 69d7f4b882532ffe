// Compares the parameters of an operation: presence, serialization and schemas.
import { valueAt } from '../../contract/pointer';
import { type ChangePlace, listPointers } from '../edits/edits';
import { asObject, canonicalJson, toPairs } from '../model/json';
import type { EffectiveParameter } from '../model/messages';
import type { EffectiveOperation } from '../model/operations';
import { isPastSunset } from '../edits/rules';
import { findKeyword, subschemasUnder, listTypes, typesText } from '../model/schema-facts';
import type { ResolvedSchema, SchemaResolver } from '../model/schema';
import type { ChangeCollector, Compare } from './change-collector';
import { defaultText } from './schema-pair';

export const toPlace = (parameter: EffectiveParameter): ChangePlace => ({
  where: `${parameter.in} parameter ${parameter.name}`,
  place: `parameter ${parameter.key}`,
});

export const compareParameters: Compare<EffectiveOperation> = (collector, base, head) => {
  for (const [, before, after] of toPairs(base.parameters, head.parameters)) {
    if (before && after) compareParameter(collector, before, after);
    // An undescribed path parameter allows every value, so that a description alone changes nothing.
    else if (after && after.in !== 'path') addParameter(collector, after);
    else if (before && before.in !== 'path') {
      const isRetired = isPastSunset(before, collector.context.today);
      const rule = isRetired ? 'parameter-retired' : 'parameter-removed';
      collector.add(rule, toPlace(before), { before: before.name }, { base: findOrigin(collector, before) });
    }
  }
};

/** Names of parameters that limit a list, and of those with which a caller asks for the rest. */
const LIMITS = /^(limit|top|count|first|size|(max|page|per)[_-]?(page|size|results|items))$/i;
const PAGES = [
  /^\$?(cursor|marker|offset|skip|start)$/i,
  /^\$?page([_-]?(number|no|index)|\[\w+\])?$/i,
  /^\$?((next|continuation)[_-]?)?(page[_-]?)?(token|cursor)$/i,
  /^\$?(start|end)(ing)?[_-]?(after|before|index|at|key)$/i,
  /^\$?(after|before)[_-]?(id|cursor|key)?$/i,
];

const findDefault = (resolver: SchemaResolver, { schema }: EffectiveParameter): unknown =>
  findKeyword(resolver.resolve([schema]), 'default')?.value;

/** Returns whether the default of a parameter shortens a list that had no pages. */
const limitsList = ({ context, base, head }: ChangeCollector, parameter: EffectiveParameter): boolean =>
  parameter.in === 'query' &&
  head!.method === 'GET' &&
  LIMITS.test(parameter.name) &&
  typeof findDefault(context.head, parameter) === 'number' &&
  ![...base!.parameters.values()].some((known) =>
    LIMITS.test(known.name)
      ? typeof findDefault(context.base, known) === 'number'
      : PAGES.some((page) => page.test(known.name)),
  );

function addParameter(collector: ChangeCollector, added: EffectiveParameter): void {
  const at = { head: findOrigin(collector, added) };
  const fallback = findDefault(collector.context.head, added);
  const rule = added.required
    ? 'parameter-required-added'
    : fallback === undefined
      ? 'parameter-added'
      : limitsList(collector, added)
        ? 'parameter-limit-added'
        : 'parameter-default-added';
  const after = added.required || fallback === undefined ? added.name : defaultText(fallback);
  collector.add(rule, toPlace(added), { after }, at);
  collector.compareDeprecation('parameter', toPlace(added), undefined, added);
}

/** Returns the shared component if it is what changes, or the place in the operation. */
function findOrigin({ context }: ChangeCollector, { pointer, statedAt }: EffectiveParameter): string {
  const [before, after] = [context.base, context.head].map(({ document }) =>
    canonicalJson(valueAt(document.root, pointer)),
  );
  return before === after ? statedAt : pointer;
}

const compareParameter: Compare<EffectiveParameter> = (collector, base, head) => {
  const place = toPlace(head);
  const at = listPointers(base, head);
  collector.comparePromise(place, base, head);
  collector.compareRequired('parameter', place, base, head, at);
  collector.compareDeprecation('parameter', place, base, head);
  if (base.unjudged !== head.unjudged)
    collector.add('unjudged-changed', place, { before: base.unjudged, after: head.unjudged }, at);
  if (becomesList(collector, base, head)) return;
  compareSerialization(collector, base, head, place);
  const defaultRule = limitsList(collector, head) ? 'parameter-limit-default-added' : undefined;
  collector.compareSchemas(base.schema, head.schema, 'request', place, defaultRule);
};

const toForm = ({ style, explode }: EffectiveParameter) => ({ style, explode });

export function compareSerialization(
  collector: ChangeCollector,
  base: EffectiveParameter,
  head: EffectiveParameter,
  place: ChangePlace,
): void {
  // `explode` makes a difference only for arrays and objects.
  const areCompound = getSchemas(collector, base, head).some(isCompound);
  if (base.style === head.style && (!areCompound || base.explode === head.explode)) return;
  const values = { before: toForm(base), after: toForm(head) };
  collector.add('parameter-style-changed', place, values, listPointers(base, head));
}

const getSchemas = ({ context }: ChangeCollector, base: EffectiveParameter, head: EffectiveParameter) =>
  [context.base.resolve([base.schema]), context.head.resolve([head.schema])] as const;

const isCompound = (schema: ResolvedSchema): boolean =>
  listTypes(schema).has('array') || listTypes(schema).has('object');

/**
 * Compares a query value with the items of a list: `?a=1` is also a list with one item if each item repeats
 * the name. Returns false for other parameters.
 */
function becomesList(collector: ChangeCollector, base: EffectiveParameter, head: EffectiveParameter) {
  if (head.in !== 'query' || base.style !== 'form' || head.style !== 'form' || !head.explode) return false;
  const [before, after] = getSchemas(collector, base, head);
  const needsMore = after.parts.some(({ value }) => Number(value['minItems'] ?? 0) > 1);
  if (isCompound(before) || [...listTypes(after)].join() !== 'array' || needsMore) return false;
  const place = toPlace(head);
  const values = { before: typesText(before), after: typesText(after) };
  collector.add('request-type-widened', place, values, { head: after.pointer });
  const [items = { value: {}, pointer: after.pointer }] = subschemasUnder(after, 'items');
  // Every query value is a text.
  const isOnlyType = Object.keys(asObject(items.value)).every((key) => key === 'type');
  if (isOnlyType && listTypes(collector.context.head.resolve([items])).has('string')) return true;
  const inside = { where: `${place.where}: []`, place: `${place.place}: []` };
  collector.compareSchemas(base.schema, items, 'request', inside);
  return true;
}
