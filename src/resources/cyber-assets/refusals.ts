// What speaks against a change of a cyber asset.
import { ApiError } from '../../errors';

export const nameTaken = (name: string) =>
  new ApiError('conflict', `The name ${name} is already taken in your organization.`);

export function systemUnknown(): ApiError {
  const message = 'names no cyber system of your organization';
  return new ApiError('invalid_reference', `cyber_system_id ${message}.`, {
    details: [{ field: 'cyber_system_id', message }],
  });
}
