// Limits connections by the open files of this process: each connection is one.
import { readFileSync } from 'node:fs';

/** The part of all open files that connections of a listener may take. The rest is for the database and health checks. */
export const CONNECTION_SHARES = { api: 0.6, settings: 0.2 };

/** Returns the limit of the system (`ulimit -n`), or Infinity where the system does not say. */
export function maxOpenFiles(): number {
  try {
    return Number(/^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1] ?? Infinity);
  } catch {
    return Infinity; // no Linux
  }
}
