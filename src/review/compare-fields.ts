// The fields of an object.
import { typesText } from './compare-types';
import { type Field, fieldsOf, typesOf } from './schema-facts';
import { fieldPath, type Local } from './local';
import { doubtOf, mayFit, patternsOf, refusedIn, type Rest, restFor, restsOf } from './other-fields';
import type { View } from './resolved-schema';

/** What the other side never sees: read-only fields in a request, write-only ones in a response. */
const isHidden = (field: Field, local: Local): boolean =>
  local.direction === 'request' ? field.readOnly : field.writeOnly;

export const isAlwaysSeen = (field: Field, local: Local): boolean =>
  field.required && !isHidden(field, local);

export function compareFields(before: View, after: View, local: Local): void {
  if (!typesOf(before).has('object') || !typesOf(after).has('object')) return;
  const [was, is] = [fieldsOf(before), fieldsOf(after)];
  for (const name of new Set([...was.keys(), ...is.keys()])) {
    compareField(name, was.get(name), is.get(name), local, was.has(name) ? undefined : unnamed(before, name));
    if (was.has(name) && is.has(name) && doubtOf(before, name) !== doubtOf(after, name))
      local.find('constraint-changed', { suffix: fieldPath(name) }, { head: is.get(name)!.pointer });
  }
  compareRefused(before, after, local);
  comparePatterns(before, after, local);
  compareOtherFields(before, after, local);
}

/** What an object says of a field that it does not name; undefined where that may be anything. */
function unnamed(view: View, name: string): View | undefined {
  const rest = restFor(view, name);
  return rest.length > 0 ? view.schemas.view(rest) : undefined;
}

/** @param unnamed what the base says of a field that it does not name. */
function compareField(
  name: string,
  was: Field | undefined,
  is: Field | undefined,
  local: Local,
  unnamed: View | undefined,
): void {
  const suffix = fieldPath(name);
  const at = { head: is?.pointer, base: was?.pointer };
  const wasSeen = was !== undefined && !isHidden(was, local);
  const isSeen = is !== undefined && !isHidden(is, local) && (is.described || !was?.described);
  if (local.isCondition && wasSeen !== isSeen) {
    const [wasRequired, isRequired] = [was?.required ?? false, is?.required ?? false];
    if (wasRequired !== isRequired)
      local.find(
        isRequired ? 'field-became-required' : 'field-became-optional',
        { before: wasRequired, after: isRequired, suffix },
        at,
      );
    local.step(was?.view, is?.view, suffix);
  } else if (wasSeen && isSeen) {
    if (was.required !== is.required)
      local.find(
        is.required ? 'field-became-required' : 'field-became-optional',
        { before: was.required, after: is.required, suffix },
        at,
      );
    if (was.deprecated !== is.deprecated)
      local.find(is.deprecated ? 'field-deprecated' : 'field-undeprecated', { suffix }, at);
    local.step(was.view, is.view, suffix);
  } else if (wasSeen && is?.described) {
    local.findRule(
      local.direction === 'request' ? 'request-field-read-only' : 'response-field-write-only',
      { before: false, after: true, suffix },
      at,
    );
  } else if (wasSeen) {
    local.find('field-removed', { before: typesText(was.view), suffix }, at);
  } else if (isSeen) {
    const values = { after: typesText(is.view), suffix };
    if (is.required && local.direction === 'request')
      local.findRule('request-required-field-added', values, at);
    else local.find('field-added', values, at);
    if (unnamed && !unnamed.never) local.step(unnamed, is.view, suffix);
  }
}

/** Fields that are named only to be refused, where the other side lets them pass without naming them. */
function compareRefused(before: View, after: View, local: Local): void {
  const passes = (view: View, name: string): boolean =>
    (local.isCondition || !fieldsOf(view).has(name)) && unnamed(view, name)?.never !== true;
  const [was, is] = [refusedIn(before), refusedIn(after)];
  const said = (name: string) => ({ properties: { [name]: false } });
  for (const [name, pointer] of is)
    if (!was.has(name) && passes(before, name))
      local.find('constraint-added', { after: said(name), suffix: fieldPath(name) }, { head: pointer });
  for (const [name, pointer] of was)
    if (!is.has(name) && passes(after, name))
      local.find('other-fields-allowed', { before: said(name), suffix: fieldPath(name) }, { base: pointer });
}

/** Fields that fit a pattern. Where only one side has it, what that side's partner says of any other field is the counterpart. */
function comparePatterns(before: View, after: View, local: Local): void {
  const [was, is] = [patternsOf(before), patternsOf(after)];
  for (const pattern of new Set([...was.keys(), ...is.keys()])) {
    const suffix = `.*(${pattern})`;
    const [old, young] = [was.get(pattern), is.get(pattern)];
    const at = { head: young?.pointer, base: old?.pointer };
    const other = old && young ? undefined : others(old ? after : before);
    if (doubtOf(before, pattern, true) !== doubtOf(after, pattern, true))
      local.find('constraint-changed', { suffix }, at);
    // Without it, a named field that fits is no longer held to it.
    const named =
      other &&
      [...fieldsOf(before).keys()].find((name) => fieldsOf(after).has(name) && mayFit(pattern, name));
    if (named !== undefined)
      local.find(
        old ? 'constraint-removed' : 'constraint-added',
        { [old ? 'before' : 'after']: { patternProperties: pattern }, suffix: fieldPath(named) },
        at,
      );
    if (!other?.never) local.step(old?.view ?? other, young?.view ?? other, suffix);
    else if (old) local.find('field-removed', { before: typesText(old.view), suffix }, at);
    else if (young) local.find('field-added', { after: typesText(young.view), suffix }, at);
  }
}

const others = (view: View): View => view.schemas.view(restsOf(view), view.pointer);

/** Fields that are not listed: refused, unless an alternative knows them, or of a schema of their own, or anything. */
function compareOtherFields(before: View, after: View, local: Local): void {
  const refusal = (view: View) =>
    restsOf(view)
      .filter(({ value }) => value === false)
      .sort((a, b) => Number(a.isConditional) - Number(b.isConditional))[0];
  const rank = (rest: Rest | undefined) => (rest === undefined ? 0 : rest.isConditional ? 1 : 2);
  const [was, is] = [refusal(before), refusal(after)];
  if (rank(was) !== rank(is)) {
    local.find(
      rank(is) < rank(was) ? 'other-fields-allowed' : 'other-fields-refused',
      { before: !was, after: !is },
      { head: is?.pointer, base: was?.pointer },
    );
  } else if (!was && restsOf(before).length + restsOf(after).length > 0)
    local.step(others(before), others(after), '.*');
}
