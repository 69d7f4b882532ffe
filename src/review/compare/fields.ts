// Compares the fields of objects: listed fields, forbidden fields, field patterns and unlisted fields.
import { getKind, listPointers } from '../edits/edits';
import { toPairs } from '../model/json';
import type { ResolvedSchema } from '../model/schema';
import { type Field, listFields, findKeyword, listTypes, typesText } from '../model/schema-facts';
import {
  type UnlistedRule,
  forbiddenFields,
  mayMatch,
  patternFields,
  rulesForUnlisted,
  undecidedRules,
  unlistedRules,
} from '../model/unlisted-fields';
import { type Direction, isPastSunset } from '../edits/rules';
import { changedAt, deprecationChange } from './deprecation';
import { type SchemaPair, defaultText, fieldPath } from './schema-pair';

/** Returns whether a message omits a field: read-only in a request, write-only in a response. */
const isOmitted = ({ readOnly, writeOnly }: Field, direction: Direction): boolean =>
  direction === 'request' ? readOnly : writeOnly;

export const isAlwaysPresent = (field: Field, direction: Direction): boolean =>
  field.required && !isOmitted(field, direction);

export function compareFields(pair: SchemaPair): void {
  const { base, head } = pair;
  if (!listTypes(base).has('object') || !listTypes(head).has('object')) return;
  const [baseFields, headFields] = [listFields(base), listFields(head)];
  for (const [name, before, after] of toPairs(baseFields, headFields)) {
    compareField(pair, name, before, after);
    if (before && after && undecidedRules(base, name) !== undecidedRules(head, name))
      pair.report('constraint-changed', { suffix: fieldPath(name) }, { head: after.pointer });
  }
  compareForbiddenFields(pair);
  comparePatternFields(pair);
  compareUnlistedFields(pair);
}

/** Returns the schema for a field that an object does not list, or undefined if it allows everything. */
function unlistedSchema(object: ResolvedSchema, name: string): ResolvedSchema | undefined {
  const rules = rulesForUnlisted(object, name);
  return rules.length > 0 ? object.resolver.resolve(rules) : undefined;
}

function compareField(pair: SchemaPair, name: string, before: Field | undefined, after: Field | undefined) {
  const { direction } = pair;
  const suffix = fieldPath(name);
  const at = listPointers(before, after);
  const unlisted = before ? undefined : unlistedSchema(pair.base, name);
  const wasPresent = before !== undefined && !isOmitted(before, direction);
  const isPresent =
    after !== undefined && !isOmitted(after, direction) && (after.described || !before?.described);
  const compareRequired = (wasRequired: boolean, isRequired: boolean): void => {
    if (wasRequired === isRequired) return;
    const rule = isRequired ? 'field-became-required' : 'field-became-optional';
    pair.report(rule, { before: wasRequired, after: isRequired, suffix }, at);
  };
  if (pair.isCondition && wasPresent !== isPresent) {
    compareRequired(before?.required ?? false, after?.required ?? false);
    pair.descend(before?.schema, after?.schema, suffix);
  } else if (wasPresent && isPresent) {
    compareRequired(before.required, after.required);
    compareDeprecation(pair, before, after, suffix);
    pair.descend(before.schema, after.schema, suffix);
  } else if (wasPresent && after?.described) {
    const rule = direction === 'request' ? 'request-field-read-only' : 'response-field-write-only';
    pair.reportRule(rule, { before: false, after: true, suffix }, at);
  } else if (wasPresent) {
    const rule = isPastSunset(before, pair.terms.today) ? 'field-retired' : 'field-removed';
    pair.report(rule, { before: typesText(before.schema), suffix }, at);
  } else if (isPresent) {
    const values = { after: typesText(after.schema), suffix };
    const fallback = findKeyword(after.schema, 'default')?.value;
    if (after.required && direction === 'request')
      pair.reportRule('request-required-field-added', values, at);
    else if (fallback !== undefined && direction === 'request')
      pair.report('field-default-added', { after: defaultText(fallback), suffix }, at);
    else pair.report('field-added', values, at);
    compareDeprecation(pair, undefined, after, suffix);
    if (unlisted && !unlisted.never) pair.descend(unlisted, after.schema, suffix);
  }
}

function compareDeprecation(pair: SchemaPair, before: Field | undefined, after: Field, suffix: string): void {
  const change = deprecationChange(before, after, pair.terms);
  if (change) pair.report(`field-${change.kind}`, { ...change, suffix }, changedAt(before, after));
}

/** Compares the fields that one side forbids by name and the other side allows without listing them. */
function compareForbiddenFields(pair: SchemaPair): void {
  const isAllowed = (schema: ResolvedSchema, name: string): boolean =>
    (pair.isCondition || !listFields(schema).has(name)) && unlistedSchema(schema, name)?.never !== true;
  const [baseFields, headFields] = [forbiddenFields(pair.base), forbiddenFields(pair.head)];
  const shown = (name: string) => ({ properties: { [name]: false } });
  for (const [name, head] of headFields)
    if (!baseFields.has(name) && isAllowed(pair.base, name))
      pair.report('constraint-added', { after: shown(name), suffix: fieldPath(name) }, { head });
  for (const [name, base] of baseFields)
    if (!headFields.has(name) && isAllowed(pair.head, name))
      pair.report('other-fields-allowed', { before: shown(name), suffix: fieldPath(name) }, { base });
}

const unlistedFieldsSchema = (schema: ResolvedSchema): ResolvedSchema =>
  schema.resolver.resolve(unlistedRules(schema), schema.pointer);

/** Compares field patterns. A pattern of one side is compared with the unlisted fields of the other. */
function comparePatternFields(pair: SchemaPair): void {
  const { base, head } = pair;
  for (const [pattern, before, after] of toPairs(patternFields(base), patternFields(head))) {
    const suffix = `.*(${pattern})`;
    const at = listPointers(before, after);
    if (undecidedRules(base, pattern, true) !== undecidedRules(head, pattern, true))
      pair.report('constraint-changed', { suffix }, at);
    if (before && after) {
      pair.descend(before.schema, after.schema, suffix);
      continue;
    }
    // The pattern also restricts the listed fields that it can match.
    const name = [...listFields(base).keys()].find(
      (field) => listFields(head).has(field) && mayMatch(pattern, field),
    );
    if (name !== undefined) {
      const shown = { [before ? 'before' : 'after']: { patternProperties: pattern } };
      pair.report(`constraint-${getKind(before, after)}`, { ...shown, suffix: fieldPath(name) }, at);
    }
    const unlisted = unlistedFieldsSchema(before ? head : base);
    if (!unlisted.never) pair.descend(before?.schema ?? unlisted, after?.schema ?? unlisted, suffix);
    else if (before) pair.report('field-removed', { before: typesText(before.schema), suffix }, at);
    else if (after) pair.report('field-added', { after: typesText(after.schema), suffix }, at);
  }
}

/** Returns the rule that forbids unlisted fields, an unconditional one first. */
function forbiddingRule(schema: ResolvedSchema): UnlistedRule | undefined {
  const rules = unlistedRules(schema).filter(({ value }) => value === false);
  return rules.find(({ isConditional }) => !isConditional) ?? rules[0];
}

/** Compares fields that are not listed: forbidden, forbidden under a condition, or described by a schema. */
function compareUnlistedFields(pair: SchemaPair): void {
  const { base, head } = pair;
  const strictness = (rule: UnlistedRule | undefined) => (rule ? (rule.isConditional ? 1 : 2) : 0);
  const [before, after] = [forbiddingRule(base), forbiddingRule(head)];
  if (strictness(before) !== strictness(after)) {
    const isLooser = strictness(after) < strictness(before);
    const rule = isLooser ? 'other-fields-allowed' : 'other-fields-refused';
    pair.report(rule, { before: !before, after: !after }, listPointers(before, after));
  } else if (!before && unlistedRules(base).length + unlistedRules(head).length > 0)
    pair.descend(unlistedFieldsSchema(base), unlistedFieldsSchema(head), '.*');
}
