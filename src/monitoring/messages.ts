// What the server's own thread and that of the operations listener say to each other.
import type { Readiness } from './readiness';

/** In milliseconds: for how long what was last heard of the server counts as its life and as its readiness, and how long its metrics may take. */
export interface Limits {
  alive: number;
  ready: number;
  metrics: number;
}

/** What the thread is given. */
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

/** `listening` is the first. */
export type FromThread =
  | { type: 'listening'; url: string }
  | { type: 'tell metrics' }
  | { type: 'log'; level: 'info' | 'error'; fields: object; message: string };
