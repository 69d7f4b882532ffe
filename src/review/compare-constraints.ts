// Patterns, formats, defaults, and the keywords of JSON Schema that can only be compared for sameness.
import { under } from '../contract/pointer';
import { asWritten } from './as-written';
import { canonical, isObject, shorten } from './json';
import { keywordOf, typesOf } from './schema-facts';
import type { Local } from './local';
import { isSealed } from './other-fields';
import type { View } from './resolved-schema';

interface Said {
  value: unknown;
  pointer: string;
}

const all = (view: View, keyword: string): Map<string, Said> =>
  new Map(
    view.conjuncts.flatMap(({ schema, pointer }) =>
      schema[keyword] === undefined
        ? []
        : [[canonical(schema[keyword]), { value: schema[keyword], pointer: under(pointer, keyword) }]],
    ),
  );

/** Names are listed in no order. */
const inOrder = (value: unknown): unknown =>
  isObject(value)
    ? Object.fromEntries(
        Object.entries(value).map(([name, names]) => [
          name,
          Array.isArray(names) ? [...(names as unknown[])].sort() : names,
        ]),
      )
    : value;

const listed = (view: View, keyword: string): Map<string, Said> =>
  new Map([...all(view, keyword).values()].map((said) => [canonical(inOrder(said.value)), said]));

/** 3.0 writes `format: byte` and `binary` where 3.1 writes how the content is encoded. */
function formats(view: View): Map<string, Said> {
  const from = (keyword: string, name: (value: unknown) => unknown) =>
    [...all(view, keyword).values()].map(({ value, pointer }): [string, Said] => [
      String(name(value)),
      { value: name(value), pointer },
    ]);
  return new Map([
    ...from('format', (value) => value),
    ...from('contentEncoding', (value) => (value === 'base64' ? 'byte' : value)),
    ...from('contentMediaType', (value) => (value === 'application/octet-stream' ? 'binary' : value)),
  ]);
}

function compareSets(
  family: 'pattern' | 'format' | 'constraint',
  was: Map<string, Said>,
  is: Map<string, Said>,
  local: Local,
  name: (value: unknown) => unknown,
): void {
  const gone = [...was].filter(([text]) => !is.has(text)).map(([, said]) => said);
  const come = [...is].filter(([text]) => !was.has(text)).map(([, said]) => said);
  for (let index = 0; index < Math.max(gone.length, come.length); index++) {
    const [old, young] = [gone[index], come[index]];
    const rule =
      old && young
        ? (`${family}-changed` as const)
        : young
          ? (`${family}-added` as const)
          : (`${family}-removed` as const);
    local.find(
      rule,
      { before: old && shorten(name(old.value)), after: young && shorten(name(young.value)) },
      { head: young?.pointer, base: old?.pointer },
    );
  }
}

/** Formats of numbers that hold all of another. */
const WIDER: Record<string, string> = { int32: 'int64', float: 'double' };

function compareFormats(before: View, after: View, local: Local): void {
  const [was, is] = [formats(before), formats(after)];
  const [[old = ''], [young = '']] = [[...was.keys()], [...is.keys()]];
  const widened = WIDER[old] === young;
  if (was.size !== 1 || is.size !== 1 || !(widened || WIDER[young] === old))
    return compareSets('format', was, is, local, (value) => value);
  local.find(
    widened ? 'limit-loosened' : 'limit-tightened',
    { before: { format: old }, after: { format: young } },
    { head: is.get(young)?.pointer },
  );
}

const PLAIN = ['dependentRequired', 'dependencies', '$dynamicRef', '$recursiveRef'];
/** Hold schemas: compared by what they mean, so that a renamed component is no change. */
const SCHEMAS = ['not', 'if', 'then', 'else', 'propertyNames', 'contentSchema'];
const MAPS = ['dependentSchemas'];
/** What fits them is not what fits the whole. */
const WITHOUT_DIRECTION = new Set(['not', 'if']);
/** Also name fields and items, so that `unevaluatedProperties` lets them pass. */
const KNOWING = new Set(['if', 'then', 'else', 'dependentSchemas']);

export function compareConstraints(before: View, after: View, local: Local): void {
  const isText = typesOf(before).has('string') && typesOf(after).has('string');
  if (isText) compareSets('pattern', all(before, 'pattern'), all(after, 'pattern'), local, (value) => value);
  compareFormats(before, after, local);
  for (const keyword of PLAIN)
    compareSets('constraint', listed(before, keyword), listed(after, keyword), local, (value) => ({
      [keyword]: value,
    }));
  for (const keyword of SCHEMAS) compareParts(before, after, local, keyword);
  for (const keyword of MAPS) {
    const names = [before, after].flatMap((view) =>
      view.conjuncts.flatMap(({ schema }) => (isObject(schema[keyword]) ? Object.keys(schema[keyword]) : [])),
    );
    for (const name of new Set(names)) compareParts(before, after, local, keyword, name);
  }
}

function compareParts(before: View, after: View, local: Local, keyword: string, name?: string): void {
  const label = name === undefined ? keyword : `${keyword} ${name}`;
  const parts = (view: View): Said[] =>
    view.conjuncts.flatMap(({ schema, pointer }) => {
      const holder = schema[keyword];
      if (name === undefined)
        return holder === undefined ? [] : [{ value: holder, pointer: under(pointer, keyword) }];
      return isObject(holder) && Object.hasOwn(holder, name)
        ? [{ value: holder[name], pointer: under(pointer, keyword, name) }]
        : [];
    });
  const [was, is] = [parts(before), parts(after)];
  for (let index = 0; index < Math.max(was.length, is.length); index++) {
    const [old, young] = [was[index], is[index]];
    const [wasView, isView] = [old && before.schemas.view([old]), young && after.schemas.view([young])];
    const sealed = KNOWING.has(keyword) && (isSealed(before) || isSealed(after));
    if (wasView && isView) {
      if (WITHOUT_DIRECTION.has(keyword) || sealed) local.step(wasView, isView, '', label);
      else local.stepIntoCondition(wasView, isView, `(${label})`);
    } else {
      const rule = sealed ? 'constraint-changed' : young ? 'constraint-added' : 'constraint-removed';
      local.find(
        rule,
        {
          before: wasView && { [label]: asWritten(wasView) },
          after: isView && { [label]: asWritten(isView) },
        },
        { head: young?.pointer, base: old?.pointer },
      );
    }
  }
}

export function compareDefaults(before: View, after: View, local: Local): void {
  const [was, is] = [keywordOf(before, 'default'), keywordOf(after, 'default')];
  if (canonical(was?.value) === canonical(is?.value)) return;
  const rule = was && is ? 'default-changed' : is ? 'default-added' : 'default-removed';
  local.find(
    rule,
    { before: was && shorten(was.value), after: is && shorten(is.value) },
    { head: is?.pointer, base: was?.pointer },
  );
}
