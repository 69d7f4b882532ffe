// Builds requests that differ in one part from a valid one. An operation has to reject most of them.
import type { ContractDocument, Operation, Schema } from '../../contract/document';
import { bodySchema, createRecordModel } from '../../contract/record-model';
import type { PlainRequest } from '../probe/requests';

type Fields = Record<string, unknown>;

const ID_SEGMENT = /(?<=\/[a-z]{2,10}_)[0-9a-z]{26}/;
const MAX_LONG_CHARACTERS = 10_000;

const without = (fields: Fields, name: string): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([each]) => each !== name));

/** Returns values that the schema of a field rejects. */
function wrongValues(
  model: ReturnType<typeof createRecordModel>,
  field: Schema,
  current: unknown,
): unknown[] {
  const { maxLength } = { maxLength: model.keyword(field, 'maxLength') as number | undefined };
  const otherType = typeof current === 'string' || current === undefined ? 5 : 'x';
  const unknownId =
    typeof current === 'string' && /^[a-z]+_[0-9a-z]{26}$/.test(current)
      ? [`${current.split('_')[0]}_${'0'.repeat(26)}`]
      : [];
  const tooLong =
    maxLength !== undefined && maxLength < MAX_LONG_CHARACTERS ? ['x'.repeat(maxLength + 1)] : [];
  return [null, otherType, '', 'none', ...tooLong, ...unknownId];
}

/** Returns requests that the contract rejects, and a few that it may accept: the recorded response decides. */
export function refusalsOf(
  document: ContractDocument,
  operation: Operation,
  valid: PlainRequest,
): PlainRequest[] {
  const model = createRecordModel(document);
  const withQuery = (name: string, value: string): PlainRequest => ({
    ...valid,
    target: `${valid.target}${valid.target.includes('?') ? '&' : '?'}${name}=${encodeURIComponent(value)}`,
  });
  const withBody = (body: unknown): PlainRequest => ({ ...valid, body: JSON.stringify(body) });
  const paths = ID_SEGMENT.test(valid.target)
    ? [
        { ...valid, target: valid.target.replace(ID_SEGMENT, '0'.repeat(26)) },
        { ...valid, target: valid.target.replace(/\/[a-z]{2,10}_[0-9a-z]{26}/, '/none') },
      ]
    : [];
  const queries = operation.parameters
    .filter(({ in: place, name }) => place === 'query' && !valid.target.includes(`${name}=`))
    .map(({ name }) => withQuery(name, ''));
  const tags = operation.parameters
    .filter(({ name }) => name === 'If-Match')
    .map(() => ({ ...valid, headers: { ...valid.headers, 'If-Match': '"stale"' } }));
  const others = [...paths, ...queries, withQuery('undeclared', '1'), ...tags];
  if (typeof valid.body !== 'string' || !/json/.test(valid.headers['Content-Type'] ?? '')) return others;

  const body = JSON.parse(valid.body) as Fields;
  const { properties } = model.shapeOf(bodySchema(operation));
  return [
    ...others,
    { ...valid, body: '{' },
    withBody([]),
    withBody({ ...body, undeclared: 1 }),
    ...Object.keys(body).map((name) => withBody(without(body, name))),
    ...Object.entries(properties).flatMap(([name, field]) =>
      wrongValues(model, field, body[name]).map((value) => withBody({ ...body, [name]: value })),
    ),
  ];
}
