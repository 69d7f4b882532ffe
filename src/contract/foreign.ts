// Another document than this server's own: what it has released and this server has not is planned here, so that a branch can be tried.
import { type ContractDocument, operationsOf } from './document';

export interface AdoptedDocument {
  document: ContractDocument;
  /** Operations that are available here. */
  handled: string[];
  /** Operations that the document releases and that have no handler here. */
  withoutHandler: string[];
}

/** `handlers` are the operations that have one. The document itself stays as it is. An operation without `x-availability` counts as available. */
export function adopt(document: ContractDocument, handlers: string[]): AdoptedDocument {
  const copy = structuredClone(document);
  const adopted: AdoptedDocument = { document: copy, handled: [], withoutHandler: [] };
  for (const { operationId, path, method, availability } of operationsOf(copy)) {
    const id = (operationId as string | undefined) ?? `${method} ${path}`; // OpenAPI does not ask for one, and dispatch does
    const released = (availability as string | undefined) !== 'planned';
    if (released) (handlers.includes(id) ? adopted.handled : adopted.withoutHandler).push(id);
    const operation = copy.paths[path]![method.toLowerCase()] as { 'x-availability': string; operationId: string };
    operation['x-availability'] = adopted.handled.includes(id) ? 'available' : 'planned';
    operation.operationId = id;
  }
  return adopted;
}
