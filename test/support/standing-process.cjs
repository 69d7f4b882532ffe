// Runs one command after another with the built program, which it has loaded once. A command ends here when it would end a process of its own: when nothing that it has open keeps the process alive.
'use strict';
const { run } = require('../../dist/src/cli/program.js');

process.on('message', ({ args, environment }) => {
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, environment);
  process.argv.splice(2, Infinity, ...args);
  process.exitCode = undefined;
  process.channel.unref();
  void run(args);
});

process.on('beforeExit', (status) => {
  process.channel.ref(); // and so it waits for the next command
  for (const stream of [process.stdout, process.stderr]) stream.write('\0'); // nothing of this command follows
  process.send(status);
});

process.once('disconnect', () => process.exit());
