// Where a schema offers a choice (oneOf), Ajv reports the faults of every branch. This keeps those of the branch that was meant.
import { isDeepStrictEqual } from 'node:util';
import type { ErrorObject, ValidateFunction } from 'ajv';

type Schema = Record<string, unknown>;
type Compile = (schema: Schema) => ValidateFunction;

const find = (branch: ErrorObject[], keyword: string): ErrorObject | undefined =>
  branch.find((error) => error.keyword === keyword);

/** A branch for null alone, or for another value of the field that names the kind. */
const isAnother = (branch: ErrorObject[]): boolean =>
  find(branch, 'const') !== undefined || find(branch, 'type')?.params['type'] === 'null';

const onlyMissing = (branch: ErrorObject[]): boolean => branch.every(({ keyword }) => keyword === 'required');

const isSame = (a: ErrorObject, b: ErrorObject): boolean =>
  a.keyword === b.keyword && a.instancePath === b.instancePath && isDeepStrictEqual(a.params, b.params);

function judge(choice: ErrorObject, branches: ErrorObject[][]): ErrorObject[] {
  const say = (message: string, at: ErrorObject = choice): ErrorObject[] => [
    { ...at, keyword: 'choice', message },
  ];
  const meant = branches.filter((branch) => !isAnother(branch));
  // What every branch says is at fault whichever was meant.
  const common =
    meant.length > 1
      ? meant[0]!.filter((fault) => meant.every((branch) => branch.some((other) => isSame(other, fault))))
      : [];
  if (common.length > 0) return common;
  if (meant.length > 1 && meant.every(onlyMissing)) {
    const names = (choice.schema as { required?: string[] }[]).flatMap(({ required }) => required ?? []);
    const isMetTwice = meant.some((branch) => branch.length === 0);
    if (isMetTwice && names.length === 0)
      return say('has more than one of the forms of which it may have one');
    return say(`must have exactly one of ${names.join(' and ')}`);
  }
  if (meant.length > 0) return meant[0]!;
  const kinds = branches.flatMap((branch) => find(branch, 'const') ?? []);
  return kinds.length > 0
    ? say(`must be one of ${kinds.map(({ params }) => String(params['allowedValue'])).join(', ')}`, kinds[0])
    : say('has none of the forms that it may have');
}

/** The errors that help: for each choice, those of the branch that was meant, or one that names the choice. */
export function settleChoices(errors: ErrorObject[], compile: Compile): ErrorObject[] {
  const settled: ErrorObject[] = [];
  for (const error of errors) {
    if (error.keyword !== 'oneOf') {
      settled.push(error);
      continue;
    }
    const branches = (error.schema as Schema[]).map((schema): ErrorObject[] => {
      const validate = compile(schema);
      return validate(error.data)
        ? []
        : validate.errors!.map((fault) => ({
            ...fault,
            instancePath: error.instancePath + fault.instancePath,
          }));
    });
    // Ajv reports the faults of the branches right before the choice itself.
    settled.length -= Math.min(settled.length, branches.flat().length);
    settled.push(...judge(error, branches));
  }
  return settled;
}
