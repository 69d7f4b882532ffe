// The named examples of an operation: of its parameters, its request bodies, and its successes.
import { type ContractDocument, type Operation, resolve } from '../../contract/document';
import { isObject, type JsonObject, objectOr } from '../json';

export interface Example {
  name: string;
  value: unknown;
}

/** Of one without a name, which documents of other houses have. */
const UNNAMED = 'example';

/** Those of a parameter or a media type; then what its schema shows. */
export function examplesOf(document: ContractDocument, part: object): Example[] {
  const { example, examples, schema } = part as JsonObject;
  const named = Object.entries(objectOr(examples)).flatMap(([name, authored]) => {
    const found = resolve<unknown>(document, authored);
    return isObject(found) && 'value' in found ? [{ name, value: found['value'] }] : [];
  });
  if (named.length > 0) return named;
  const shown = objectOr(resolve<unknown>(document, schema));
  const value = [
    example,
    shown['example'],
    ...[shown['examples'], shown['enum']].map((list) =>
      Array.isArray(list) ? (list[0] as unknown) : undefined,
    ),
    shown['default'],
  ];
  return value
    .filter((one) => one !== undefined)
    .slice(0, 1)
    .map((one) => ({ name: UNNAMED, value: one }));
}

export const bodiesOf = (
  document: ContractDocument,
  { requestBody }: Operation,
): (Example & { mediaType: string })[] =>
  Object.entries(requestBody?.content ?? {}).flatMap(([mediaType, media]) =>
    examplesOf(document, media).map((example) => ({ ...example, mediaType })),
  );

/** The examples of the answer that a mock gives when nothing else is asked for. */
export function answersOf(document: ContractDocument, { responses }: Operation): Example[] {
  const success = Object.keys(responses).find((status) => status.startsWith('2'));
  const content = success === undefined ? undefined : responses[success]?.content;
  return Object.values(content ?? {}).flatMap((media) => examplesOf(document, media));
}
