// The bodies that the control interface accepts.
import { promisify } from 'node:util';
import express, { type RequestHandler } from 'express';
import { sendContinue } from '../../server/api/body';
import { compileValidator } from '../../contract/schemas';
import { validationError } from '../../contract/validation/validation-error';
import { ApiError, ERRORS } from '../../base/errors';
import { SNAPSHOT_SCHEMA } from './check-snapshot';
import { type GivenRule, PROXY_STATUSES } from './faults';
import type { NewWorldKey } from './world-keys';
import type { NewWorld } from './worlds';

/** A snapshot of 10,000 assets has 9 MB. */
const MAX_BYTES = 64 * 1024 * 1024;
const parse = promisify(express.json({ limit: MAX_BYTES, strict: false }));

/** Reads the body. @throws ApiError `unsupported_media_type`, `payload_too_large`, `invalid_json`. */
export const readJson: RequestHandler = async (request, response, next) => {
  const hasBody =
    Number(request.headers['content-length'] ?? 0) > 0 || 'transfer-encoding' in request.headers;
  if (hasBody && !request.is('application/json'))
    throw new ApiError('unsupported_media_type', 'Send the body as application/json.');
  await response.locals.admission.receive(undefined, async () => {
    sendContinue(request, response);
    await parse(request, response).catch((error: { type?: string }) => {
      throw error.type === 'entity.too.large'
        ? new ApiError('payload_too_large', `The request body is larger than ${MAX_BYTES} bytes.`)
        : new ApiError('invalid_json', 'The request body is not valid JSON.', { cause: error });
    });
  });
  next();
};

const time = { type: 'string', format: 'date-time', maxLength: 40 };
const object = (properties: object, more: object = {}) => ({
  type: 'object',
  additionalProperties: false,
  properties,
  ...more,
});
const SCHEMAS = {
  world: object({
    from: { ...SNAPSHOT_SCHEMA, type: ['string', 'object'] },
    now: time,
    records: {
      type: 'object',
      description: 'The records of each kind.',
      additionalProperties: {
        type: 'array',
        items: { type: 'object', required: ['id'], properties: { id: { type: ['string', 'integer'] } } },
      },
    },
    label: { type: 'string', minLength: 1, maxLength: 100, format: 'single-line-text' },
  }),
  clock: object(
    { now: time, advance: { type: 'string', maxLength: 60 } },
    { minProperties: 1, maxProperties: 1 },
  ),
  key: object(
    {
      userId: { type: 'string', minLength: 1, maxLength: 68 },
      access: { enum: ['full', 'read_only'] },
      expiresIn: { type: 'string', maxLength: 60 },
    },
    { required: ['userId'] },
  ),
  faults: {
    type: 'array',
    maxItems: 100,
    items: object(
      {
        method: { enum: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] },
        path: { type: 'string', pattern: '^/', 'x-form': 'a path that begins with /', maxLength: 500 },
        count: { type: 'integer', minimum: 1, maximum: 1_000_000 },
        status: { enum: [...new Set([...Object.values(ERRORS), ...PROXY_STATUSES])].sort() },
        delay: { type: 'integer', minimum: 0, maximum: 60_000, description: 'Milliseconds.' },
        retryAfter: { type: 'integer', minimum: 0, maximum: 86_400, description: 'Seconds.' },
        drop: { enum: ['before', 'after', true], description: 'true means before.' },
        body: { enum: ['html', 'cut', 'slow'] },
      },
      {
        required: ['method', 'path', 'count'],
        dependentRequired: { retryAfter: ['status'] },
        allOf: ['status', 'body'].map((name) => ({ not: { required: ['drop', name] } })),
      },
    ),
  },
};

interface Bodies {
  world: NewWorld;
  clock: { now?: string; advance?: string };
  key: NewWorldKey;
  faults: GivenRule[];
}

/** Returns a body when it is valid. @throws ApiError `validation_error`. */
export function validBody<Name extends keyof Bodies>(name: Name, body: unknown): Bodies[Name] {
  const value = body ?? {};
  const validate = compileValidator({ type: 'object', properties: { body: SCHEMAS[name] } });
  if (!validate({ body: value })) throw validationError(validate.errors!);
  return value as Bodies[Name];
}
