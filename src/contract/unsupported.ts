// What an adopted document may declare and this server cannot serve: told once, by operation, in place of a failure at each call.
import { isCircular } from './circular-schemas';
import type { ContractDocument, Operation, Response } from './document';
import { isInfinite } from './infinite-schemas';
import { hasExample, canWrite } from './written';

/** A part of a path that is neither fixed nor one parameter. */
const isMixed = (segment: string): boolean => segment.includes('{') && !/^\{[^{}]+\}$/.test(segment);

const successOf = ({ responses }: Operation): Response | undefined =>
  responses[Object.keys(responses).find((status) => /^2\d\d$/.test(status)) ?? ''];

/** Whether an answer must be made from a schema, and none can be. */
const isNeverAnswered = (document: ContractDocument, operation: Operation): boolean => {
  const [media] = Object.values(successOf(operation)?.content ?? {});
  return media !== undefined && !hasExample(media) && isInfinite(document, media.schema);
};

/** All that its requests and answers are held to. */
const schemasOf = ({ parameters, requestBody, responses }: Operation): unknown[] =>
  [
    ...parameters,
    ...[requestBody, ...Object.values(responses)].flatMap((part) => Object.values(part?.content ?? {})),
  ].map(({ schema }) => schema);

/** Why no request of an operation could be answered; undefined when some can. `compile` throws for a schema that it cannot read. */
export function unsupportedReason(
  document: ContractDocument,
  operation: Operation,
  compile: () => void,
): string | undefined {
  const { path, parameters, requestBody, bodyFormats } = operation;
  const mixed = path.split('/').find(isMixed);
  if (mixed !== undefined) return `${mixed} in its path is text beside a parameter`;
  const unread = parameters.find(
    ({ in: where, required, type, list }) =>
      where === 'query' && required === true && !list && (type === 'array' || type === 'object'),
  );
  if (unread)
    return `its query parameter ${unread.name} is required, and is an ${String(unread.type)}${unread.style === undefined ? '' : ` in the style ${unread.style}`}`;
  if (requestBody && !bodyFormats.some(({ kind }) => kind))
    return `its body is ${bodyFormats.map(({ mediaType }) => mediaType).join(' or ')}, and only JSON, forms and files are read`;
  const content = Object.entries(successOf(operation)?.content ?? {});
  if (content.length > 0 && !content.some(([mediaType, media]) => canWrite(document, mediaType, media)))
    return `its answer is ${content.map(([mediaType]) => mediaType).join(' or ')}, and only JSON and text are written`;
  if (isCircular(document, schemasOf(operation)))
    return 'a schema of it leads back to itself for the same value, so that checking one would never end';
  try {
    compile();
  } catch (error) {
    return `a schema of it cannot be read: ${(error as Error).message}`;
  }
  return isNeverAnswered(document, operation)
    ? 'its answer has no example, and the schema requires itself, so that nothing holds to it'
    : undefined;
}
