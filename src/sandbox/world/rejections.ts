// The rejections of planned operations, with the sentences that they have in common.
import { ApiError, type ErrorCode } from '../../errors';

const about = (code: ErrorCode, field: string, message: string): ApiError =>
  new ApiError(code, `The request is invalid: ${field} ${message}.`, { details: [{ field, message }] });

export const invalid = (field: string, message: string) => about('validation_error', field, message);

export const invalidReference = (field: string, kind: string) =>
  about('invalid_reference', field, `names no ${kind} of your organization`);

export const conflict = (message: string) => new ApiError('conflict', message);

/** Returns `training module` for `TrainingModule`. */
export const wordsOf = (collection: string): string =>
  collection
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .replace(/[A-Z](?=[a-z])/g, (letter) => letter.toLowerCase());
