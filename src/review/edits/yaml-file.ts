// Reads the YAML files of a review: its policy and its waivers.
import { type ParseOptions, type DocumentOptions, type SchemaOptions, parse } from 'yaml';
import { UnreadableFile, readTextIfExists } from '../../base/read-file';
import { ReviewError } from '../model/document';

/** Returns undefined for a file that does not exist. @throws ReviewError with what to correct. */
export async function readYamlIfExists(
  file: string,
  options: ParseOptions & DocumentOptions & SchemaOptions = {},
): Promise<unknown> {
  try {
    const text = await readTextIfExists(file);
    return text === undefined ? undefined : (parse(text, options) ?? null);
  } catch (error) {
    if (error instanceof UnreadableFile) throw new ReviewError(`${error.message}.`, { cause: error });
    const [reason] = (error as Error).message.split('\n');
    throw new ReviewError(`${file} is not valid YAML: ${reason}`, { cause: error });
  }
}
