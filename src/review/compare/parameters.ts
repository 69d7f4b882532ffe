// Compares the parameters of an operation: presence, serialization and schemas.
import { valueAt } from '../../contract/pointer';
import { type ChangePlace, pointersOf } from '../edits/edits';
import { asObject, canonicalJson, pairsOf } from '../model/json';
import type { EffectiveParameter } from '../model/messages';
import type { EffectiveOperation } from '../model/operations';
import { isPastSunset } from '../edits/rules';
import { keywordOf, subschemasUnder, typesOf, typesText } from '../model/schema-facts';
import type { SchemaResolver } from '../model/schema';
import type { ChangeCollector } from './change-collector';
import { changedAt, deprecationChange } from './deprecation';
import { defaultText } from './schema-pair';

export const placeOf = (parameter: EffectiveParameter): ChangePlace => ({
  where: `${parameter.in} parameter ${parameter.name}`,
  place: `parameter ${parameter.key}`,
});

export function compareParameters(
  collector: ChangeCollector,
  { parameters: base }: EffectiveOperation,
  { parameters: head }: EffectiveOperation,
): void {
  for (const [, before, after] of pairsOf(base, head)) {
    if (before && after) compareParameter(collector, before, after, base);
    // An undescribed path parameter allows every value, so that a description alone changes nothing.
    else if (after && after.in !== 'path') addParameter(collector, after, base);
    else if (before && before.in !== 'path')
      collector.add(
        isPastSunset(before, collector.context.today) ? 'parameter-retired' : 'parameter-removed',
        placeOf(before),
        { before: before.name },
        { base: originOf(collector, before) },
      );
  }
}

/** Names of parameters that limit a list, and of those with which a caller asks for the rest. */
const LIMITS = /^(limit|top|count|first|size|(max|page|per)[_-]?(page|size|results|items))$/i;
const PAGES = /^(cursor|page|offset|skip|after|before|start|(page|next)[_-]?token)/i;

const defaultOf = (resolver: SchemaResolver, { schema }: EffectiveParameter): unknown =>
  keywordOf(resolver.resolve([schema]), 'default')?.value;

/** Returns whether the default of a parameter shortens a list that had no pages. */
const limitsList = (
  { context, head }: ChangeCollector,
  parameter: EffectiveParameter,
  base: EffectiveOperation['parameters'],
): boolean =>
  parameter.in === 'query' &&
  head!.method === 'GET' &&
  LIMITS.test(parameter.name) &&
  typeof defaultOf(context.head, parameter) === 'number' &&
  ![...base.values()].some((known) =>
    LIMITS.test(known.name) ? typeof defaultOf(context.base, known) === 'number' : PAGES.test(known.name),
  );

function addParameter(
  collector: ChangeCollector,
  added: EffectiveParameter,
  base: EffectiveOperation['parameters'],
): void {
  const at = { head: originOf(collector, added) };
  const fallback = defaultOf(collector.context.head, added);
  const rule = added.required
    ? 'parameter-required-added'
    : fallback === undefined
      ? 'parameter-added'
      : limitsList(collector, added, base)
        ? 'parameter-limit-added'
        : 'parameter-default-added';
  const after = added.required || fallback === undefined ? added.name : defaultText(fallback);
  collector.add(rule, placeOf(added), { after }, at);
  compareDeprecation(collector, undefined, added);
}

function compareDeprecation(
  collector: ChangeCollector,
  base: EffectiveParameter | undefined,
  head: EffectiveParameter,
): void {
  const change = deprecationChange(base, head, collector.context);
  if (change) collector.add(`parameter-${change.kind}`, placeOf(head), change, changedAt(base, head));
}

/** Returns the shared component if it is what changes, or the place in the operation. */
function originOf({ context }: ChangeCollector, { pointer, statedAt }: EffectiveParameter): string {
  const [before, after] = [context.base, context.head].map(({ document }) =>
    canonicalJson(valueAt(document.root, pointer)),
  );
  return before === after ? statedAt : pointer;
}

function compareParameter(
  collector: ChangeCollector,
  base: EffectiveParameter,
  head: EffectiveParameter,
  parameters: EffectiveOperation['parameters'],
): void {
  const place = placeOf(head);
  const at = pointersOf(base, head);
  collector.comparePromise(place, base, head);
  collector.compareRequired('parameter', place, base, head, at);
  compareDeprecation(collector, base, head);
  if (base.unjudged !== head.unjudged)
    collector.add('unjudged-changed', place, { before: base.unjudged, after: head.unjudged }, at);
  if (becomesList(collector, base, head)) return;
  compareSerialization(collector, base, head, place);
  const defaultRule = limitsList(collector, head, parameters) ? 'parameter-limit-default-added' : undefined;
  collector.compareSchemas(base.schema, head.schema, 'request', place, defaultRule);
}

const formOf = ({ style, explode }: EffectiveParameter) => ({ style, explode });

export function compareSerialization(
  collector: ChangeCollector,
  base: EffectiveParameter,
  head: EffectiveParameter,
  place: ChangePlace,
): void {
  const { context } = collector;
  const isCompound = [context.base.resolve([base.schema]), context.head.resolve([head.schema])].some(
    (schema) => typesOf(schema).has('array') || typesOf(schema).has('object'),
  );
  // `explode` makes a difference only for arrays and objects.
  if (base.style !== head.style || (isCompound && base.explode !== head.explode))
    collector.add(
      'parameter-style-changed',
      place,
      { before: formOf(base), after: formOf(head) },
      pointersOf(base, head),
    );
}

/**
 * Compares a query value with the items of a list: `?a=1` is also a list with one item if each item repeats
 * the name. Returns false for other parameters.
 */
function becomesList(
  collector: ChangeCollector,
  base: EffectiveParameter,
  head: EffectiveParameter,
): boolean {
  if (head.in !== 'query' || base.style !== 'form' || head.style !== 'form' || !head.explode) return false;
  const { context } = collector;
  const [before, after] = [context.base.resolve([base.schema]), context.head.resolve([head.schema])];
  const isValue = !['array', 'object'].some((type) => typesOf(before).has(type));
  const isList = [...typesOf(after)].join() === 'array';
  const needsMore = after.parts.some(({ schema }) => Number(schema['minItems'] ?? 0) > 1);
  if (!isValue || !isList || needsMore) return false;
  const place = placeOf(head);
  const values = { before: typesText(before), after: typesText(after) };
  collector.add('request-type-widened', place, values, { head: after.pointer });
  const [items = { value: {}, pointer: after.pointer }] = subschemasUnder(after, 'items');
  // Every query value is a text.
  if (
    Object.keys(asObject(items.value)).every((key) => key === 'type') &&
    typesOf(context.head.resolve([items])).has('string')
  )
    return true;
  collector.compareSchemas(base.schema, items, 'request', {
    where: `${place.where}: []`,
    place: `${place.place}: []`,
  });
  return true;
}
