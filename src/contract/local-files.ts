// Reads the files of a document: its entry, and the files in the folder of the entry that it refers to.
import { realpath } from 'node:fs/promises';
import type { Document, Source } from '@redocly/openapi-core' with { 'resolution-mode': 'import' };
import { dirname, relative, resolve, sep } from 'node:path';
import { readText } from '../base/read-file';

export type { Document, Source };

const URL_SCHEME = /^[a-z][a-z0-9+.-]+:/i;

/**
 * Rejects other files, because a sandbox publishes the whole document. A link counts as the file that it names.
 * @throws Error without a full stop: the caller adds the place.
 */
async function requireInside(folder: string, file: string): Promise<void> {
  if (URL_SCHEME.test(file))
    throw new Error(`${file} is a URL, and only files are read. Copy it into the folder of the document`);
  const real = await realpath(file).catch(() => file); // a missing file is reported when it is read
  const shown = relative(folder, file);
  if (!real.startsWith(folder + sep))
    throw new Error(
      `${shown} is outside of the folder of the document. Move it into the folder, and refer to it there`,
    );
}

/** Aliases of published documents repeat some hundred values. */
const MAX_REPEATED_VALUES = 100_000;

/**
 * Rejects YAML whose aliases repeat so much that reading would not end.
 * @throws Error without a full stop.
 */
function requireFewRepeats(content: unknown): void {
  const sizes = new Map<object, number>();
  let written = 0;
  const sizeOf = (value: unknown): number => {
    const known = sizes.get(value as object);
    if (known !== undefined) return known;
    written++;
    if (typeof value !== 'object' || value === null) return 1;
    sizes.set(value, Infinity); // until it is known: an alias inside of its own anchor has no end
    const size = Object.values(value).reduce<number>((sum, child) => sum + sizeOf(child), 1);
    sizes.set(value, size);
    return size;
  };
  if (sizeOf(content) - written > MAX_REPEATED_VALUES)
    throw new Error(
      `The aliases (*name) repeat more than ${MAX_REPEATED_VALUES.toLocaleString('en')} values. Use $ref instead`,
    );
}

/**
 * Returns a resolver for Redocly that reads the entry and the files in its folder.
 * `onParsed` receives each file before it is bundled.
 * @param known files that are not read again, by path.
 */
export async function localResolver(
  entry: string,
  onParsed: (document: Document) => void = () => undefined,
  known: ReadonlyMap<string, Document> = new Map(),
) {
  const { BaseResolver, ResolveError, Source: FileSource } = await import('@redocly/openapi-core');
  const first = resolve(entry);
  let folder: string | undefined;
  const resolver = new BaseResolver({ http: { headers: [] } });
  resolver.loadExternalRef = async (file) => {
    const read = known.get(file);
    if (read) return read.source;
    try {
      if (file !== first) await requireInside((folder ??= await realpath(dirname(first))), file);
      return new FileSource(file, (await readText(file)).replace(/\r\n/g, '\n'));
    } catch (error) {
      throw new ResolveError(error as Error);
    }
  };
  const parse = resolver.parseDocument.bind(resolver);
  resolver.parseDocument = (source, isRoot) => {
    const read = known.get(source.absoluteRef);
    if (read) return read;
    const document = parse(source, isRoot);
    try {
      requireFewRepeats(document.parsed);
    } catch (error) {
      throw new ResolveError(error as Error);
    }
    onParsed(document);
    return document;
  };
  return resolver;
}
