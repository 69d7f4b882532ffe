// Holds the contract that the server currently uses: its own, or a branch of it that can be replaced.
import { readBranch } from './branch';
import { type Contract, createContract } from './contract';
import { type ContractDocument, contractDocument, digestOf, operationsOf } from './document';
import type { Handlers, MockInterceptor } from './handler';

export interface ActiveContractOptions {
  /** The branch to start with. Left out, the server uses its own contract. */
  document: ContractDocument | undefined;
  /** `revision` changes with the contract. */
  handlersFor: (revision: string) => Handlers;
  /** Creates the sandbox's interceptor of a document. */
  interceptorFor: ((document: ContractDocument) => MockInterceptor) | undefined;
  validateResponses: boolean;
}

export interface ActiveContract {
  readonly contract: Contract;
  readonly document: ContractDocument;
  /** Replaces the branch for all later requests. @throws Error and keeps the current one. */
  replace(document: ContractDocument): Promise<void>;
}

/** @throws Error for a document that is no branch of this contract. */
export async function createActiveContract({
  document: first,
  handlersFor,
  interceptorFor,
  validateResponses,
}: ActiveContractOptions): Promise<ActiveContract> {
  async function activate(given: ContractDocument): Promise<Omit<ActiveContract, 'replace'>> {
    const all = handlersFor(digestOf(given));
    const isOwn = given === contractDocument;
    const document = isOwn ? given : readBranch(given, (operationId) => operationId in all);
    // A branch may have released operations that it plans again.
    const available = operationsOf(document).filter(({ availability }) => availability === 'available');
    const used = Object.fromEntries(available.map(({ operationId }) => [operationId, all[operationId]!]));
    const mocks = interceptorFor?.(document);
    const contract = await createContract({
      document,
      handlers: isOwn ? all : used,
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
    async replace(document) {
      current = await activate(document);
    },
  };
}
