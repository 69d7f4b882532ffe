// Finds the operation of a call in the contract, and says which differences are in provisional parts.
import {
  type ContractDocument,
  type Operation,
  type Schema,
  listOperations,
  resolve,
} from '../../contract/document';
import { IndexedRouter } from '../../contract/router';
import type { Found, Kind } from '../probe/compare-bodies';
import type { HarEntry } from '../../../generated/files';
import { asObject } from '../model/json';
import { PROVISIONAL } from '../model/marks';
import { parseMediaType, readBody } from '../probe/send';

export type Level = 'breaking' | 'provisional' | 'equal';

/** Which rows a list has, and their order, is no matter of its schema. */
const ROWS: ReadonlySet<Kind> = new Set(['row-missing', 'row-added', 'order']);
const COMPOSITIONS = ['allOf', 'oneOf', 'anyOf'] as const;

const isMarked = (value: unknown): boolean => asObject(value)[PROVISIONAL] === true;

export type ContractParts = ReturnType<typeof createContractParts>;

export function createContractParts(document: ContractDocument) {
  const router = new IndexedRouter(listOperations(document));

  /**
   * Returns whether a mark covers the value. A mark on a schema covers its members. An object component that
   * it refers to has marks of its own: the rows of a provisional list are fixed.
   */
  function isProvisionalIn(authored: unknown, [name, ...rest]: string[], outer = false): boolean {
    const schema = resolve<Schema | undefined>(document, authored) ?? {};
    const isOtherObject = schema !== authored && 'properties' in schema;
    const marked = (outer && !isOtherObject) || isMarked(authored) || isMarked(schema);
    if (name === undefined) return marked;
    const { properties, items } = schema as { properties?: Record<string, unknown>; items?: unknown };
    const member = name === '*' ? items : properties?.[name];
    const branches = COMPOSITIONS.flatMap((keyword) => (schema[keyword] ?? []) as unknown[]);
    if (branches.some((branch) => isProvisionalIn(branch, [name, ...rest], marked))) return true;
    return member === undefined ? branches.length === 0 && marked : isProvisionalIn(member, rest, marked);
  }

  function isProvisionalResponse(operation: Operation, status: number, { part, kind }: Found): boolean {
    const response = operation.responses[status];
    const [content] = Object.values(response?.content ?? {});
    if (isMarked(response) || isMarked(content)) return true;
    if (part[0] === 'header') return isMarked(response?.headers?.[part[1]!]);
    return kind === 'status' || status >= 400 ? false : isProvisionalIn(content?.schema, part.slice(1));
  }

  /** A provisional parameter may get another meaning. A provisional body may be rejected later. */
  function isProvisionalRequest(operation: Operation, { request, response }: HarEntry, found: Found) {
    const sent = new URL(request.url).searchParams;
    if (operation.parameters.some((parameter) => isMarked(parameter) && sent.has(parameter.name)))
      return true;
    const isRejected = found.kind === 'status' && /^4/.test(String(found.candidate)) && response.status < 400;
    const [content] = Object.values(operation.requestBody?.content ?? {});
    if (!isRejected || !content) return false;
    const { body } = readBody(request.postData?.text ?? '', parseMediaType(request.postData?.mimeType));
    const paths = [[], ...Object.keys(asObject(body)).map((name) => [name])];
    return isMarked(content) || paths.some((path) => isProvisionalIn(content.schema, path));
  }

  return {
    match: (method: string, path: string): Operation | undefined =>
      router.find(method === 'HEAD' ? 'GET' : method, path.split('?')[0]!),

    /** Clients ignore fields that they do not know: response objects may gain fields. */
    levelOf(operation: Operation | undefined, entry: HarEntry, found: Found): Level {
      if (found.kind === 'field-added') return 'equal';
      if (!operation) return 'breaking';
      const authored = document.paths[operation.path]?.[operation.method.toLowerCase()];
      const isProvisional =
        isMarked(authored) ||
        (ROWS.has(found.kind) && isMarked(operation.responses[entry.response.status])) ||
        (!ROWS.has(found.kind) && isProvisionalResponse(operation, entry.response.status, found)) ||
        isProvisionalRequest(operation, entry, found);
      return isProvisional ? 'provisional' : 'breaking';
    },
  };
}
