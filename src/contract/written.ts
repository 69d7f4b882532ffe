// Which media types of an answer can be written here: JSON, and text that an example or a schema gives. An object as XML, for one, cannot.
import { isJson } from './body-formats';
import { type ContractDocument, type MediaType, type Schema, resolve } from './document';

export const hasExample = ({ examples, example }: MediaType): boolean =>
  examples !== undefined || example !== undefined;

export function canWrite(document: ContractDocument, mediaType: string, media: MediaType): boolean {
  if (isJson(mediaType)) return true;
  const examples = [media.example, ...Object.values(media.examples ?? {}).map(({ value }) => value)].filter(
    (example) => example !== undefined,
  );
  if (examples.length > 0) return examples.some((example) => typeof example === 'string');
  return (
    resolve<Schema | undefined>(document, media.schema)?.['type'] === 'string' || media.schema === undefined
  );
}
