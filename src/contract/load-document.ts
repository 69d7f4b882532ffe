// Loads a contract from a file, JSON or YAML, in one piece or split over files. Nothing is fetched from a network.
import { existsSync } from 'node:fs';
import { isAbsolute, relative } from 'node:path';
import type { ContractDocument } from './document';
import { segmentsOf } from './pointer';

export interface LoadedDocument {
  document: ContractDocument;
  /** Every file that it was read from. */
  files: string[];
}

/** Says in one sentence why a document cannot be read. */
export class UnreadableDocument extends Error {}

/** Reads files of this machine alone. */
export async function localResolver() {
  const { BaseResolver } = await import('@redocly/openapi-core');
  const refuse = (url: unknown) =>
    Promise.reject(new Error(`${String(url)} is not on this machine, and nothing is fetched`));
  return new BaseResolver({ http: { headers: [], customFetch: refuse } });
}

/** An `externalValue` that is not here is no fault: nothing that the document says needs it. */
function isExampleElsewhere(text: unknown, pointer: string): boolean {
  const at = segmentsOf(decodeURIComponent(pointer)).reduce(
    (node, segment) => (node as Record<string, unknown> | undefined)?.[segment],
    text,
  );
  return typeof (at as { externalValue?: unknown } | undefined)?.externalValue === 'string';
}

/** `told` hears of every file that was looked for, also of a document that cannot be read. @throws UnreadableDocument. */
export async function loadDocument(
  file: string,
  told: (files: string[]) => void = () => undefined,
): Promise<LoadedDocument> {
  const { bundle, createConfig, getLineColLocation, parseYaml } = await import('@redocly/openapi-core');
  const externalRefResolver = await localResolver();
  const bundled = bundle({ ref: file, config: await createConfig({}), externalRefResolver }).finally(() =>
    told([...externalRefResolver.getFiles()]),
  );
  const result = await bundled.catch((error: unknown) => {
    throw new UnreadableDocument(`${file} cannot be read: ${(error as Error).message}`, { cause: error });
  });
  const fault = result.problems.find(
    ({ severity, location: [at] }) =>
      severity === 'error' &&
      !(at?.pointer !== undefined && isExampleElsewhere(parseYaml(at.source.body), at.pointer)),
  );
  if (fault) {
    const place = fault.location[0] && getLineColLocation(fault.location[0]);
    const named = (path: string) => (isAbsolute(file) ? path : relative(process.cwd(), path));
    throw new UnreadableDocument(
      `${file} cannot be read: ${fault.message}${place ? ` at ${named(place.source.absoluteRef)}:${place.start.line}` : ''}`,
    );
  }
  const document = result.bundle.parsed as ContractDocument | undefined;
  // From 3.1 on a document may have webhooks alone.
  const paths = document?.paths ?? (document?.openapi?.startsWith('3.0') ? undefined : {});
  if (
    typeof document?.openapi !== 'string' ||
    !document.openapi.startsWith('3.') ||
    typeof paths !== 'object'
  ) {
    throw new UnreadableDocument(`${file} is not an OpenAPI 3 document with paths.`);
  }
  return {
    document: { ...document, paths, components: document.components ?? {} },
    files: [...result.fileDependencies].filter((path) => existsSync(path)),
  };
}
