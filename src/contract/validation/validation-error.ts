// Turns Ajv errors into the details of a 400 response.
import { isDeepStrictEqual } from 'node:util';
import type { ErrorObject, ValidateFunction } from 'ajv';
import { ApiError, type ErrorDetail, toSentence } from '../../base/errors';
import { groupBy } from '../../base/values';
import { splitPointer } from '../pointer';
import { formatMessage } from './keyword-messages';
import { showsForm } from './text-messages';

/** Further errors are left out. */
export const MAX_DETAILS = 20;

/** Other errors explain the failed branches of these keywords better, and the failed branch of a null. */
const isEcho = ({ keyword, params }: ErrorObject): boolean =>
  ['if', 'allOf', 'anyOf'].includes(keyword) || (keyword === 'type' && params['type'] === 'null');

const at = ({ instancePath }: ErrorObject): string => instancePath;
const isForm = ({ keyword }: ErrorObject): boolean => keyword === 'pattern' || keyword === 'format';
const isLength = ({ keyword }: ErrorObject): boolean => keyword === 'minLength' || keyword === 'maxLength';

/**
 * Keeps one error about the form of a text, of its pattern and its format. It says all about a text whose form the
 * message shows. An empty text is only empty.
 */
function withoutRepetition(errors: ErrorObject[]): ErrorObject[] {
  const texts = groupBy(
    errors.filter((error) => isForm(error) || isLength(error)),
    at,
  );
  return errors.filter((error) => {
    const group = texts.get(at(error));
    if (!group?.includes(error)) return true;
    const form =
      group.find((each) => isForm(each) && showsForm(each.parentSchema ?? {})) ?? group.find(isForm);
    if (form === undefined) return true;
    if (showsForm(form.parentSchema ?? {})) return error === form;
    return isForm(error) ? error === form && (error.data !== '' || !group.some(isLength)) : true;
  });
}

function toDetail(error: ErrorObject): ErrorDetail {
  const [place, ...path] = splitPointer(error.instancePath);
  const { missingProperty, additionalProperty, unevaluatedProperty } = error.params as Record<string, string>;
  const named = missingProperty ?? additionalProperty ?? unevaluatedProperty;
  const field = [...path, ...(named === undefined ? [] : [named])].join('.');
  return {
    field: (path.length > 0 || named !== undefined ? field || '(empty)' : (place ?? 'body')).slice(0, 500),
    message: formatMessage(error).slice(0, 500),
  };
}

/** Returns a 400 with one detail for each of the first 20 errors. */
export function validationError(errors: ErrorObject[]): ApiError {
  const specific = errors.filter((error) => !isEcho(error));
  const details = withoutRepetition(specific.length > 0 ? specific : errors)
    .slice(0, MAX_DETAILS)
    .map(toDetail);
  const summary = details.map(({ field, message }) => `${field} ${message}`).join('. ');
  const sentence = `The request is invalid: ${summary}`.slice(0, 999);
  return new ApiError('validation_error', toSentence(sentence), { details });
}

/**
 * Returns whether an error is an id of the wrong form. Such an id names no record, so the check of references
 * rejects it, after the check of the path.
 */
export const isUnknownId = ({ keyword, data, parentSchema }: ErrorObject): boolean =>
  ['pattern', 'minLength'].includes(keyword) && data !== '' && parentSchema?.['x-references'] !== undefined;

const find = (branch: ErrorObject[], keyword: string): ErrorObject | undefined =>
  branch.find((error) => error.keyword === keyword);

/** A branch that accepts only null, or whose discriminator has another value. */
const isOtherKind = (branch: ErrorObject[]): boolean =>
  find(branch, 'const') !== undefined || find(branch, 'type')?.params['type'] === 'null';

const isSame = (a: ErrorObject, b: ErrorObject): boolean =>
  a.keyword === b.keyword && a.instancePath === b.instancePath && isDeepStrictEqual(a.params, b.params);

const commonFaults = ([first, ...others]: ErrorObject[][]): ErrorObject[] =>
  others.length === 0
    ? []
    : first!.filter((fault) => others.every((branch) => branch.some((other) => isSame(other, fault))));

function alternativeFields(choice: ErrorObject, branches: ErrorObject[][]): Set<unknown> {
  const lists = (choice.schema as { required?: string[] }[]).map(({ required }, index) => {
    const own = branches[index]!.find(({ instancePath }) => instancePath === choice.instancePath);
    return required ?? (own?.parentSchema as { required?: string[] } | undefined)?.required ?? [];
  });
  return new Set(lists.flat().filter((name) => !lists.every((list) => list.includes(name))));
}

/** Returns the errors of the branch that the caller most likely meant, or one error about the choice. */
function settleChoice(choice: ErrorObject, branches: ErrorObject[][]): ErrorObject[] {
  const single = (message: string, at: ErrorObject = choice): ErrorObject[] => [
    { ...at, keyword: 'choice', message },
  ];
  const meant = branches.filter((branch) => !isOtherKind(branch));
  const names = alternativeFields(choice, branches);
  const isAlternative = ({ params }: ErrorObject): boolean =>
    names.has(params['missingProperty'] ?? params['additionalProperty']);
  const chosen = names.size > 0 ? meant.filter((branch) => !branch.some(isAlternative)) : [];
  if (chosen.length === 1) return chosen[0]!;
  const common = commonFaults(meant.length > 0 ? meant : branches);
  if (common.length > 0 && meant.length > 0) return common;
  if (meant.length > 1) {
    if (!meant.every((branch) => branch.every(isAlternative))) return meant[0]!;
    if (names.size === 0) return single('matches more than one of the allowed schemas');
    return single(`must have exactly one of ${[...names].join(' and ')}`);
  }
  if (meant.length > 0) return meant[0]!;
  const kinds = branches.flatMap((branch) => find(branch, 'const') ?? []);
  return kinds.length > 0
    ? [
        ...common,
        ...single(
          `must be one of ${kinds.map(({ params }) => String(params['allowedValue'])).join(', ')}`,
          kinds[0],
        ),
      ]
    : single('matches none of the allowed schemas');
}

/** Replaces, for each `oneOf`, Ajv's errors of all branches with the helpful ones. */
export function settleChoices(
  errors: ErrorObject[],
  compile: (schema: Record<string, unknown>) => ValidateFunction,
): ErrorObject[] {
  const settled: ErrorObject[] = [];
  for (const error of errors) {
    if (error.keyword !== 'oneOf') {
      settled.push(error);
      continue;
    }
    const branches = (error.schema as Record<string, unknown>[]).map((schema): ErrorObject[] => {
      const validate = compile(schema);
      return validate(error.data)
        ? []
        : validate.errors!.map((fault) => ({
            ...fault,
            instancePath: error.instancePath + fault.instancePath,
          }));
    });
    // Ajv reports the errors of the branches right before the error of the choice.
    settled.length -= Math.min(settled.length, branches.flat().length);
    settled.push(...settleChoice(error, branches));
  }
  return settled;
}
