// The checks of a run in the order of its report, each with the promise that it tests and advice for a finding.
export const CHECKS = {
  authentication: [
    'every operation returns 401 without a valid key',
    'Check the key before anything else, and return 401 for every invalid one.',
  ],
  examples: [
    'every example of the contract gets its response',
    'Correct the handler, or the example in spec/.',
  ],
  errors: [
    'invalid requests get the documented error',
    'Return the documented status and code before the handler runs, and name each wrong field in `details`.',
  ],
  guarantees: [
    'conditional requests and retries follow the contract',
    'Implement ETag, If-Match and Idempotency-Key as the contract describes them.',
  ],
  lists: [
    'lists have every record once, in order and up to date',
    'Compare the query of the list with that of the single record, and check the cache of the list.',
  ],
  changes: [
    'records and lists show each creation, change and deletion',
    'Return what the database has after the write, and discard cached lists with each write.',
  ],
  planned: [
    'planned operations return 501, or a success in a sandbox',
    'Return 501 until the operation is available. In a sandbox, correct the example.',
  ],
  lifecycles: [
    'a sandbox keeps the records of planned operations',
    'Correct the behavior of the operation in the sandbox, or the example in spec/.',
  ],
  transitions: [
    'a sandbox follows the state machines of planned operations',
    'Correct the behavior of the operation in the sandbox, or x-transitions in spec/.',
  ],
  permissions: [
    'a sandbox returns 403 exactly to users without the permission',
    'Check the permission of the operation, as x-permission names it, against the role of the user.',
  ],
  prefer: [
    'Prefer returns each declared status in a sandbox',
    'Correct the response in spec/, or the sandbox.',
  ],
  generated: [
    'generated valid requests are accepted, invalid ones rejected',
    'Validate the request against its schema. Never return a 5xx.',
  ],
  statuses: [
    'every status is declared',
    'Declare the status in spec/ and generate, or return a declared one.',
  ],
  schemas: ['every body matches its schema', 'Correct the body, or the schema in spec/.'],
  headers: [
    'every declared header is present and matches its schema',
    'Set the header on every response that declares it.',
  ],
  caching: [
    'every response tells caches to revalidate it',
    'Send Cache-Control: private, no-cache and Vary: Accept-Encoding, X-API-Key with every success, and no-store with every error.',
  ],
  responses: [
    'every request gets a response, and none an internal error',
    'Look in the server log: the server closed the connection or exceeded the timeout.',
  ],
  times: [
    'no response takes longer than --max-response-time',
    'Look for slow statements in the server log, or allow more time.',
  ],
  cleanup: ['the run deletes its assets', 'Delete the assets whose names begin with the given text.'],
} as const satisfies Record<string, readonly [promise: string, advice: string]>;

export type Check = keyof typeof CHECKS;
