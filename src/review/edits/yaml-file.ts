// Reads the YAML files of a review: its policy and its waivers.
import type { ParseOptions, SchemaOptions } from 'yaml';
import { UnreadableFile, readTextIfExists } from '../../base/read-file';
import { firstLine, parseYaml } from '../../server/import/parse-yaml';
import { ReviewError } from '../model/document';

/** Returns undefined for a file that does not exist. @throws ReviewError with what to correct. */
export async function readYamlIfExists(
  file: string,
  options: ParseOptions & SchemaOptions = {},
): Promise<unknown> {
  const text = await readTextIfExists(file).catch((error: unknown) => {
    if (error instanceof UnreadableFile) throw new ReviewError(`${error.message}.`, { cause: error });
    throw error;
  });
  if (text === undefined) return undefined;
  const { document, faults } = parseYaml(text, options);
  const [fault] = faults;
  if (fault) throw new ReviewError(`${file}:${fault.line} is not valid YAML: ${fault.message}.`);
  try {
    return document.toJS() ?? null;
  } catch (error) {
    // An alias without an anchor, or too many aliases.
    throw new ReviewError(`${file} is not valid YAML: ${firstLine((error as Error).message)}.`);
  }
}
