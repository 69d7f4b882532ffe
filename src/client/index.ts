// The typed client, published as compliance-inventory/client. It runs in browsers too.
export { createClient, unwrap } from './client.js';
export { confirmChange, paginate, upload } from './helpers.js';
export { AbortedError, ApiError, ConnectionError, DeadlineError } from './errors.js';
export type { CallError, ErrorCode } from './errors.js';
export type { CallOptions, ClientOptions, PauseEvent, RequestEvent, RetryEvent } from './request.js';
export type { Answered, Data, Failed, Init, Result } from './types.js';
export type { Client } from '../../generated/client.js';
export type * from '../../generated/types.js';
