// What every key keeps to, whoever makes it. Pure.

export const MAX_DAYS = 365;
/** In milliseconds. */
export const LONGEST_LIFE = MAX_DAYS * 86_400_000;
export const MAX_CHARACTERS = 255;

export type LabelFault = 'empty' | 'too long' | 'not visible';

/** A label as it is stored, or what is wrong with it: tables show it, and a terminal must not act on it. */
export function readLabel(text: string): { label: string } | { fault: LabelFault } {
  const label = text.trim().normalize('NFC');
  if (label === '') return { fault: 'empty' };
  if ([...label].length > MAX_CHARACTERS) return { fault: 'too long' };
  if (/[\p{C}\p{Zl}\p{Zp}]/u.test(label)) return { fault: 'not visible' };
  return { label };
}
