// Loads a local OpenAPI document. Unlike document.ts, this file does not load the server's own contract.
import { existsSync } from 'node:fs';
import { isAbsolute, relative } from 'node:path';
import type { ContractDocument } from './document';
import { type Document, localResolver } from './local-files';
import { valueAt } from './pointer';

/** Explains in one sentence why a document cannot be read. */
export class UnreadableDocument extends Error {}

/** An optional peer dependency, because servers and sandboxes load no documents. @throws UnreadableDocument without it. */
const importRedocly = () =>
  import('@redocly/openapi-core').catch((error: unknown) => {
    if (!String((error as { code?: unknown }).code).endsWith('MODULE_NOT_FOUND')) throw error;
    throw new UnreadableDocument(
      'OpenAPI documents are read with the package @redocly/openapi-core, which is not installed. ' +
        'Run `npm install @redocly/openapi-core@2`.',
      { cause: error },
    );
  });

/** An `externalValue` that cannot be read is no fault: it stays a reference, and nothing else depends on it. */
function isExternalExample(content: unknown, pointer: string): boolean {
  const value = valueAt(content, decodeURIComponent(pointer));
  return typeof (value as { externalValue?: unknown } | undefined)?.externalValue === 'string';
}

export interface LoadedDocument {
  document: ContractDocument;
  /** Every file of the document. */
  files: string[];
}

/**
 * Loads a JSON or YAML document from one file or from several that refer to each other.
 * `onFiles` receives every file that was looked up, even when loading fails. `onParsed` receives each file before it is
 * bundled.
 * @throws UnreadableDocument.
 */
export async function loadDocument(
  file: string,
  onFiles: (files: string[]) => void = () => undefined,
  onParsed?: (document: Document) => void,
): Promise<LoadedDocument> {
  const { bundle, createConfig, getLineColLocation, parseYaml } = await importRedocly();
  const externalRefResolver = await localResolver(file, onParsed);
  const result = await bundle({ ref: file, config: await createConfig({}), externalRefResolver })
    .finally(() => onFiles([...externalRefResolver.getFiles()]))
    .catch((error: unknown) => {
      throw new UnreadableDocument(`${file} cannot be read: ${(error as Error).message}`, { cause: error });
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
