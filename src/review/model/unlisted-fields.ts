// The rules of a schema about fields that it does not list: `additionalProperties`, `unevaluatedProperties` and
// `patternProperties`. Each part lists its own fields, so that one part can forbid a field of another part.
import { asObject, canonicalJson } from './json';
import { type Located, listEntries, getPart } from './document';
import { type ResolvedSchema, memoized, partsByName } from './schema';
import { isObject } from '../../base/values';

/** The schema of a part for the fields that the part does not know. */
export interface UnlistedRule extends Located {
  names: ReadonlySet<string>;
  patterns: ReadonlySet<string>;
  /** Whether an alternative or condition can know every field, so that the rule applies only sometimes. */
  isConditional: boolean;
}

type KnownFields = Omit<UnlistedRule, keyof Located> & { knowsAll: boolean };

/** Returns the fields that a schema and its subschemas evaluate, for `unevaluatedProperties`. */
const evaluatedFields = memoized(
  (root: ResolvedSchema): KnownFields => {
    const [names, patterns] = [new Set<string>(), new Set<string>()];
    let [knowsAll, isConditional] = [false, false];
    const visited = new Set<ResolvedSchema>();
    const queue: [current: ResolvedSchema, always: boolean][] = [[root, true]];
    for (let next = queue.pop(); next; next = queue.pop()) {
      const [current, always] = next;
      if (visited.has(current)) continue;
      visited.add(current);
      for (const part of current.parts) {
        const { value } = part;
        for (const name of Object.keys(asObject(value['properties']))) names.add(name);
        for (const pattern of Object.keys(asObject(value['patternProperties']))) patterns.add(pattern);
        if (
          value['additionalProperties'] !== undefined ||
          (value['unevaluatedProperties'] !== undefined && part !== root.parts[0])
        ) {
          knowsAll ||= always;
          isConditional ||= !always;
        }
        const conditions = [
          ...['if', 'then', 'else'].map((keyword) => getPart(part, keyword)),
          ...listEntries(part, 'dependentSchemas').map(([, located]) => located),
        ];
        for (const condition of conditions.filter((each) => isObject(each.value)))
          queue.push([current.resolver.resolve([condition]), false]);
      }
      for (const branch of current.unions.flatMap(({ branches }) => branches))
        queue.push([current.resolver.resolve([branch]), false]);
    }
    return { names, patterns, knowsAll, isConditional };
  },
  { names: new Set<string>(), patterns: new Set<string>(), knowsAll: true, isConditional: false },
);

const isRestriction = (value: unknown): boolean => value === false || isObject(value);

/** Returns whether alternatives and conditions decide which fields or items are evaluated. */
export const restrictsUnevaluated = ({ parts }: ResolvedSchema): boolean =>
  parts.some(
    ({ value }) => isRestriction(value['unevaluatedProperties']) || isRestriction(value['unevaluatedItems']),
  );

export const unlistedRules = memoized(
  ({ parts, resolver }: ResolvedSchema): UnlistedRule[] =>
    parts.flatMap((part): UnlistedRule[] => {
      const additional = getPart(part, 'additionalProperties');
      if (additional.value !== undefined) {
        const keys = (keyword: string) => new Set(Object.keys(asObject(part.value[keyword])));
        const [names, patterns] = [keys('properties'), keys('patternProperties')];
        return isRestriction(additional.value)
          ? [{ ...additional, names, patterns, isConditional: false }]
          : [];
      }
      const unevaluated = getPart(part, 'unevaluatedProperties');
      if (!isRestriction(unevaluated.value)) return [];
      const { knowsAll, ...known } = evaluatedFields(resolver.resolve([part]));
      return knowsAll ? [] : [{ ...unevaluated, ...known }];
    }),
  [],
);

/** Returns whether a pattern can match a name. Untrusted patterns are not run: only their prefix counts. */
export function mayMatch(pattern: string, name: string): boolean {
  const [, prefix = '', next = ''] = /^\^([\w-]*)(.?)/.exec(pattern) ?? [];
  if (pattern.includes('|')) return true;
  return name.startsWith(/[*?{]/.test(next) ? prefix.slice(0, -1) : prefix);
}

const mayBeKnown = (name: string, isPattern: boolean, { names, patterns }: UnlistedRule): boolean =>
  isPattern
    ? patterns.size > 0 || [...names].some((other) => mayMatch(name, other))
    : [...patterns].some((pattern) => mayMatch(pattern, name));

/** Returns the rules of the parts that do not list a field or pattern. */
const candidateRules = (schema: ResolvedSchema, name: string, isPattern: boolean): UnlistedRule[] =>
  unlistedRules(schema).filter(({ names, patterns }) => !(isPattern ? patterns : names).has(name));

/** Returns the rules that certainly apply to a field or pattern. A forbidding rule replaces the others. */
export function rulesForUnlisted(schema: ResolvedSchema, name: string, isPattern = false): Located[] {
  const rules = candidateRules(schema, name, isPattern).filter((rule) => !mayBeKnown(name, isPattern, rule));
  const forbidding = rules.find(({ value }) => value === false);
  return forbidding ? [forbidding] : rules;
}

/** Returns the rules that only a pattern match can decide, as text for comparison. */
export const undecidedRules = (schema: ResolvedSchema, name: string, isPattern = false): string =>
  candidateRules(schema, name, isPattern)
    .filter((rule) => mayBeKnown(name, isPattern, rule))
    .map(({ value, patterns }) => `${[...patterns].sort().join('\n')} ${canonicalJson(value)}`)
    .sort()
    .join('\n');

/** Returns the pointers of the fields whose schema is `false`, by name. */
export const forbiddenFields = ({ parts }: ResolvedSchema): Map<string, string> =>
  new Map(
    parts
      .flatMap((part) => listEntries(part, 'properties'))
      .flatMap(([name, { value, pointer }]) => (value === false ? [[name, pointer] as const] : [])),
  );

interface PatternField {
  schema: ResolvedSchema;
  pointer: string;
}

/** Returns the schema of each field pattern, without the patterns that another part forbids. */
export const patternFields = memoized((object: ResolvedSchema): Map<string, PatternField> => {
  const fields = new Map<string, PatternField>();
  for (const [pattern, located] of partsByName(object, 'patternProperties')) {
    const rules = rulesForUnlisted(object, pattern, true);
    const schema = object.resolver.resolve([...located, ...rules]);
    if (!schema.never) fields.set(pattern, { schema, pointer: located[0]!.pointer });
  }
  return fields;
}, new Map<string, PatternField>());
