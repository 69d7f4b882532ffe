// Tells whether a recorded value fails a narrowed request. Patterns of documents run only in the review's thread.
import type { ValidateFunction } from 'ajv';
import { createAjv } from '../../contract/schemas';
import { isObject, type JsonObject } from '../../base/values';
import { TEXT_FORMATS } from '../../contract/validation/text-messages';
import type { ChangeValues } from '../edits/edits';
import type { RuleId } from '../edits/rules';
import { canonicalJson } from '../model/json';
import { SentText, canBeOf } from './sent-text';

/** Returns the schema that a request must match after an edit, or undefined if the edit does not say it. */
function schemaAfter(rule: RuleId, after: unknown): JsonObject | undefined {
  const [, family] = /^request-(.+)$/.exec(rule) ?? [];
  const isDependency = family === 'constraint-added' && isObject(after) && 'dependentRequired' in after;
  if (family === 'limit-tightened' || family === 'other-fields-refused' || isDependency)
    return isObject(after) ? after : undefined;
  if (family === 'values-restricted') return Array.isArray(after) ? { enum: after } : undefined;
  if (family === 'null-refused') return { not: { type: 'null' } };
  if (typeof after !== 'string') return undefined;
  // Null has a rule of its own.
  if (family === 'type-narrowed' || family === 'type-changed')
    return { type: [...after.split(' or '), 'null'] };
  if (family === 'pattern-added' || family === 'pattern-changed')
    return TEXT_FORMATS.has(after) ? { format: after } : { pattern: after };
  if (family === 'format-added' || family === 'format-changed') return { format: after };
  return undefined;
}

const ajv = createAjv();
const compiled = new Map<string, ValidateFunction | undefined>();

/** Returns undefined for a schema that does not compile. */
function compileValidator(schema: JsonObject): ValidateFunction | undefined {
  const text = canonicalJson(schema);
  try {
    if (!compiled.has(text)) compiled.set(text, ajv.compile(schema));
  } catch {
    compiled.set(text, undefined);
  }
  return compiled.get(text);
}

/** Returns whether an edit concerns a call that has a value: the value is removed, or fails the new schema. */
export function isConcerned(rule: RuleId, value: unknown, { before, after }: ChangeValues): boolean {
  const isText = value instanceof SentText;
  if (rule.endsWith('value-removed')) {
    const removed = new Set([before].flat().map(canonicalJson));
    return (isText ? value.plainValues : [value]).some((each) => removed.has(canonicalJson(each)));
  }
  if (rule.endsWith('branch-removed')) return canBeOf(String(before), value);
  const schema = schemaAfter(rule, after);
  const validate = schema && compileValidator(schema);
  if (!validate) return true;
  // The recording lacks the value.
  if (value === undefined) return false;
  const readings = isText ? value.readings : [value];
  const passing = readings.filter((reading) => validate(reading)).length;
  // Each reading has other limits. Values and types are those of one reading.
  return 'enum' in schema || 'type' in schema ? passing === 0 : passing < readings.length;
}
