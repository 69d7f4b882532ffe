// The contract that is served: this server's own, or another document that takes its place while requests go on.
import { type Contract, type Handlers, createContract } from './contract';
import { type ContractDocument, type Operation, contractDocument, digestOf, operationsOf } from './document';
import { readExternalDocument } from './external-document';
import type { MockInterceptor } from './hooks';

export interface ActiveContractOptions {
  /** The first to be adopted. Left out, the server's own contract is served. */
  document: ContractDocument | undefined;
  /** `revision` changes when the contract does. */
  handlersFor: (revision: string) => Handlers;
  /** As `serve` of a contract; the handlers are those of what the document releases. */
  mocksFor: ((document: ContractDocument, handlers: Handlers) => MockInterceptor) | undefined;
  validateResponses: boolean;
}

export interface ActiveContract {
  readonly contract: Contract;
  readonly document: ContractDocument;
  /** Operations that an adopted document releases and that have no handler here: they are mocked. */
  readonly withoutHandler: string[];
  /** Serves another document from the next request on. @throws Error when it cannot be served, and goes on as before. */
  replace(document: ContractDocument): Promise<void>;
}

type Current = Omit<ActiveContract, 'replace'>;

/** @throws Error when the first contract cannot be served. */
export async function createActiveContract({
  document: first,
  handlersFor,
  mocksFor,
  validateResponses,
}: ActiveContractOptions): Promise<ActiveContract> {
  async function serve(
    document: ContractDocument,
    handlers: Handlers,
    withoutHandler: string[],
  ): Promise<Current> {
    const contract = await createContract({
      document,
      handlers,
      adopted: document !== contractDocument,
      validateResponses,
      ...(mocksFor ? { serve: mocksFor(document, handlers) } : {}),
    });
    return { contract, document, withoutHandler };
  }

  function serveAdopted(foreign: ContractDocument): Promise<Current> {
    const handlers = handlersFor(digestOf(foreign));
    const own = new Map(
      operationsOf(contractDocument).map((operation) => [operation.operationId, operation]),
    );
    // An operation that only has the name of one of ours is another one.
    const hasHandler = ({ operationId, method, path }: Operation): boolean =>
      operationId in handlers &&
      own.get(operationId)?.method === method &&
      own.get(operationId)?.path === path;
    const { document, handled, withoutHandler } = readExternalDocument(foreign, hasHandler);
    return serve(
      document,
      Object.fromEntries(handled.map((operationId) => [operationId, handlers[operationId]!])),
      withoutHandler,
    );
  }

  let current = await (first
    ? serveAdopted(first)
    : serve(contractDocument, handlersFor(digestOf(contractDocument)), []));
  return {
    get contract() {
      return current.contract;
    },
    get document() {
      return current.document;
    },
    get withoutHandler() {
      return current.withoutHandler;
    },
    async replace(document) {
      current = await serveAdopted(document);
    },
  };
}
