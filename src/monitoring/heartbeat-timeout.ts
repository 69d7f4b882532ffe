// Those that answer requests give a sign of life in this rhythm; how long they may be silent before health says so, in milliseconds.

export const HEARTBEAT_INTERVAL = 500;

export const HEARTBEAT_TIMEOUT = {
  /** Then they are not ready. */
  ready: 2000,
  /** Then they hang. */
  alive: 5000,
};
