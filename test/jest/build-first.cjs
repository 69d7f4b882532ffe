// Tests of commands run the built program: it is made as new as its sources first, however Jest is started.
const { execFileSync } = require('node:child_process');
const { join } = require('node:path');

module.exports = () =>
  void execFileSync(process.execPath, [join(__dirname, '../../src/build/build.mjs'), '--if-changed'], {
    stdio: 'inherit',
  });
