// Builds a valid request for each available operation of the contract. Tests change one part of it.
import { type Operation, contractDocument, listOperations } from '../../src/contract/document';
import { newAsset } from './assets';
import { inventoryOf } from './inventory';

export const OPERATIONS: Operation[] = listOperations(contractDocument);
export const AVAILABLE = OPERATIONS.filter(({ availability }) => availability === 'available');
export const WITH_ID = AVAILABLE.filter(({ path }) => path.endsWith('/{id}'));
export const WITH_BODY = AVAILABLE.filter(({ requestBody }) => requestBody !== undefined);

export interface ReadyRequest {
  operationId: string;
  method: string;
  path: string;
  body?: string;
}

/** Returns the ids of the organization's records of the operation's resource. */
function idsOf({ path }: Operation, mark: string): string[] {
  const resource = path.split('/')[1]!.replaceAll('-', '_') as keyof ReturnType<typeof inventoryOf>;
  return inventoryOf(mark)[resource].map(({ id }) => id);
}

export const idOf = (operation: Operation, mark: string): string => idsOf(operation, mark)[0]!;

/** Returns a well-formed id that does not exist. */
export const missingId = (operation: Operation): string => `${idOf(operation, '').split('_')[0]}_missing`;

export const pathOf = ({ path }: Operation, id: string): string => path.replace('{id}', id);

/** `id` and `system` replace the organization's own asset id and the cyber system id of the body. */
export function readyRequest(
  operation: Operation,
  mark: string,
  { id = idOf(operation, mark), system = `cs_${mark}_relays` } = {},
): ReadyRequest {
  const { operationId, method, requestBody } = operation;
  const body =
    requestBody && JSON.stringify(newAsset({ cyber_system_id: system, name: `${mark} ${operationId}` }));
  return { operationId, method, path: pathOf(operation, id), ...(body === undefined ? {} : { body }) };
}

/** Serializes a request with `Connection: close`. `fields` are complete header lines. */
export function bytesOf(
  { method, path, body = '' }: ReadyRequest,
  fields: string[],
  framing = body === ''
    ? []
    : ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`],
): string {
  return [`${method} ${path} HTTP/1.1`, 'Host: a', 'Connection: close', ...framing, ...fields, '', body].join(
    '\r\n',
  );
}
