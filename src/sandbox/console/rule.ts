// Which rule of the contract refused a request: where in the contract it stands, and what it asks for, one sentence a fault.
import { type ContractDocument, type Operation, operationsOf } from '../../contract/document';
import { under } from '../../contract/pointer';
import type { ErrorCode, ErrorDetail } from '../../errors';
import type { Observation } from '../../api/observe';

export interface Rule {
  /** A JSON pointer into the contract. */
  place: string;
  /** Which rule it is, for people. */
  title: string;
  /** What broke it. */
  faults: string[];
}

const pointerOf = ({ path, method }: Operation): string => under('#/paths', path, method.toLowerCase());

/** A detail names its field and not where that stands: it is a parameter when one has the name or the sentence says so, and otherwise in the body. */
function placeOfField(operation: Operation, { field, message }: ErrorDetail): string {
  const isParameter =
    message.includes('query parameter') || operation.parameters.some(({ name }) => name === field);
  const inBody = operation.requestBody && !isParameter;
  if (!inBody) return `${pointerOf(operation)}/parameters`;
  const [content] = Object.values(operation.requestBody!.content);
  return (content?.schema?.['$ref'] as string | undefined) ?? `${pointerOf(operation)}/requestBody`;
}

const TITLES: Partial<Record<ErrorCode, string>> = {
  validation_error: 'Schema of the request',
  invalid_json: 'Body is JSON in UTF-8, without repeated keys',
  invalid_reference: 'References name records of the organization',
  unauthorized: 'Security: a valid X-API-Key',
  not_found: 'Paths and ids that exist',
  method_not_allowed: 'Methods of the path',
  conflict: 'No conflict with what is there',
  precondition_failed: 'If-Match: the version that was read',
  payload_too_large: 'Size of the body',
  unsupported_media_type: 'Media types of the body',
  idempotency_mismatch: 'Idempotency-Key: one request each',
  rate_limited: 'Requests a minute and key',
  not_implemented: 'Availability: planned',
};

function placeOf(
  code: ErrorCode,
  detail: ErrorDetail | undefined,
  operation: Operation | undefined,
  status: number,
): string {
  if (code === 'unauthorized') return '#/components/securitySchemes/ApiKey';
  if (!operation) return '#/paths';
  if (code === 'validation_error' && detail) return placeOfField(operation, detail);
  if (code === 'invalid_json' || code === 'unsupported_media_type' || code === 'payload_too_large')
    return `${pointerOf(operation)}/requestBody`;
  return `${pointerOf(operation)}/responses/${status}`;
}

export type RuleOf = (observation: Observation) => Rule | undefined;

/** Answers with undefined for a request that was not refused. */
export function createRuleOf(document: () => ContractDocument): RuleOf {
  const read = new WeakMap<ContractDocument, Map<string, Operation>>();
  const operationsNow = (): Map<string, Operation> => {
    const known =
      read.get(document()) ??
      new Map(operationsOf(document()).map((operation) => [operation.operationId, operation]));
    read.set(document(), known);
    return known;
  };
  return ({ error, operationId, status, answeredBy }) => {
    if (!error) return undefined;
    const { code, message, details } = error;
    const operation = operationsNow().get(operationId ?? '');
    const faults =
      details && details.length > 0
        ? details.map((detail) => `${detail.field} ${detail.message}`)
        : [message];
    if (operation && answeredBy === 'mock')
      return {
        place: `${pointerOf(operation)}/responses/${status}`,
        title: 'None: Prefer asked for this answer',
        faults,
      };
    if (operation && details?.[0]?.field === 'Prefer')
      return {
        place: `${pointerOf(operation)}/responses`,
        title: 'Prefer: an answer that the operation declares',
        faults,
      };
    const place = placeOf(code, details?.[0], operation, status);
    return {
      place,
      title: place.endsWith('/parameters')
        ? 'Parameters of the operation'
        : (TITLES[code] ?? 'Answers of the operation'),
      faults,
    };
  };
}
