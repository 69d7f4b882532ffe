// The items of an array: those with a place of their own, the others, and those that it must contain.
import { under } from '../contract/pointer';
import { partsUnder, typesOf } from './schema-facts';
import { isObject, listOr, shorten } from './json';
import type { Local } from './local';
import { isSealed } from './other-fields';
import type { Located } from './source';
import type { Conjunct, View } from './resolved-schema';

export function compareItems(before: View, after: View, local: Local): void {
  if (!typesOf(before).has('array') || !typesOf(after).has('array')) return;
  const length = Math.max(
    ...[before, after].flatMap(({ conjuncts }) =>
      conjuncts.map(({ schema }) => listOr(schema['prefixItems']).length),
    ),
  );
  for (let index = 0; index < length; index++)
    local.step(itemAt(before, index), itemAt(after, index), `[${index}]`);
  const [was, is] = [rest(before), rest(after)];
  const wasClosed = length > 0 && was.some(({ value }) => value === false);
  const isClosed = length > 0 && is.some(({ value }) => value === false);
  if (wasClosed !== isClosed)
    local.find(
      isClosed ? 'limit-tightened' : 'limit-loosened',
      { before: shorten(!wasClosed), after: shorten(!isClosed), suffix: '[]' },
      { head: is[0]?.pointer, base: was[0]?.pointer },
    );
  else if (was.length + is.length > 0)
    local.step(before.schemas.view(was, before.pointer), after.schemas.view(is, after.pointer), '[]');
  compareContains(before, after, local);
}

/** What is said of items without a place of their own; of those that nothing else speaks of, where nothing else does. */
function rest(view: View): Located[] {
  const items = partsUnder(view, 'items');
  return items.length > 0 ? items : partsUnder(view, 'unevaluatedItems');
}

function itemAt(view: View, index: number): View {
  const seeds = view.conjuncts.flatMap(({ schema, pointer }): Located[] => {
    const [own, others] = [listOr(schema['prefixItems']), schema['items']];
    if (index < own.length) return [{ value: own[index], pointer: under(pointer, 'prefixItems', index) }];
    return isObject(others) || others === false ? [{ value: others, pointer: under(pointer, 'items') }] : [];
  });
  return view.schemas.view(seeds.length > 0 ? seeds : partsUnder(view, 'unevaluatedItems'), view.pointer);
}

const numberOr = <Other>(value: unknown, other: Other): number | Other =>
  typeof value === 'number' ? value : other;
const least = ({ schema }: Conjunct): number => numberOr(schema['minContains'], 1);
const most = ({ schema }: Conjunct): number => numberOr(schema['maxContains'], Infinity);

/** Part by part. A part that demands none and forbids none only matters where items that it fits count as known. */
function compareContains(before: View, after: View, local: Local): void {
  const sealed = isSealed(before) || isSealed(after);
  const demands = (view: View) =>
    view.conjuncts.filter(
      (part) => part.schema['contains'] !== undefined && (sealed || least(part) > 0 || most(part) < Infinity),
    );
  const [was, is] = [demands(before), demands(after)];
  for (let index = 0; index < Math.max(was.length, is.length); index++) {
    const [old, young] = [was[index], is[index]];
    const said = (part: Conjunct | undefined) =>
      part &&
      shorten({
        contains: part.schema['contains'],
        minContains: part.schema['minContains'],
        maxContains: part.schema['maxContains'],
      });
    const find = (rule: Parameters<Local['find']>[0]) =>
      local.find(
        rule,
        { before: said(old), after: said(young) },
        { head: young?.pointer, base: old?.pointer },
      );
    if (!old || !young) {
      find(sealed ? 'constraint-changed' : young ? 'constraint-added' : 'constraint-removed');
      continue;
    }
    if (least(young) !== least(old)) find(least(young) > least(old) ? 'limit-tightened' : 'limit-loosened');
    if (most(young) !== most(old)) find(most(young) < most(old) ? 'limit-tightened' : 'limit-loosened');
    const view = (part: Conjunct, { schemas }: View) =>
      schemas.view([{ value: part.schema['contains'], pointer: under(part.pointer, 'contains') }]);
    const onlyDemands = !sealed && [old, young].every((part) => least(part) > 0 && most(part) === Infinity);
    if (onlyDemands) local.stepIntoCondition(view(old, before), view(young, after), '(contains)');
    else local.step(view(old, before), view(young, after), '', 'contains');
  }
}
