// Where a change stands in the files that a document is written in: the review knows pointers into the bundle, people look for lines.
import { basename, dirname, extname, resolve } from 'node:path';
import { type Document, LineCounter, type Node, isAlias, isMap, isScalar, isSeq, parseDocument } from 'yaml';
import { segmentsOf, under } from '../contract/pointer';
import { isObject, type JsonObject, objectOr, textOr } from './json';
import type { SourceFile } from './sources';

export interface DocumentPlace {
  file: string;
  line: number;
}

/** A longer file is not parsed a second time only for the lines. */
const MAX_CHARACTERS = 2_000_000;
const MAX_HOPS = 50;

interface Parsed {
  file: SourceFile;
  document: Document.Parsed;
  lines: LineCounter;
}

interface Spot {
  parsed: Parsed;
  node: Node | null;
  /** The key that leads to the node: its line is the one that people look for. */
  key: Node | null;
}

/** Finds places in the files of one document. @param bundle the document in one piece. */
export function createFindPlace(
  files: SourceFile[],
  bundle: object,
): (pointer: string) => DocumentPlace | undefined {
  const known = new Map<string, Parsed | undefined>();
  const parse = (path: string): Parsed | undefined => {
    if (!known.has(path)) {
      const file = files.find((candidate) => candidate.path === path);
      const lines = new LineCounter();
      known.set(
        path,
        file && file.text.length <= MAX_CHARACTERS
          ? { file, document: parseDocument(file.text, { lineCounter: lines }), lines }
          : undefined,
      );
    }
    return known.get(path);
  };
  const top = (parsed: Parsed): Spot => ({
    parsed,
    node: parsed.document.contents,
    key: parsed.document.contents,
  });

  function step({ parsed, node }: Spot, segment: string): Spot | undefined {
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === segment);
      return pair && { parsed, node: pair.value as Node | null, key: pair.key as Node };
    }
    const item =
      isSeq(node) && /^\d+$/.test(segment) ? (node.items[Number(segment)] as Node | undefined) : undefined;
    return item && { parsed, node: item, key: item };
  }

  /** What stands beside a reference comes before what it leads to. */
  const beside = (spot: Spot, segment: string): Spot | undefined => {
    const settled = settle(spot);
    return step(spot, segment) ?? (settled && step(settled, segment));
  };

  /** Where the reference at a spot leads, the spot itself without one, undefined when it leads nowhere. */
  function settle(spot: Spot): Spot | undefined {
    let current = spot;
    for (let hops = 0; hops < MAX_HOPS; hops++) {
      const { parsed, node } = current;
      const target = isAlias(node) ? node.resolve(parsed.document) : undefined;
      if (target) {
        current = { ...current, node: target };
        continue;
      }
      const reference = isMap(node) ? node.get('$ref') : undefined;
      if (typeof reference !== 'string') return current;
      const [path = '', pointer = ''] = reference.split('#');
      const next = path === '' ? parsed : parse(resolve(dirname(parsed.file.path), decodeURIComponent(path)));
      let found = next && top(next);
      for (const segment of segmentsOf(decodeURIComponent(pointer))) found = found && step(found, segment);
      if (!found) return undefined;
      current = found;
    }
    return undefined;
  }

  /** What stands at a spot, by its keys. */
  function inside({ parsed, node }: Spot): [key: string, spot: Spot][] {
    if (isMap(node))
      return node.items.flatMap(({ key, value }) =>
        isScalar(key)
          ? [[String(key.value), { parsed, node: value as Node | null, key }] as [string, Spot]]
          : [],
      );
    return isSeq(node)
      ? node.items.map((item, index) => [String(index), { parsed, node: item as Node, key: item as Node }])
      : [];
  }

  /** Where the components of the bundle came from: what refers to one there refers to its file here. */
  function readOrigins(): Map<string, Spot> {
    const found = new Map<string, Spot>();
    const entry = files[0] && parse(files[0].path);
    const waiting: [value: unknown, at: Spot][] = entry ? [[bundle, top(entry)]] : [];
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const [value, at] = next;
      const spot = isObject(value) || Array.isArray(value) ? settle(at) : undefined;
      if (!spot) continue;
      const reference = isObject(value) ? textOr(value['$ref']) : undefined;
      if (reference === undefined) {
        for (const [key, below] of inside(spot)) waiting.push([(value as JsonObject)[key], below]);
      } else if (reference.startsWith('#/') && !found.has(reference)) {
        found.set(reference, spot);
        waiting.push([
          segmentsOf(reference).reduce<unknown>((node, segment) => objectOr(node)[segment], bundle),
          spot,
        ]);
      }
    }
    return found;
  }
  let origins: Map<string, Spot> | undefined;

  /** A component that the entry does not list: the bundle names it after its file, or after its place in a file, and counts on where two have one name. */
  function component(kind: string, name: string): Spot | undefined {
    const named = files.filter(({ path }) => basename(path, extname(path)) === name);
    const likely = named.find(({ path }) => basename(dirname(path)) === kind);
    const origin =
      likely && named.length === 1
        ? undefined
        : (origins ??= readOrigins()).get(`#${under('', 'components', kind, name)}`);
    if (origin) return origin;
    const file = likely ?? named[0];
    const own = file && parse(file.path);
    if (own) return top(own);
    for (const { path } of files.slice(1)) {
      const parsed = parse(path);
      for (const way of [[name], [kind, name], ['components', kind, name]]) {
        const spot =
          parsed && way.reduce<Spot | undefined>((so, segment) => so && step(so, segment), top(parsed));
        if (spot) return spot;
      }
    }
    return undefined;
  }

  return (pointer) => {
    const entry = files[0] && parse(files[0].path);
    if (!entry) return undefined;
    const segments = segmentsOf(pointer);
    const [first, kind = '', name = '', ...inside] = segments;
    const listed = segments
      .slice(0, 3)
      .reduce<Spot | undefined>((so, segment) => so && beside(so, segment), top(entry));
    const unlisted = first === 'components' && !listed ? component(kind, name) : undefined;
    let spot = unlisted ?? top(entry);
    for (const segment of unlisted ? inside : segments) {
      const next = beside(spot, segment);
      if (!next) break; // the nearest place that the files have
      spot = next;
    }
    const offset = (spot.key ?? spot.node)?.range?.[0] ?? 0;
    return { file: spot.parsed.file.name, line: spot.parsed.lines.linePos(offset).line };
  };
}
