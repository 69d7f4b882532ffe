// Rules for the access, label and lifetime of API keys. Pure.
import type { Principal } from '../../contract/handler';

export type KeyAccess = Principal['access'];

/** What a key can do, in words. */
export const ACCESS_SENTENCES: Record<KeyAccess, string> = {
  read_write: 'Reads facilities, control centers and systems; reads and changes assets.',
  read_only: 'Reads facilities, control centers, systems and assets.',
};

export const DEFAULT_DAYS = 90;
export const MAX_DAYS = 365;
/** Keys that expire within this time are due for a rotation. */
export const EXPIRING_DAYS = 14;
export const MAX_LIFETIME_MILLISECONDS = MAX_DAYS * 86_400_000;
export const MAX_LABEL_CHARACTERS = 255;

export type LabelFault = 'empty' | 'too long' | 'not visible';

/** Returns a label as it is stored, or its fault. Terminals must not interpret control characters in it. */
export function readLabel(text: string): { label: string } | { fault: LabelFault } {
  const label = text.trim().normalize('NFC');
  if (label === '') return { fault: 'empty' };
  if ([...label].length > MAX_LABEL_CHARACTERS) return { fault: 'too long' };
  if (/[\p{C}\p{Zl}\p{Zp}]/u.test(label)) return { fault: 'not visible' };
  return { label };
}
