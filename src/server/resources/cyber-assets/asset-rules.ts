// Rules of cyber assets that the contract's schemas cannot state. Pure.
import { timeOf } from '../../../base/day';
import { conflict, invalidReference } from '../../../base/errors';
import { type Schema, contractDocument } from '../../../contract/document';
import { idFault } from '../../../contract/validation/text-messages';

/**
 * Returns a name as it is compared within an organization: decomposed, case-folded and composed (Unicode,
 * D145), the same in every locale. Folding up and down makes ß, ẞ and SS equal, and the two small sigmas. As
 * in Unicode's own folding, dotless ı does not become i.
 */
export const nameKey = (name: string): string =>
  name
    .normalize('NFD')
    .split('ı')
    .map((part) => part.toLowerCase().toUpperCase().toLowerCase())
    .join('ı')
    .normalize('NFC');

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
