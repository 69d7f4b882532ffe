// Open files of this process. Each connection is one, and so is each of the database, of the log and of a health check.
import { readFileSync } from 'node:fs';

/** Of all open files: what is left is for everything but connections, above all for the operations listener. */
export const CONNECTION_SHARES = { api: 0.6, settings: 0.2 };

/** Returns the limit of the system (`ulimit -n`), or Infinity where the system does not say. */
export function maxOpenFiles(): number {
  try {
    return Number(/^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1] ?? Infinity);
  } catch {
    return Infinity; // no Linux
  }
}
