// The typed client, published as compliance-inventory/client. It runs in browsers too.
export { createClient, unwrap } from './client.js';
export { AbortedError, ApiError, ConnectionError, DeadlineError } from './errors.js';
export type { CallError, ErrorCode, ErrorDetail } from './errors.js';
export type { CallOptions, ClientOptions, PauseEvent, RequestEvent, RetryEvent } from './options.js';
export type { Answered, Client, Failed, Result } from './types.js';
export type { components, paths } from '../../generated/types.js';
