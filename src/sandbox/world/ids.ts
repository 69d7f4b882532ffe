// Ids and the order of creation: both always increase within a process, also when the clock does not.
import { randomBytes } from 'node:crypto';
import { typeIdOf } from '../demo-data/demo-id';

let last = 0;

/** Returns a number that always increases: 4,096 numbers a millisecond. */
// eslint-disable-next-line no-restricted-syntax -- ids stay in order when the clock of a world stands still
export const nextSequence = (): number => (last = Math.max(Date.now() * 4096, last + 1));

export function newId(prefix: string, sequence = nextSequence()): string {
  const bytes = randomBytes(16);
  bytes.writeUInt16BE(sequence % 4096, 6); // ids of one millisecond are in order
  return typeIdOf(prefix, Math.floor(sequence / 4096), bytes);
}
