// Preloaded into a server (`node --require`). SIGUSR2 blocks the main thread until the test writes to the
// named pipe HELD_BY. SIGWINCH terminates the worker thread that the server has started.
'use strict';
const { readFileSync, writeSync } = require('node:fs');
const { isMainThread } = require('node:worker_threads');

if (isMainThread) {
  process.on('SIGUSR2', () => {
    writeSync(2, '{"msg":"held"}\n');
    readFileSync(process.env.HELD_BY);
  });
  process.on('worker', (thread) => process.once('SIGWINCH', () => thread.terminate()));
}
