// Holds the contract that the server currently uses: its own, or a branch of it that can be replaced. A branch is a copy
// with new operations, fields and schemas; other documents are rejected.
import { createContract } from './contract';
import {
  type ContractDocument,
  contractDocument,
  computeDigest,
  listOperations,
  type Operation,
  resolve,
} from './document';
import type { MockInterceptor, OperationHandlers } from './handler';
import { isDeepStrictEqual } from 'node:util';
import { isJson } from '../base/values';
import { under } from './pointer';
import { compileSchemas } from './schemas';

export interface ActiveContractOptions {
  /** The branch to start with. Left out, the server uses its own contract. */
  document: ContractDocument | undefined;
  /** `revision` changes with the contract. */
  handlersFor: (
    document: ContractDocument,
    revision: string,
  ) => Promise<OperationHandlers> | OperationHandlers;
  /** Creates the sandbox's interceptor of a document. */
  interceptorFor: ((document: ContractDocument) => MockInterceptor) | undefined;
  validateResponses: boolean;
}

export type ActiveContract = Awaited<ReturnType<typeof createActiveContract>>;

/** @throws Error for a document that is no branch of this contract. */
export async function createActiveContract({
  document: first,
  handlersFor,
  interceptorFor,
  validateResponses,
}: ActiveContractOptions) {
  async function activate(given: ContractDocument) {
    const document = given === contractDocument ? given : await readBranch(given);
    const mocks = interceptorFor?.(document);
    const contract = await createContract({
      document,
      handlers: await handlersFor(document, computeDigest(given)),
      validateResponses,
      ...(mocks ? { mocks } : {}),
    });
    return { contract, document };
  }

  let current = await activate(first ?? contractDocument);
  return {
    get contract() {
      return current.contract;
    },
    get document() {
      return current.document;
    },
    /** Replaces the branch for all later requests. @throws Error and keeps the current one. */
    async replace(document: ContractDocument): Promise<void> {
      current = await activate(document);
    },
  };
}

const OTHER_DOCUMENTS = 'For other documents, run: npx @stoplight/prism-cli mock FILE';
const METHODS_WITHOUT_HANDLER = ['head', 'options', 'trace'];

/** Paths that the sandbox serves before authentication. */
const CONSOLE_PATH = /^\/($|llms\.txt$|(console|docs|sandbox)(\/|$))/;

const getPlace = ({ path, method }: Operation): string => under('#/paths', path, method.toLowerCase());

function keyScheme({ components }: ContractDocument): unknown[] {
  const scheme = (components['securitySchemes']?.['ApiKey'] ?? {}) as Record<string, unknown>;
  return ['type', 'in', 'name'].map((field) => scheme[field]);
}

/** Returns a sentence for the first difference that a branch may not have; undefined for a branch. */
function branchProblem(document: ContractDocument): string | undefined {
  if (!document.openapi.startsWith('3.1'))
    return `#/openapi is ${document.openapi}. A branch of this contract has 3.1.`;
  if (!isDeepStrictEqual(keyScheme(document), keyScheme(contractDocument)))
    return '#/components/securitySchemes/ApiKey differs. A branch of this contract keeps its API key.';
  for (const operation of listOperations(contractDocument)) {
    const { availability, operationId, method, path } = operation;
    const kept = document.paths[path]?.[method.toLowerCase()] as { operationId?: unknown } | undefined;
    if (availability === 'available' && kept?.operationId !== operationId)
      return `${getPlace(operation)} is not ${operationId}. A branch of this contract keeps released operations.`;
  }
  if (typeof (document.info as { version?: unknown } | undefined)?.version !== 'string')
    return '#/info/version is missing. Add it.';
  for (const [path, item] of Object.entries(document.paths))
    for (const method of METHODS_WITHOUT_HANDLER)
      if (item[method]) return `${under('#/paths', path, method)} is unsupported. Remove it.`;
  const ids = new Set<string>();
  for (const operation of listOperations(document)) {
    const problem = operationProblem(document, operation, ids);
    if (problem !== undefined) return `${getPlace(operation)} ${problem}`;
    ids.add(operation.operationId);
  }
  return undefined;
}

function operationProblem(
  document: ContractDocument,
  { operationId, availability, path, parameters, bodyFormats, responses, requestBody }: Operation,
  ids: Set<string>,
): string | undefined {
  if (typeof operationId !== 'string' || ids.has(operationId))
    return `has the operationId ${operationId}. Give it one of its own.`;
  if (!['available', 'planned'].includes(availability))
    return `has the x-availability ${availability}. Use available or planned.`;
  if (CONSOLE_PATH.test(path)) return 'has a path of the console. Choose another one.';
  if (path.split('/').some((segment) => /[{}]/.test(segment) && !/^\{\w+\}$/.test(segment)))
    return 'combines text and a parameter in one path segment. Give the parameter a segment of its own.';
  const unread = parameters.find(({ type, list }) => !list && (type === 'array' || type === 'object'));
  if (unread)
    return `has the ${String(unread.type)} ${unread.name} in an unsupported style. Use a list in the query.`;
  const body = bodyFormats.find(({ kind }) => kind === undefined);
  if (body) return `accepts ${body.mediaType}. Use JSON, a form or a file.`;
  if (!Object.keys(responses).some((status) => /^[23]\d\d$/.test(status)))
    return 'declares no success. Add a 2xx response.';
  const contents = Object.values(responses).flatMap(({ content = {} }) => Object.entries(content));
  const [mediaType] = contents.find(([type]) => !isJson(type) && !type.startsWith('text/')) ?? [];
  if (mediaType !== undefined) return `returns ${mediaType}. Use JSON or text.`;
  const parts = [
    ...parameters,
    ...Object.values(requestBody?.content ?? {}),
    ...contents.map(([, media]) => media),
  ];
  try {
    for (const { schema } of parts) if (schema !== undefined) compileSchemas(document).of(schema);
  } catch (error) {
    return `has a schema that does not compile: ${(error as Error).message}.`;
  }
  return undefined;
}

/**
 * Returns a copy of a branch. @throws Error that says why the document is no branch of this contract, or which pattern a
 * caller can use to block the server.
 */
async function readBranch(document: ContractDocument): Promise<ContractDocument> {
  const { patternFaults } = await import('./slow-patterns.js');
  for (const { pointer, message } of patternFaults(document)) throw new Error(`${pointer} ${message}`);
  const copy = structuredClone(document);
  // Two paths may share one path item, but each needs operations of its own.
  for (const [path, item] of Object.entries(copy.paths))
    copy.paths[path] = structuredClone(resolve<typeof item>(copy, item));
  const problem = branchProblem(copy);
  if (problem !== undefined) throw new Error(`${problem} ${OTHER_DOCUMENTS}`);
  return copy;
}
