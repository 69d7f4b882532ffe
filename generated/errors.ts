// Generated from spec/ by `npm run generate`. Do not edit.

/** Every code that a caller can get, with its one status. */
export const ERRORS = {
  validation_error: 400,
  invalid_json: 400,
  invalid_reference: 400,
  bad_request: 400,
  unauthorized: 401,
  https_required: 403,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  conflict: 409,
  precondition_failed: 412,
  payload_too_large: 413,
  uri_too_long: 414,
  unsupported_media_type: 415,
  expectation_failed: 417,
  idempotency_mismatch: 422,
  rate_limited: 429,
  headers_too_large: 431,
  internal_error: 500,
  not_implemented: 501,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof ERRORS;
