// Limits connections by the open files of this process: each connection is one.
import { readFileSync } from 'node:fs';

/**
 * Share of all open files for each listener's connections. The rest is for the database and health checks.
 */
export const CONNECTION_SHARES = { api: 0.6, settings: 0.2 };

/** Returns the limit of the system (`ulimit -n`), or Infinity when the system does not report it. */
export function maxOpenFiles(): number {
  try {
    return Number(/^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1] ?? Infinity);
  } catch {
    return Infinity; // not Linux
  }
}
