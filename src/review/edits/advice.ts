// Advice on breaking edits: each fix keeps the promise to callers, and still reaches the goal.
import { type Sentence, markup } from '../../base/report/report';
import { type RuleId, ruleFamily } from './rules';

const KEEP_BESIDE = 'Add a new field beside it, keep this one, and deprecate it.';
const NARROW = 'Keep accepting the values that were valid before.';
const WIDEN = 'Keep responses within the values that callers know, or add the wider value in a new field.';

/** The advice by rule, or by the part of the rule that both directions share. */
const ADVICE: Partial<Record<string, Sentence>> = {
  'operation-removed': markup(
    'Keep the operation and deprecate it: `deprecated: true`, and an `x-sunset` in 90 days or more.',
  ),
  'operation-withdrawn': markup(
    'Keep the operation available and deprecate it, with an `x-sunset` in 90 days or more.',
  ),
  'operation-id-changed': 'Keep the operationId: generated clients use it as a name.',
  'server-path-changed': 'Keep the server, and add the new one.',
  'transition-removed': 'Keep the transition, or announce its removal and add a waiver.',
  'rejection-added': 'Keep accepting these requests, or announce the rejection and add a waiver.',
  'promise-withdrawn': 'Keep the part fixed. Mark only new parts as provisional.',
  'security-added': 'Keep accepting requests without credentials, or add a new operation.',
  'security-changed': 'Add the new credentials as an alternative.',
  'security-alternative-removed': 'Keep the alternative and deprecate it.',
  'security-scope-added': 'Keep accepting credentials without the new scope.',
  'callback-removed': 'Keep sending the callback, and deprecate it.',
  'parameter-removed': 'Keep the parameter and deprecate it.',
  'permission-changed': 'Keep the permission, or announce the new one and add a waiver.',
  'parameter-limit-added':
    'Leave out the default, so that callers that do not send the parameter get the whole list.',
  'parameter-required-added': 'Add the parameter as optional, with a default.',
  'parameter-became-required': 'Keep the parameter optional, with a default.',
  'parameter-style-changed': 'Add a new parameter with the new serialization, and deprecate this one.',
  'request-body-removed': 'Keep accepting the body.',
  'request-body-required-added': 'Add the body as optional.',
  'request-body-became-required': 'Keep the body optional.',
  'request-media-type-removed': 'Keep the media type and deprecate it in the description.',
  'request-media-type-changed': 'Add the new media type, and keep this one.',
  'request-encoding-changed': 'Keep the encoding, and add a new media type.',
  'request-required-field-added': 'Add the field as optional, with a default.',
  'request-field-read-only': 'Keep accepting the field.',
  'response-field-write-only': 'Keep sending the field, and deprecate it.',
  'response-success-changed': 'Keep the status: callers compare it.',
  'response-success-removed': 'Keep the status: callers compare it.',
  'response-success-added': 'Send the new status only to callers that ask for it, or add a new operation.',
  'response-status-changed': 'Keep the status: callers compare it. Describe a new error beside it.',
  'response-body-removed': 'Keep sending the body.',
  'response-media-type-removed': 'Keep the media type.',
  'response-media-type-changed': 'Add the new media type, and keep this one.',
  'response-header-removed': 'Keep the header and deprecate it.',
  'response-header-became-optional': 'Keep sending the header in every response.',
  'field-removed': 'Keep the field and deprecate it.',
  'field-became-required': 'Keep the field optional, with a default.',
  'field-became-optional': 'Keep sending the field in every response.',
  'other-fields-refused': 'Keep ignoring unlisted fields.',
  'type-changed': KEEP_BESIDE,
  'type-narrowed': NARROW,
  'type-widened': WIDEN,
  'null-refused': NARROW,
  'null-allowed': 'Keep sending a value in this field, or add a new field that can be null.',
  'value-removed': 'Keep accepting the value, and deprecate it in the description.',
  'value-added': 'Send the new value in a new field. For callers of this one, keep a known value.',
  'values-restricted': NARROW,
  'values-unrestricted': WIDEN,
  'limit-tightened': NARROW,
  'limit-loosened': WIDEN,
  'pattern-added': NARROW,
  'pattern-removed': WIDEN,
  'pattern-changed': KEEP_BESIDE,
  'format-added': NARROW,
  'format-removed': WIDEN,
  'format-changed': KEEP_BESIDE,
  'constraint-added': NARROW,
  'constraint-removed': WIDEN,
  'constraint-changed': KEEP_BESIDE,
  'branch-removed': 'Keep the alternative and deprecate it.',
  'branch-added': 'Send the new alternative only in a new field or operation.',
  'default-removed': 'Keep the default: callers rely on it when they omit the value.',
  'default-changed': 'Keep the default: callers rely on it when they omit the value.',
};

/** The advice about sunset dates of operations, parameters and fields, by the end of the rule. */
const SUNSETS: [end: string, Sentence][] = [
  ['-sunset-earlier', 'Keep the announced date.'],
  ['-sunset-too-soon', 'Choose a date that gives callers the minimum notice (90 days by default).'],
  ['-sunset-invalid', markup('Write the date as `2027-01-31`.')],
  ['-sunset-without-deprecated', markup('Deprecate the part with `deprecated: true`, or remove `x-sunset`.')],
];

interface Advised {
  level: string;
  rule: RuleId;
  renamedTo: string | null;
}

/** Returns what to do about a breaking edit, or undefined for another one. */
export function adviceOf({ level, rule, renamedTo }: Advised): Sentence | undefined {
  if (level !== 'breaking' && level !== 'planned') return undefined;
  const advice = ADVICE[rule] ?? ADVICE[ruleFamily(rule)] ?? SUNSETS.find(([end]) => rule.endsWith(end))?.[1];
  return renamedTo === null
    ? advice
    : `Keep the old name beside "${renamedTo}", and deprecate it. In a request, require neither.`;
}
