// Rules of cyber assets that the contract's schemas cannot state. Pure.

/**
 * A name as it is compared within an organization: decomposed, case-folded and composed (Unicode, D145), the same in every locale.
 * Folding there and back makes ß, ẞ and SS, and the two small sigmas, the same. Dotless ı is kept from becoming i, as in Unicode's own folding.
 */
export const nameKey = (name: string): string =>
  name
    .normalize('NFD')
    .split('ı')
    .map((part) => part.toLowerCase().toUpperCase().toLowerCase())
    .join('ı')
    .normalize('NFC');

/** The time of a change: later than the change before it, also within one millisecond. */
export function nextUpdatedAt(previous: string, now: Date): string {
  return new Date(Math.max(now.getTime(), Date.parse(previous) + 1)).toISOString();
}
