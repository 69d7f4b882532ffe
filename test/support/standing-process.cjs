// Loads the built program once and runs one command after another.
// A command ends when it keeps the process alive no longer, as it would in its own process.
'use strict';
const { run } = require('../../dist/src/cli/program.js');

process.on('message', ({ args, environment, folder }) => {
  process.chdir(folder);
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, environment);
  process.argv.splice(2, Infinity, ...args);
  process.exitCode = undefined;
  process.channel.unref();
  void run(args);
});

process.on('beforeExit', (status) => {
  process.channel.ref(); // keeps the process alive for the next command
  for (const stream of [process.stdout, process.stderr]) stream.write('\0'); // marks the end of the output
  process.send(status);
});

process.once('disconnect', () => process.exit());
