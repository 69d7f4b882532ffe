// Loads a contract from a file, JSON or YAML, in one piece or split over files. Nothing is fetched from a network.
import { isAbsolute, relative } from 'node:path';
import type { ContractDocument } from './document';

export interface LoadedDocument {
  document: ContractDocument;
  /** Every file that it was read from. */
  files: string[];
}

/** Says in one sentence why a document cannot be read. */
export class UnreadableDocument extends Error {}

/** `told` hears of every file that was looked for, also of a document that cannot be read. @throws UnreadableDocument. */
export async function loadDocument(file: string, told: (files: string[]) => void = () => undefined): Promise<LoadedDocument> {
  const { BaseResolver, bundle, createConfig, getLineColLocation } = await import('@redocly/openapi-core');
  const refuse = (url: unknown) => Promise.reject(new Error(`${String(url)} is not on this machine, and nothing is fetched`));
  const externalRefResolver = new BaseResolver({ http: { headers: [], customFetch: refuse } });
  const bundled = bundle({ ref: file, config: await createConfig({}), externalRefResolver }).finally(() => told([...externalRefResolver.getFiles()]));
  const result = await bundled.catch((error: unknown) => {
    throw new UnreadableDocument(`${file} cannot be read: ${(error as Error).message}`, { cause: error });
  });
  const fault = result.problems.find(({ severity }) => severity === 'error');
  if (fault) {
    const place = fault.location[0] && getLineColLocation(fault.location[0]);
    const named = (path: string) => (isAbsolute(file) ? path : relative(process.cwd(), path));
    throw new UnreadableDocument(`${file} cannot be read: ${fault.message}${place ? ` at ${named(place.source.absoluteRef)}:${place.start.line}` : ''}`);
  }
  const document = result.bundle.parsed as ContractDocument | undefined;
  if (typeof document?.openapi !== 'string' || !document.openapi.startsWith('3.') || typeof document.paths !== 'object') {
    throw new UnreadableDocument(`${file} is not an OpenAPI 3 document with paths.`);
  }
  return { document: { ...document, components: document.components ?? {} }, files: [...result.fileDependencies] };
}
