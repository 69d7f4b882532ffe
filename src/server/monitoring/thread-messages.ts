// Messages between the server's thread and the thread of the operations listener.
import type { Readiness } from './readiness';

/** Time limits in milliseconds: `alive` and `ready` since the last heartbeat, `metrics` for a response. */
export interface Limits {
  alive: number;
  ready: number;
  metrics: number;
}

/** Start data of the thread. */
export interface Task {
  host: string;
  port: number;
  readiness: Readiness;
  limits: Limits;
}

export type ToThread =
  | { type: 'readiness'; readiness: Readiness }
  | { type: 'metrics'; text: string }
  | { type: 'no metrics'; error: Error };

/** The first message is `listening`. */
export type FromThread =
  | { type: 'listening'; url: string }
  | { type: 'get metrics' }
  | { type: 'log'; level: 'info' | 'error'; fields: object; message: string };
