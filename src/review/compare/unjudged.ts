// Detects changes in parts that the review does not evaluate: links, nested callbacks, hosts, XML and integers beyond 2^53.
// Such a part is compared as text, together with everything that it refers to.
import { under } from '../../contract/pointer';
import { type ContractChange, pointersOf } from '../edits/edits';
import { canonicalJson, pairsOf } from '../model/json';
import type { Located } from '../model/document';
import { readServers } from '../model/servers';
import { isAnnotation } from '../model/keywords';
import type { SchemaResolver } from '../model/schema';
import { type ChangeCollector, type ComparisonContext, documentChange } from './change-collector';
import { isObject } from '../../base/values';

type Parts = Map<string, Located>;
type Resolvers = Pick<ComparisonContext, 'base' | 'head'>;

/** Reports each callback or link that was added, removed or changed. */
export function compareUnjudgedParts(
  collector: ChangeCollector,
  base: Parts,
  head: Parts,
  kind: string,
): void {
  const { context } = collector;
  for (const [name, before, after] of pairsOf(base, head)) {
    if (before && after && partText(context.base, before).all === partText(context.head, after).all) continue;
    const values = { before: after ? null : name, after: before ? null : name };
    const at = pointersOf(before, after);
    collector.add('unjudged-changed', { where: `${kind} ${name}` }, values, at);
  }
}

/** Reports a change of the `xml` keywords in a body. */
export function compareXml(collector: ChangeCollector, base: Located, head: Located, where: string): void {
  const { context } = collector;
  if (partText(context.base, base).xml !== partText(context.head, head).xml)
    collector.add('unjudged-changed', { where: `${where} xml` }, {}, { head: head.pointer });
}

/** Returns the change of the hosts of the document. */
export function compareHosts({ base, head }: Resolvers): ContractChange[] {
  const hosts = ({ document }: SchemaResolver) => readServers(document).hosts;
  const [before, after] = [hosts(base), hosts(head)];
  return before === after ? [] : [documentChange('servers', { before, after }, { head: '/servers' })];
}

interface PartText {
  text: string;
  references: { target: string; from: string }[];
  /** The `xml` keywords with their paths. */
  xml: string[];
}

/** Keywords that hold user-defined names, which can equal the name of an annotation. */
const NAME_KEYWORDS = new Set([
  'properties',
  'patternProperties',
  'dependentSchemas',
  'headers',
  'links',
  'callbacks',
  'encoding',
  'variables',
  'mapping',
  'parameters',
]);

/** Reads each shared component once. */
const cache = new WeakMap<object, PartText>();

function readPart(part: object, at: string): PartText {
  const result: PartText = { text: '', references: [], xml: [] };
  const withoutAnnotations = (value: unknown, path: string, hasNames: boolean): unknown => {
    if (Array.isArray(value))
      return value.map((item, index) => withoutAnnotations(item, under(path, index), false));
    if (!isObject(value)) return value;
    if (typeof value['$ref'] === 'string') result.references.push({ target: value['$ref'], from: at + path });
    if (!hasNames && value['xml'] !== undefined) result.xml.push(`${path} ${canonicalJson(value['xml'])}`);
    const entries = Object.entries(value).filter(
      ([key]) => hasNames || !(isAnnotation(key) || key === 'summary'),
    );
    return Object.fromEntries(
      entries.map(([key, item]) => [
        key,
        withoutAnnotations(item, under(path, key), !hasNames && NAME_KEYWORDS.has(key)),
      ]),
    );
  };
  result.text = canonicalJson(withoutAnnotations(part, '', false));
  return result;
}

/** Returns the text of a part and its references, and the text of their `xml` keywords. */
function partText(resolver: SchemaResolver, { value, pointer }: Located): { all: string; xml: string } {
  if (!isObject(value)) return { all: canonicalJson(value), xml: '' };
  const found = new Set<PartText>();
  const queue: Located[] = [{ value, pointer }];
  for (let next = queue.pop(); next; next = queue.pop()) {
    if (!isObject(next.value)) continue;
    const part = cache.get(next.value) ?? readPart(next.value, next.pointer);
    cache.set(next.value, part);
    if (found.has(part)) continue;
    found.add(part);
    for (const { target, from } of part.references) queue.push(resolver.document.resolve(target, from));
  }
  const join = (read: (part: PartText) => string[]): string =>
    [...new Set([...found].flatMap(read))].sort().join('\n');
  return { all: join(({ text }) => [text]), xml: join(({ xml }) => xml) };
}

/** An integer of 16 to 40 digits that is a whole value in JSON or YAML. */
const LARGE = /(?<![\w."'])-?\d{16,40}(?![\w."'])/g;

interface Texts {
  files: { text: string }[];
}

const literalsOf = ({ files }: Texts): Set<string> =>
  new Set(
    files
      .flatMap(({ text }) => text.match(LARGE) ?? [])
      .filter((literal) => !Number.isSafeInteger(Number(literal))),
  );

/** Returns the integers that differ although their rounded values are equal. */
export function compareLargeNumbers(base: Texts, head: Texts): ContractChange[] {
  const [old, current] = [literalsOf(base), literalsOf(head)];
  return [...old].flatMap((before) => {
    const after = [...current].find((literal) => literal !== before && Number(literal) === Number(before));
    return after === undefined || current.has(before) || old.has(after)
      ? []
      : [documentChange('integers beyond 2^53', { before, after }, { head: '' })];
  });
}
