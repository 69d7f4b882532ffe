// Starts the operations listener in its thread, as `serve` does, with short time limits and failing metrics.
'use strict';
const { startListenerThread } = require('../../dist/src/server/monitoring/listener-thread.js');

const log = (level) => (fields, message) =>
  console.error(JSON.stringify({ level, ...fields, err: fields.err?.message, msg: message }));
const OK = { database: 'ok', migrations: 'ok', writes: 'ok', listening: 'ok', stopping: 'ok' };

void startListenerThread(
  {
    host: '127.0.0.1',
    port: 0,
    readiness: () => Promise.resolve({ ready: true, checks: OK }),
    metrics: () => Promise.reject(new Error('not today')),
    logger: { info: log('info'), error: log('error') },
  },
  { alive: 1200, ready: 900, metrics: 50 },
).then(({ url }) => {
  setInterval(() => {}, 60_000); // the thread alone does not keep the process alive
  console.log(url);
});
