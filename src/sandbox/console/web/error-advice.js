// Says for each error code what the caller can do. `means` replaces a description that several codes share.
export const ADVICE = {
  validation_error: {
    means: 'A field or parameter is unknown, missing, or has a value that the contract does not allow.',
    todo: 'Correct each field that `details` names. Then send the request again.',
  },
  invalid_json: {
    means: 'The body is not JSON in UTF-8, or repeats a key.',
    todo: 'Write the body with a JSON library, in UTF-8.',
  },
  invalid_reference: {
    means: 'An id in the body names no record of your organization.',
    todo: 'List the records of this kind, and send one of their ids.',
  },
  bad_request: {
    means: 'The HTTP message is malformed, or the URL has a malformed percent-encoding.',
    todo: 'Encode the path and the query with a URL library.',
  },
  unauthorized: {
    todo: 'Send a valid key in `X-API-Key`. In the sandbox, pick a world and a person beside the form. Elsewhere, ask an Organization Admin for a key.',
  },
  https_required: { todo: 'Replace the key, and send requests to the `https:` address only.' },
  forbidden: {
    means:
      'The key is read-only, or its user lacks the permission that the message names. The server changed nothing.',
    todo: 'Use a key with full access, or of a user with the permission. The message names a grant that gives it.',
  },
  not_found: {
    todo: 'Check the path and the id. List the records to find valid ids: the record may be deleted.',
  },
  method_not_allowed: {
    means: 'The path exists and has no operation with this method.',
    todo: 'Use a method of the `Allow` header.',
  },
  request_timeout: { todo: 'Send the request again, with a smaller body or over a faster connection.' },
  conflict: {
    means: 'The state of a record, a unique value, or a running request does not allow the change.',
    todo: 'Read the message and the record, then change the request. If the response has `Retry-After`, wait for its seconds and send the same request.',
  },
  precondition_failed: { todo: 'Read the record again. Send the change with its new `ETag` in `If-Match`.' },
  payload_too_large: { todo: 'Send a smaller body, for example several requests with fewer items.' },
  uri_too_long: { todo: 'Send fewer or shorter query parameters.' },
  unsupported_media_type: {
    todo: 'Send a `Content-Type` that the operation lists, in UTF-8, and files of the listed types.',
  },
  expectation_failed: { todo: 'Remove the `Expect` header.' },
  idempotency_mismatch: {
    todo: 'Use a new `Idempotency-Key` for a new request. Repeat a request without changes.',
  },
  rate_limited: {
    todo: 'Wait for the seconds of `Retry-After`. Watch `RateLimit` to send fewer requests in time.',
  },
  headers_too_large: { todo: 'Send fewer or shorter header fields.' },
  internal_error: {
    todo: 'Report the `X-Request-Id` to the operator. Send a POST again with the same `Idempotency-Key` only.',
  },
  not_implemented: {
    todo: 'Develop against the sandbox. `X-Availability` says when the operation is available.',
  },
  unavailable: { todo: 'Wait for the seconds of `Retry-After`, then send the request again.' },
};
