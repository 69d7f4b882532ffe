// Holds the contract that the server currently uses: its own, or an external document that can be replaced.
import { type Contract, createContract } from './contract';
import { type ContractDocument, type Operation, contractDocument, digestOf, operationsOf } from './document';
import { readExternalDocument } from './external-document';
import type { Handlers, Mocks } from './handler';
import { startupReport } from './startup-report';

export interface ActiveContractOptions {
  /** The external document to start with. Left out, the server uses its own contract. */
  document: ContractDocument | undefined;
  /** `revision` changes with the contract. */
  handlersFor: (revision: string) => Handlers;
  mocksFor: ((document: ContractDocument) => Mocks) | undefined;
  validateResponses: boolean;
}

export interface ActiveContract {
  readonly contract: Contract;
  readonly document: ContractDocument;
  /** Returns a sentence for each difference between the external document and what the sandbox serves. */
  startupReport(): string[];
  /** Replaces the external document for all later requests. @throws Error and keeps the current one. */
  replace(document: ContractDocument): Promise<void>;
}

type Current = Omit<ActiveContract, 'replace'>;

/** @throws Error when the server cannot use the first document. */
export async function createActiveContract({
  document: first,
  handlersFor,
  mocksFor,
  validateResponses,
}: ActiveContractOptions): Promise<ActiveContract> {
  function activate(
    document: ContractDocument,
    handlers: Handlers,
    mocks = mocksFor?.(document),
  ): Promise<Contract> {
    return createContract({
      document,
      handlers,
      external: document !== contractDocument,
      validateResponses,
      ...(mocks ? { mocks: mocks.intercept } : {}),
    });
  }

  async function activateOwn(): Promise<Current> {
    const contract = await activate(contractDocument, handlersFor(digestOf(contractDocument)));
    return { contract, document: contractDocument, startupReport: () => [] };
  }

  async function activateExternal(external: ContractDocument): Promise<Current> {
    const handlers = handlersFor(digestOf(external));
    const own = new Map(
      operationsOf(contractDocument).map((operation) => [operation.operationId, operation]),
    );
    // The same operationId at another method or path is another operation.
    const hasHandler = ({ operationId, method, path }: Operation): boolean =>
      operationId in handlers &&
      own.get(operationId)?.method === method &&
      own.get(operationId)?.path === path;
    const { document, handled, ...read } = readExternalDocument(external, hasHandler);
    const used = Object.fromEntries(handled.map((operationId) => [operationId, handlers[operationId]!]));
    const mocks = mocksFor?.(document);
    const contract = await activate(document, used, mocks);
    const report = () => startupReport({ document, operations: contract.operations, mocks, ...read });
    return { contract, document, startupReport: report };
  }

  let current = await (first ? activateExternal(first) : activateOwn());
  return {
    get contract() {
      return current.contract;
    },
    get document() {
      return current.document;
    },
    startupReport: () => current.startupReport(),
    async replace(document) {
      current = await activateExternal(document);
    },
  };
}
