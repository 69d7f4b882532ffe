// Ids and the order of creation: both always increase within a process, also when the clock does not.
import { randomBytes } from 'node:crypto';

const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz';
let last = 0;

/** Returns a number that always increases: 4,096 numbers a millisecond. */
export const nextSequence = (): number => (last = Math.max(Date.now() * 4096, last + 1));

export function newId(prefix: string, sequence = nextSequence()): string {
  const bytes = randomBytes(16);
  bytes.writeUInt16BE(sequence % 4096, 6); // ids of one millisecond are in order
  return typeIdOf(prefix, Math.floor(sequence / 4096), bytes);
}

/** Returns the TypeID of a time in milliseconds and of 16 bytes, of which the time replaces the first six. */
export function typeIdOf(prefix: string, milliseconds: number, random: Uint8Array): string {
  const bytes = Uint8Array.from(random);
  new DataView(bytes.buffer).setUint16(0, Math.floor(milliseconds / 2 ** 32));
  new DataView(bytes.buffer).setUint32(2, milliseconds % 2 ** 32);
  bytes[6] = (bytes[6]! & 0x0f) | 0x70; // version 7 (RFC 9562, 5.7)
  bytes[8] = (bytes[8]! & 0x3f) | 0x80; // variant
  return `${prefix}_${inBase32(bytes)}`;
}

/** Returns 16 bytes in Crockford's base 32, after two zero bits: 26 digits. */
function inBase32(bytes: Uint8Array): string {
  let [text, rest, bits] = ['', 0, 2];
  for (const byte of bytes) {
    rest = (rest << 8) | byte;
    for (bits += 8; bits >= 5; rest &= (1 << bits) - 1) text += DIGITS[rest >> (bits -= 5)]!;
  }
  return text;
}
