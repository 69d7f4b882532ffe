// A list as the request asks for it: its rows, in an array or as `data` of an object, below the record that the path names, filtered, and a page at a time.
import {
  type ContractDocument,
  type MediaType,
  type Operation,
  type Schema,
  resolve,
} from '../../contract/document';
import type { ContractRequest } from '../../contract/handler';
import { schemasOf } from '../../contract/schemas';
import { hasExample } from '../../contract/external-document';
import { isBelowAnother, rowsBelow } from './below';
import { filtered, fulfilled } from './narrowed';
import { page, startOf } from './pages';
import { type Records, isObject, pick } from './records';

/** The rows of an answer; undefined of one that is no list. */
export function rowsIn(answer: unknown): unknown[] | undefined {
  if (Array.isArray(answer)) return answer as unknown[];
  return isObject(answer) && Array.isArray(answer['data']) ? answer['data'] : undefined;
}

/** Whether no example was there to be answered. */
const isMadeUp = (document: ContractDocument, media: MediaType): boolean =>
  !hasExample(media) &&
  !['example', 'examples', 'default'].some(
    (keyword) => keyword in (resolve<Schema | undefined>(document, media.schema) ?? {}),
  );

/** The example, when nothing else is asked for, or when nothing that holds to the schema comes of it. */
export function listAsked(
  document: ContractDocument,
  records: Records,
  operation: Operation,
  request: ContractRequest,
  media: MediaType & { schema: Schema },
  example: unknown,
): unknown {
  const { schema } = media;
  const isPage = request.query['limit'] !== undefined || startOf(request.query) > 0;
  const all = rowsIn(example)!;
  const rows = isMadeUp(document, media)
    ? fulfilled(all, operation, request)
    : filtered(
        isBelowAnother(operation, request)
          ? rowsBelow(document, records, operation, request, schema, all)
          : all,
        operation,
        request,
      );
  if (rows === all && !isPage) return example;
  if (!isObject(example)) return schemasOf(document).of(schema)(rows) ? rows : example;
  const answer = {
    ...pick(example, (field) => field !== 'nextCursor'),
    ...('total' in example ? { total: rows.length } : {}),
    ...page(rows, operation, request),
  };
  return schemasOf(document).of(schema)(answer) ? answer : example;
}
