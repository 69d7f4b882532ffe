// Finds the rule of the contract that rejected a request.
import {
  type ContractDocument,
  type Operation,
  listOperations,
  findResponseKey,
  writtenResponses,
} from '../../contract/document';
import { under } from '../../contract/pointer';
import type { ErrorCode, ErrorDetail } from '../../base/errors';
import type { Observation } from '../../server/api/observe';
import type { KeyRejection } from '../../server/api/request-context';

export interface Rule {
  /** A JSON pointer into the contract. */
  place: string;
  /** Short description of the rule. */
  title: string;
  /** One sentence for each fault. */
  faults: string[];
}

const toPointer = ({ path, method }: Operation): string => under('#/paths', path, method.toLowerCase());

/** A detail does not say where its field is: a declared parameter has its name, or it is in the body. */
function placeOfField(operation: Operation, { field, message }: ErrorDetail): string {
  const isParameter =
    message.includes('query parameter') || operation.parameters.some(({ name }) => name === field);
  const inBody = operation.requestBody && !isParameter;
  if (!inBody) return `${toPointer(operation)}/parameters`;
  const [content] = Object.values(operation.requestBody!.content);
  return (content?.schema?.['$ref'] as string | undefined) ?? `${toPointer(operation)}/requestBody`;
}

const TITLES: Partial<Record<ErrorCode, string>> = {
  validation_error: 'Request schema',
  invalid_json: 'Body: JSON in UTF-8 without repeated keys',
  invalid_reference: 'References: existing records of the organization',
  unauthorized: 'Security: a valid X-API-Key',
  not_found: 'Existing paths and ids',
  method_not_allowed: 'Methods of the path',
  conflict: 'No conflict with existing records',
  precondition_failed: 'If-Match: current ETag',
  payload_too_large: 'Maximum body size',
  unsupported_media_type: 'Media types of the body',
  idempotency_mismatch: 'Idempotency-Key: one request per key',
  rate_limited: 'Requests per minute and key',
  not_implemented: 'Availability: planned',
};

/** One sentence for each reason against a key, with the remedy. */
const KEY_FAULTS: Record<KeyRejection, string> = {
  missing: 'The request has no key. Send it in the X-API-Key header.',
  'in Authorization': 'The key came in the Authorization header. Send it in X-API-Key, without Bearer.',
  'in the query': 'The key came in the query, which proxies log. Send it in the X-API-Key header.',
  malformed: 'The X-API-Key header is no key: a key is cik_test_ and 36 letters and digits.',
  'wrong checksum': 'The key has a wrong checksum: a character was changed. Copy the key again.',
  'other environment': 'The key is for the real server. Use a key that begins with cik_test_.',
  unknown: 'No world of this sandbox has the key. A sandbox in memory forgets its worlds when it stops.',
  revoked: 'The key was deleted. Create another one for its user.',
  expired: 'The key has expired by the clock of its world. Create another one.',
  'deleted user': 'The user of the key was deleted. Create a key for another user.',
  'deleted world': 'The world of the key was deleted, or had no request for a day. Create another world.',
};

export type RuleOf = (observation: Omit<Observation, 'request' | 'response'>) => Rule | undefined;

/** Returns undefined for a request that was not rejected. */
export function createFindRule(document: () => ContractDocument): RuleOf {
  return ({ error, operationId, status, answeredBy, fault, keyRejection }) => {
    if (!error) return undefined;
    const { code, message, details } = error;
    const operation = listOperations(document()).find((each) => each.operationId === operationId);
    const placeOfResponse = (of: Operation): string =>
      `${toPointer(of)}/responses/${findResponseKey(writtenResponses(document(), of), status)}`;
    const faults =
      details && details.length > 0
        ? details.map((detail) => `${detail.field} ${detail.message}`)
        : [keyRejection === undefined ? message : KEY_FAULTS[keyRejection]];
    if (operation && answeredBy === 'mock')
      return { place: placeOfResponse(operation), title: 'None: Prefer requested this response', faults };
    if (operation && fault?.status !== undefined)
      return { place: placeOfResponse(operation), title: 'None: a fault of this world returned it', faults };
    const title = TITLES[code] ?? 'Operation responses';
    if (code === 'unauthorized') return { place: '#/components/securitySchemes/ApiKey', title, faults };
    if (!operation) return { place: '#/paths', title, faults };
    const pointer = toPointer(operation);
    const [detail] = details ?? [];
    if (detail?.field === 'Prefer')
      return { place: `${pointer}/responses`, title: 'Prefer: a declared response of the operation', faults };
    if (code === 'validation_error' && detail) {
      const place = placeOfField(operation, detail);
      return { place, title: place.endsWith('/parameters') ? 'Operation parameters' : title, faults };
    }
    const isOfBody = ['invalid_json', 'unsupported_media_type', 'payload_too_large'].includes(code);
    return { place: isOfBody ? `${pointer}/requestBody` : placeOfResponse(operation), title, faults };
  };
}
