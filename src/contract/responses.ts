// Responses of an operation. `default` describes the errors that every operation shares. Each of its examples has its
// status in `x-status`.
import type { Encodings } from './body-formats';

/** By scenario name. The parameters, body and response of one scenario share a name. */
export type Examples = Record<string, { summary?: string; value: unknown; 'x-status'?: number }>;

export interface MediaType {
  schema?: Record<string, unknown>;
  examples?: Examples;
  /** In place of `examples`. The contract names its examples. */
  example?: unknown;
  /** Forms only. */
  encoding?: Encodings;
}

export interface Response {
  description: string;
  headers?: Record<string, { schema: Record<string, unknown> }>;
  content?: Record<string, MediaType>;
}

const JSON_TYPE = 'application/json';

/** Replaces `default` by one response for each status of its examples. Other documents keep their `default`. */
export function withDefaultErrors(responses: Record<string, Response>): Record<string, Response> {
  const { default: shared, ...own } = responses;
  const media = shared?.content?.[JSON_TYPE];
  const errors = Object.entries(media?.examples ?? {}).flatMap(([name, example]) => {
    const status = example['x-status'];
    if (status === undefined) return [];
    const content = { [JSON_TYPE]: { ...media, examples: { [name]: example } } };
    return [[status, { ...shared, content }] as [number, Response]];
  });
  return errors.length === 0 ? responses : { ...Object.fromEntries(errors), ...own };
}

/** Returns the key of a status in the responses of a document: the status, or `default`. */
export const responseKeyOf = (responses: object, status: number): string =>
  !Object.hasOwn(responses, status) && 'default' in responses ? 'default' : String(status);
