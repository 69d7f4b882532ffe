// The fields of an object and the items of an array.
import { under } from '../contract/pointer';
import { listOr, shorten } from './json';
import { typesText } from './compare-types';
import { type Field, fieldsOf, partsUnder, typesOf } from './facts';
import { fieldPath, type Local } from './local';
import type { Located } from './source';
import type { View } from './view';

/** What the other side never sees: read-only fields in a request, write-only ones in a response. */
const isHidden = (field: Field, local: Local): boolean => (local.direction === 'request' ? field.readOnly : field.writeOnly);

export function compareFields(before: View, after: View, local: Local): void {
  if (!typesOf(before).has('object') || !typesOf(after).has('object')) return;
  const [was, is] = [fieldsOf(before), fieldsOf(after)];
  for (const name of new Set([...was.keys(), ...is.keys()])) compareField(name, was.get(name), is.get(name), local);
  compareOtherFields(before, after, local);
}

function compareField(name: string, was: Field | undefined, is: Field | undefined, local: Local): void {
  const suffix = fieldPath(name);
  const at = { head: is?.pointer, base: was?.pointer };
  const wasSeen = was !== undefined && !isHidden(was, local);
  const isSeen = is !== undefined && !isHidden(is, local) && (is.described || !was?.described);
  if (wasSeen && isSeen) {
    if (was.required !== is.required) local.find(is.required ? 'field-became-required' : 'field-became-optional', { before: was.required, after: is.required, suffix }, at);
    local.step(was.view, is.view, suffix);
  } else if (wasSeen && is?.described) {
    local.findRule(local.direction === 'request' ? 'request-field-read-only' : 'response-field-write-only', { before: false, after: true, suffix }, at);
  } else if (wasSeen) {
    local.find('field-removed', { before: typesText(was.view), suffix }, at);
  } else if (isSeen) {
    const values = { after: typesText(is.view), suffix };
    if (is.required && local.direction === 'request') local.findRule('request-required-field-added', values, at);
    else local.find('field-added', values, at);
  }
}

/** Fields that are not listed: refused, or of a schema of their own, or anything. */
function compareOtherFields(before: View, after: View, local: Local): void {
  const others = (view: View): Located[] => ['additionalProperties', 'unevaluatedProperties'].flatMap((keyword) => partsUnder(view, keyword));
  const refusal = (parts: Located[]) => parts.find(({ value }) => value === false)?.pointer;
  const [was, is] = [others(before), others(after)];
  const [wasRefused, isRefused] = [refusal(was), refusal(is)];
  if (wasRefused === undefined && isRefused === undefined) {
    if (was.length + is.length > 0) local.step(before.schemas.view(was, before.pointer), after.schemas.view(is, after.pointer), '.*');
  } else if (wasRefused === undefined || isRefused === undefined) {
    local.find(isRefused === undefined ? 'other-fields-allowed' : 'other-fields-refused', { before: wasRefused === undefined, after: isRefused === undefined }, { head: isRefused, base: wasRefused });
  }
}

export function compareItems(before: View, after: View, local: Local): void {
  if (!typesOf(before).has('array') || !typesOf(after).has('array')) return;
  const prefix = (view: View): Located[][] =>
    view.conjuncts.map(({ schema, pointer }) => listOr(schema['prefixItems']).map((value, index) => ({ value, pointer: under(pointer, 'prefixItems', index) })));
  const length = Math.max(0, ...[...prefix(before), ...prefix(after)].map((items) => items.length));
  const rest = (view: View) => partsUnder(view, 'items');
  const itemAt = (view: View, index: number) => {
    const seeds = prefix(view).flatMap((items) => items[index] ?? []);
    return view.schemas.view(seeds.length > 0 ? seeds : rest(view), view.pointer);
  };
  for (let index = 0; index < length; index++) local.step(itemAt(before, index), itemAt(after, index), `[${index}]`);
  const [was, is] = [rest(before), rest(after)];
  const wasClosed = length > 0 && was.some(({ value }) => value === false);
  const isClosed = length > 0 && is.some(({ value }) => value === false);
  if (wasClosed !== isClosed) local.find(isClosed ? 'limit-tightened' : 'limit-loosened', { before: shorten(!wasClosed), after: shorten(!isClosed), suffix: '[]' }, { head: is[0]?.pointer, base: was[0]?.pointer });
  else if (was.length + is.length > 0) local.step(before.schemas.view(was, before.pointer), after.schemas.view(is, after.pointer), '[]');
}
