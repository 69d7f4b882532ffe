// Reads the files of a document: its entry, and the files in the folder of the entry that it refers to.
import { realpath } from 'node:fs/promises';
import { dirname, relative, resolve, sep } from 'node:path';
import { readText } from '../base/read-file';

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

/** Returns a resolver for Redocly that reads the entry and the files in its folder. */
export async function localResolver(entry: string) {
  const { BaseResolver, ResolveError, Source } = await import('@redocly/openapi-core');
  const first = resolve(entry);
  const resolver = new BaseResolver({ http: { headers: [] } });
  resolver.loadExternalRef = async (file) => {
    try {
      if (file !== first) await requireInside(await realpath(dirname(first)), file);
      return new Source(file, (await readText(file)).replace(/\r\n/g, '\n'));
    } catch (error) {
      throw new ResolveError(error as Error);
    }
  };
  return resolver;
}
