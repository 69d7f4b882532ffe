// Releases operations of a contract on paper, as the guide says: available, without 501 and provisional parts.
import { type ContractDocument, listOperations, findTarget } from '../../src/contract/document';

type Fields = Record<string, unknown>;

/** Removes `x-provisional` from a part and from everything that it refers to. */
function fix(document: ContractDocument, part: unknown): void {
  const queue = [part];
  const seen = new Set(queue);
  for (const value of seen) {
    if (typeof value !== 'object' || value === null) continue;
    const { $ref } = value as Fields;
    if (typeof $ref === 'string') seen.add(findTarget(document, $ref));
    delete (value as Fields)['x-provisional'];
    for (const each of Object.values(value)) seen.add(each);
  }
}

/** Returns a copy of a contract in which the operations are released. */
export function withReleased(contract: ContractDocument, operationIds: string[]): ContractDocument {
  const document = structuredClone(contract);
  for (const { operationId, path, method } of listOperations(document)) {
    if (!operationIds.includes(operationId)) continue;
    const operation = document.paths[path]![method.toLowerCase()] as Fields;
    operation['x-availability'] = 'available';
    delete (operation['responses'] as Fields)['501'];
    fix(document, operation);
  }
  return document;
}
