// Loads a local OpenAPI document: its entry, and the files in the folder of the entry that it refers to. Unlike document.ts,
// this file does not load the server's own contract.
import { existsSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import type { Document, Source } from '@redocly/openapi-core' with { 'resolution-mode': 'import' };
import { CommandError } from '../base/command-error';
import { readText } from '../base/read-file';
import type { ContractDocument } from './document';
import { valueAt } from './pointer';

export type { Document, Source };

/** Explains in one sentence why a document cannot be read. */
export class UnreadableDocument extends CommandError {}

/** An optional peer dependency, because servers and sandboxes load no documents. @throws UnreadableDocument without it. */
const importRedocly = () =>
  import('@redocly/openapi-core').catch((error: unknown) => {
    if (!String((error as { code?: unknown }).code).endsWith('MODULE_NOT_FOUND')) throw error;
    throw new UnreadableDocument(
      'OpenAPI documents are read with the package @redocly/openapi-core, which is not installed. ' +
        'Run `npm install @redocly/openapi-core@2`.',
    );
  });

/** An `externalValue` that cannot be read is no fault: it stays a reference, and nothing else depends on it. */
function isExternalExample(content: unknown, pointer: string): boolean {
  const value = valueAt(content, decodeURIComponent(pointer));
  return typeof (value as { externalValue?: unknown } | undefined)?.externalValue === 'string';
}

/**
 * Loads a JSON or YAML document from one file or from several that refer to each other. `onFiles` receives every file
 * that was looked up, even when loading fails. `onParsed` receives each file before it is bundled.
 * @throws UnreadableDocument.
 */
export async function loadDocument(
  file: string,
  onFiles: (files: string[]) => void = () => undefined,
  onParsed?: (document: Document) => void,
): Promise<{ document: ContractDocument; files: string[] }> {
  const { bundle, createConfig, getLineColLocation, parseYaml } = await importRedocly();
  const externalRefResolver = await localResolver(file, onParsed);
  const result = await bundle({ ref: file, config: await createConfig({}), externalRefResolver })
    .finally(() => onFiles([...externalRefResolver.getFiles()]))
    .catch((error: unknown) => {
      throw new UnreadableDocument(`${file} cannot be read: ${(error as Error).message}`);
    });
  const fault = result.problems.find(
    ({ severity, location: [at] }) =>
      severity === 'error' &&
      !(at?.pointer !== undefined && isExternalExample(parseYaml(at.source.body), at.pointer)),
  );
  if (fault) {
    const location = fault.location[0] && getLineColLocation(fault.location[0]);
    const shown = (path: string) => (isAbsolute(file) ? path : relative(process.cwd(), path));
    const place = location ? ` at ${shown(location.source.absoluteRef)}:${location.start.line}` : '';
    throw new UnreadableDocument(`${file} cannot be read: ${fault.message}${place}`);
  }
  const document = result.bundle.parsed as ContractDocument | undefined;
  // Since OpenAPI 3.1 a document may have webhooks only.
  const paths = document?.paths ?? (document?.openapi?.startsWith('3.0') ? undefined : {});
  if (
    typeof document?.openapi !== 'string' ||
    !document.openapi.startsWith('3.') ||
    typeof paths !== 'object'
  )
    throw new UnreadableDocument(`${file} is not an OpenAPI 3 document with paths.`);
  return {
    document: { ...document, paths, components: document.components ?? {} },
    files: [...result.fileDependencies].filter((path) => existsSync(path)),
  };
}

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

/** Rejects YAML whose aliases repeat so much that reading would not end. @throws Error without a full stop. */
function requireFewRepeats(content: unknown): void {
  const sizes = new Map<object, number>();
  let written = 0;
  const computeSize = (value: unknown): number => {
    const known = sizes.get(value as object);
    if (known !== undefined) return known;
    written++;
    if (typeof value !== 'object' || value === null) return 1;
    sizes.set(value, Infinity); // until it is known: an alias inside of its own anchor has no end
    const size = Object.values(value).reduce<number>((sum, child) => sum + computeSize(child), 1);
    sizes.set(value, size);
    return size;
  };
  if (computeSize(content) - written > MAX_REPEATED_VALUES)
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
