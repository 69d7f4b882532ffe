// What Prism makes of an example or a schema, held to its schema: an adopted document may have examples that are not as they should be, or none.
import type { ContractDocument, Operation } from '../../contract/document';
import { faultText, schemasOf } from '../../contract/schemas';
import { hasExample } from '../../contract/external-document';
import { ApiError } from '../../errors';
import type { Prism, PrismAnswer, Selection } from './prism';
import { pruned } from './pruned';

/** json-schema-faker writes tenths of a second, whatever the pattern. */
const withMilliseconds = (body: unknown): unknown =>
  JSON.parse(JSON.stringify(body).replace(/(T\d{2}:\d{2}:\d{2})\.(\d)Z"/g, '$1.$200Z"'));

const unanswerable = ({ operationId }: Operation, { status }: Selection, why: string) =>
  new ApiError(
    'not_implemented',
    `${operationId} cannot be answered with ${status} here: ${why}.`.slice(0, 1000),
  );

/** Chance finds what the plain way misses, such as a text with a pattern. */
const MAX_TRIES = 5;

/** What Prism makes of the selection, held to its schema. @throws ApiError `not_implemented` when nothing does. */
export async function soundAnswer(
  prism: Prism,
  document: ContractDocument,
  operation: Operation,
  selection: Selection,
): Promise<PrismAnswer> {
  const media = operation.responses[selection.status]?.content?.[selection.mediaType ?? ''] ?? {};
  const { schema } = media;
  const validate = schema === undefined ? undefined : schemasOf(document).of(schema);
  const isWritten = !selection.dynamic && hasExample(media);
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const dynamic = selection.dynamic || tries > 0;
    const made = await prism(operation, { ...selection, dynamic });
    const answer = dynamic ? { ...made, body: withMilliseconds(made.body) } : made;
    if (!validate || validate(answer.body)) return answer;
    if (isWritten)
      throw unanswerable(
        operation,
        selection,
        `its example breaks its schema: ${faultText(validate.errors!)}`,
      );
    const body = pruned(answer.body, validate);
    if (body !== undefined) return { ...answer, body };
  }
  throw unanswerable(operation, selection, 'nothing that was made up from its schema holds to it');
}
