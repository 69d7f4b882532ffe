// Detects changes in parts that the review does not evaluate: links, nested callbacks, hosts and integers beyond 2^53.
// Such a part is compared as text, together with everything that it refers to.
import { type ContractChange, listPointers } from '../edits/edits';
import { canonicalJson, toPairs } from '../model/json';
import { type Located, getPart } from '../model/document';
import { readServers } from '../model/servers';
import { NAME_KEYWORDS, isAnnotation } from '../model/keywords';
import type { SchemaResolver } from '../model/schema';
import { type Compare, type ComparisonContext, documentChange } from './change-collector';
import { isObject } from '../../base/values';

type Parts = Map<string, Located>;

/** Reports each callback or link that was added, removed or changed. */
export const compareUnjudgedParts: Compare<Parts, [kind: string]> = (collector, base, head, kind) => {
  const { context } = collector;
  for (const [name, before, after] of toPairs(base, head)) {
    if (before && after && partText(context.base, before) === partText(context.head, after)) continue;
    const values = { before: after ? null : name, after: before ? null : name };
    const at = listPointers(before, after);
    collector.add('unjudged-changed', { where: `${kind} ${name}` }, values, at);
  }
};

export function compareHosts({ base, head }: ComparisonContext): ContractChange[] {
  const hosts = ({ document }: SchemaResolver) => readServers(document).hosts;
  const [before, after] = [hosts(base), hosts(head)];
  return before === after ? [] : [documentChange('servers', { before, after }, { head: '/servers' })];
}

type PartText = ReturnType<typeof readPart>;

/** Reads each shared component once. */
const known = new WeakMap<object, PartText>();

function readPart(start: Located) {
  const references: { target: string; from: string }[] = [];
  const withoutAnnotations = (part: Located, hasNames = false): unknown => {
    const { value } = part;
    if (Array.isArray(value)) return value.map((_, index) => withoutAnnotations(getPart(part, index)));
    if (!isObject(value)) return value;
    if (typeof value['$ref'] === 'string') references.push({ target: value['$ref'], from: part.pointer });
    const keys = Object.keys(value).filter((key) => hasNames || !(isAnnotation(key) || key === 'summary'));
    return Object.fromEntries(
      keys.map((key) => [key, withoutAnnotations(getPart(part, key), !hasNames && NAME_KEYWORDS.has(key))]),
    );
  };
  return { text: canonicalJson(withoutAnnotations(start)), references };
}

/** Returns the text of a part and of everything that it refers to. */
function partText({ document }: SchemaResolver, start: Located): string {
  const found = new Set<PartText>();
  const queue = [start];
  for (const part of queue) {
    if (!isObject(part.value)) continue;
    const read = known.get(part.value) ?? readPart(part);
    known.set(part.value, read);
    if (found.has(read)) continue;
    found.add(read);
    for (const { target, from } of read.references) queue.push(document.resolve(target, from));
  }
  return [...new Set([...found].map(({ text }) => text))].sort().join('\n');
}

/** An integer of 16 to 40 digits that is a whole value in JSON or YAML. */
const LARGE = /(?<![\w."'])-?\d{16,40}(?![\w."'])/g;

interface Texts {
  files: { text: string }[];
}

const listLiterals = ({ files }: Texts): Set<string> =>
  new Set(
    files
      .flatMap(({ text }) => text.match(LARGE) ?? [])
      .filter((literal) => !Number.isSafeInteger(Number(literal))),
  );

/** Returns the integers that differ although their rounded values are equal. */
export function compareLargeNumbers(base: Texts, head: Texts): ContractChange[] {
  const [old, current] = [listLiterals(base), listLiterals(head)];
  return [...old].flatMap((before) => {
    const after = [...current].find((literal) => literal !== before && Number(literal) === Number(before));
    return after === undefined || current.has(before) || old.has(after)
      ? []
      : [documentChange('integers beyond 2^53', { before, after }, { head: '' })];
  });
}
