// Rules of cyber assets that the contract's schemas cannot state. Pure.
import { timeOf } from '../../base/day';
import { conflict, invalidReference } from '../../base/errors';
import { type Schema, contractDocument } from '../../contract/document';
import { idFault } from '../../contract/validation/text-messages';

/** Returns the time of a change: always later than the change before it. */
export function nextUpdatedAt(previous: string, now: Date): string {
  return new Date(Math.max(now.getTime(), timeOf(previous)!.getTime() + 1)).toISOString();
}

export const nameTaken = (name: string) =>
  conflict(`The name ${name} is already taken in your organization.`);

export const systemUnknown = (id: string) =>
  invalidReference(
    'cyber_system_id',
    'cyber system',
    idFault(contractDocument.components['schemas']!['CyberSystemId'] as Schema, id),
  );
