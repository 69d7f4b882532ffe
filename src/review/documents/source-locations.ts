// Finds the file and line of a change. The review has pointers into the bundle, but users edit source files.
import { basename, dirname, extname, resolve } from 'node:path';
import { type Document, LineCounter, type Node, isAlias, isMap, isScalar, isSeq, parseDocument } from 'yaml';
import { segmentsOf, under } from '../../contract/pointer';
import { asObject, asString } from '../model/json';
import type { SourceFile } from './load';
import { isObject, type JsonObject } from '../../base/json';

interface SourceLocation {
  file: string;
  line: number;
}

/** Larger files are not parsed a second time for line numbers. */
const MAX_CHARACTERS = 2_000_000;
const MAX_REFERENCE_CHAIN = 50;

interface ParsedFile {
  file: SourceFile;
  document: Document.Parsed;
  lines: LineCounter;
}

interface SourceNode {
  parsed: ParsedFile;
  node: Node | null;
  /** The key of the node. Its line is the line of the node. */
  key: Node | null;
}

const rootOf = (parsed: ParsedFile): SourceNode => ({
  parsed,
  node: parsed.document.contents,
  key: parsed.document.contents,
});

/** Returns the children of a node by key or index. */
function childrenOf({ parsed, node }: SourceNode): [key: string, child: SourceNode][] {
  if (isMap(node))
    return node.items.flatMap(({ key, value }): [string, SourceNode][] =>
      isScalar(key) ? [[String(key.value), { parsed, node: value as Node | null, key }]] : [],
    );
  if (!isSeq(node)) return [];
  return node.items.map((item, index) => [String(index), { parsed, node: item as Node, key: item as Node }]);
}

function childOf({ parsed, node }: SourceNode, segment: string): SourceNode | undefined {
  if (isMap(node)) {
    const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === segment);
    return pair && { parsed, node: pair.value as Node | null, key: pair.key as Node };
  }
  const isIndex = isSeq(node) && /^\d+$/.test(segment);
  const item = isIndex ? (node.items[Number(segment)] as Node | undefined) : undefined;
  return item && { parsed, node: item, key: item };
}

const descend = (start: SourceNode | undefined, segments: string[]): SourceNode | undefined =>
  segments.reduce<SourceNode | undefined>((current, segment) => current && childOf(current, segment), start);

/** The source files of one document, parsed on demand. */
class SourceFiles {
  private readonly parsed = new Map<string, ParsedFile | undefined>();

  constructor(private readonly files: SourceFile[]) {}

  get entry(): SourceNode | undefined {
    return this.files[0] && this.root(this.files[0].path);
  }

  root(path: string): SourceNode | undefined {
    if (!this.parsed.has(path)) this.parsed.set(path, this.parse(path));
    const parsed = this.parsed.get(path);
    return parsed && rootOf(parsed);
  }

  private parse(path: string): ParsedFile | undefined {
    const file = this.files.find((candidate) => candidate.path === path);
    if (!file || file.text.length > MAX_CHARACTERS) return undefined;
    const lines = new LineCounter();
    return { file, document: parseDocument(file.text, { lineCounter: lines }), lines };
  }

  /** Follows the references at a node. Returns undefined for a reference that cannot be resolved. */
  dereference(start: SourceNode): SourceNode | undefined {
    let current = start;
    for (let length = 0; length < MAX_REFERENCE_CHAIN; length++) {
      const { parsed, node } = current;
      const target = isAlias(node) ? node.resolve(parsed.document) : undefined;
      if (target) {
        current = { ...current, node: target };
        continue;
      }
      const reference = isMap(node) ? node.get('$ref') : undefined;
      if (typeof reference !== 'string') return current;
      const [path = '', pointer = ''] = reference.split('#');
      const root =
        path === ''
          ? rootOf(parsed)
          : this.root(resolve(dirname(parsed.file.path), decodeURIComponent(path)));
      const found = descend(root, segmentsOf(decodeURIComponent(pointer)));
      if (!found) return undefined;
      current = found;
    }
    return undefined;
  }

  /** Returns the child beside the reference at a node, or the child of its target. */
  child(node: SourceNode, segment: string): SourceNode | undefined {
    const own = childOf(node, segment);
    if (own) return own;
    const target = this.dereference(node);
    return target && childOf(target, segment);
  }

  /**
   * Finds a component that the entry file does not list. The bundle names it after its file, or after its key
   * in a file, and adds a number if two have the same name.
   */
  findComponent(
    kind: string,
    name: string,
    findOrigin: () => SourceNode | undefined,
  ): SourceNode | undefined {
    const sameName = this.files.filter(({ path }) => basename(path, extname(path)) === name);
    const inFolder = sameName.find(({ path }) => basename(dirname(path)) === kind);
    const isUnambiguous = inFolder && sameName.length === 1;
    const origin = isUnambiguous ? undefined : findOrigin();
    if (origin) return origin;
    const file = inFolder ?? sameName[0];
    const root = file && this.root(file.path);
    if (root) return root;
    for (const { path } of this.files.slice(1)) {
      for (const segments of [[name], [kind, name], ['components', kind, name]]) {
        const found = descend(this.root(path), segments);
        if (found) return found;
      }
    }
    return undefined;
  }
}

/** Walks the bundle and the source files side by side. Returns the source of each component by reference. */
function readOrigins(files: SourceFiles, bundle: object): Map<string, SourceNode> {
  const origins = new Map<string, SourceNode>();
  const queue: [value: unknown, at: SourceNode][] = files.entry ? [[bundle, files.entry]] : [];
  for (let next = queue.pop(); next; next = queue.pop()) {
    const [value, at] = next;
    const source = isObject(value) || Array.isArray(value) ? files.dereference(at) : undefined;
    if (!source) continue;
    const reference = isObject(value) ? asString(value['$ref']) : undefined;
    if (reference === undefined) {
      for (const [key, child] of childrenOf(source)) queue.push([(value as JsonObject)[key], child]);
    } else if (reference.startsWith('#/') && !origins.has(reference)) {
      origins.set(reference, source);
      const target = segmentsOf(reference).reduce<unknown>((node, key) => asObject(node)[key], bundle);
      queue.push([target, source]);
    }
  }
  return origins;
}

/**
 * Returns a function that finds the source location of a pointer, or of the nearest existing parent.
 * @param bundle the document in one piece.
 */
export function createLocationFinder(
  sourceFiles: SourceFile[],
  bundle: object,
): (pointer: string) => SourceLocation | undefined {
  const files = new SourceFiles(sourceFiles);
  let origins: Map<string, SourceNode> | undefined;
  return (pointer) => {
    const { entry } = files;
    if (!entry) return undefined;
    const segments = segmentsOf(pointer);
    const [first, kind = '', name = '', ...inside] = segments;
    const listed = segments
      .slice(0, 3)
      .reduce<SourceNode | undefined>((node, segment) => node && files.child(node, segment), entry);
    const findOrigin = (): SourceNode | undefined =>
      (origins ??= readOrigins(files, bundle)).get(`#${under('', 'components', kind, name)}`);
    const unlisted =
      first === 'components' && !listed ? files.findComponent(kind, name, findOrigin) : undefined;
    let current = unlisted ?? entry;
    for (const segment of unlisted ? inside : segments) {
      const next = files.child(current, segment);
      if (!next) break;
      current = next;
    }
    const offset = (current.key ?? current.node)?.range?.[0] ?? 0;
    const { file, lines } = current.parsed;
    return { file: file.name, line: lines.linePos(offset).line };
  };
}
