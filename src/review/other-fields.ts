// What an object says of the fields that it does not name. Each part names its own, so that a field of one part may be refused by another.
import { under } from '../contract/pointer';
import { cached } from './cached';
import { canonical, isObject, objectOr } from './json';
import type { Located } from './source';
import type { View } from './resolved-schema';

/** A part that says what holds for fields which it does not know. */
export interface Rest extends Located {
  names: ReadonlySet<string>;
  patterns: ReadonlySet<string>;
  /** An alternative or a condition may know every field, so that nothing is left to be said. */
  isConditional: boolean;
}

type Known = Omit<Rest, keyof Located> & { knowsAll: boolean };

/** The fields that a schema evaluates itself or in its parts, for `unevaluatedProperties`; of alternatives and conditions those that they may. */
const knownBelow = cached(
  (top: View): Known => {
    const [names, patterns] = [new Set<string>(), new Set<string>()];
    let [knowsAll, isConditional] = [false, false];
    const seen = new Set<View>();
    const waiting: [view: View, always: boolean][] = [[top, true]];
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const [view, always] = next;
      if (seen.has(view)) continue;
      seen.add(view);
      for (const part of view.conjuncts) {
        const { schema, pointer } = part;
        for (const name of Object.keys(objectOr(schema['properties']))) names.add(name);
        for (const pattern of Object.keys(objectOr(schema['patternProperties']))) patterns.add(pattern);
        top.schemas.spend(1 + Object.keys(objectOr(schema['properties'])).length);
        if (
          schema['additionalProperties'] !== undefined ||
          (schema['unevaluatedProperties'] !== undefined && part !== top.conjuncts[0])
        ) {
          knowsAll ||= always;
          isConditional ||= !always;
        }
        const conditions = [
          ...['if', 'then', 'else'].map((keyword) => [schema[keyword], under(pointer, keyword)] as const),
          ...Object.values(objectOr(schema['dependentSchemas'])).map((value) => [value, pointer] as const),
        ];
        for (const [value, at] of conditions)
          if (isObject(value)) waiting.push([view.schemas.view([{ value, pointer: at }]), false]);
      }
      for (const branch of view.unions.flatMap(({ branches }) => branches))
        waiting.push([view.schemas.view([branch]), false]);
    }
    return { names, patterns, knowsAll, isConditional };
  },
  { names: new Set<string>(), patterns: new Set<string>(), knowsAll: true, isConditional: false },
);

/** Whether what a part knows may depend on which alternatives and conditions hold, so that these do more than restrict. */
export const isSealed = ({ conjuncts }: View): boolean =>
  conjuncts.some(({ schema }) =>
    ['unevaluatedProperties', 'unevaluatedItems'].some(
      (keyword) => schema[keyword] === false || isObject(schema[keyword]),
    ),
  );

export const restsOf = cached((view: View): Rest[] => {
  const says = (value: unknown): boolean => value === false || isObject(value);
  return view.conjuncts.flatMap(({ schema, pointer }): Rest[] => {
    const keys = (keyword: string) => new Set(Object.keys(objectOr(schema[keyword])));
    const [additional, unevaluated] = [schema['additionalProperties'], schema['unevaluatedProperties']];
    if (additional !== undefined)
      return says(additional)
        ? [
            {
              value: additional,
              pointer: under(pointer, 'additionalProperties'),
              names: keys('properties'),
              patterns: keys('patternProperties'),
              isConditional: false,
            },
          ]
        : [];
    if (!says(unevaluated)) return [];
    const { knowsAll, ...known } = knownBelow(view.schemas.view([{ value: schema, pointer }]));
    return knowsAll
      ? []
      : [{ value: unevaluated, pointer: under(pointer, 'unevaluatedProperties'), ...known }];
  });
}, []);

/** Patterns of strangers are not run: only one that begins with plain characters can be told not to fit. */
export function mayFit(pattern: string, name: string): boolean {
  const [, plain = '', next = ''] = /^\^([\w-]*)(.?)/.exec(pattern) ?? [];
  if (pattern.includes('|')) return true;
  return name.startsWith(/[*?{]/.test(next) ? plain.slice(0, -1) : plain);
}

/** A field, or the pattern of some, and those that a part knows. */
const isKnown = (name: string, isPattern: boolean, { names, patterns }: Rest): boolean =>
  (isPattern ? patterns : names).has(name);
const mayBeKnown = (name: string, isPattern: boolean, { names, patterns }: Rest): boolean =>
  isPattern
    ? patterns.size > 0 || [...names].some((one) => mayFit(name, one))
    : [...patterns].some((pattern) => mayFit(pattern, name));

/** The parts that do not know a field, or as far as can be told. */
function unknowing(view: View, name: string, isPattern: boolean): Rest[] {
  const rests = restsOf(view);
  if (rests.length > 0) view.schemas.spend(rests.length);
  const left = rests.filter((rest) => !isKnown(name, isPattern, rest));
  for (const { names, patterns } of left) view.schemas.spend(patterns.size + (isPattern ? names.size : 0));
  return left;
}

/** What other parts say of a field because they do not know it; a refusal is all there is to say. */
export function restFor(view: View, name: string, isPattern = false): Located[] {
  const rests = unknowing(view, name, isPattern).filter((rest) => !mayBeKnown(name, isPattern, rest));
  const refusal = rests.find(({ value }) => value === false);
  return refusal ? [refusal] : rests;
}

/** What only a pattern can decide, as a text: two schemas with the same doubt treat the field alike. */
export const doubtOf = (view: View, name: string, isPattern = false): string =>
  unknowing(view, name, isPattern)
    .filter((rest) => mayBeKnown(name, isPattern, rest))
    .map(({ value, patterns }) => `${[...patterns].sort().join('\n')} ${canonical(value)}`)
    .sort()
    .join('\n');

/** Fields that are named only to be refused, and where. */
export const refusedIn = ({ conjuncts }: View): Map<string, string> =>
  new Map(
    conjuncts.flatMap(({ schema, pointer }) =>
      Object.entries(objectOr(schema['properties'])).flatMap(([name, value]) =>
        value === false ? [[name, under(pointer, 'properties', name)] as const] : [],
      ),
    ),
  );

/** Patterns of fields, each with what holds for a field that fits; without those that another part refuses. */
export const patternsOf = cached((view: View): Map<string, { view: View; pointer: string }> => {
  const seeds = new Map<string, Located[]>();
  for (const { schema, pointer } of view.conjuncts) {
    for (const [pattern, value] of Object.entries(objectOr(schema['patternProperties']))) {
      seeds.set(pattern, [
        ...(seeds.get(pattern) ?? []),
        { value, pointer: under(pointer, 'patternProperties', pattern) },
      ]);
    }
  }
  const all = [...seeds].map(
    ([pattern, located]) =>
      [
        pattern,
        {
          view: view.schemas.view([...located, ...restFor(view, pattern, true)]),
          pointer: located[0]!.pointer,
        },
      ] as const,
  );
  return new Map(all.filter(([, pattern]) => !pattern.view.never));
}, new Map<string, { view: View; pointer: string }>());
