// Preloaded with `node -r`. For each message of the parent process, responds with the files of dist/ whose
// functions were called since the previous message, and with no files for the first one: to count from the start
// would make the start slow. Loading a file does not count.
'use strict';
const { Session } = require('node:inspector');
const { join } = require('node:path');
const { pathToFileURL } = require('node:url');

const DIST = pathToFileURL(join(__dirname, '../../dist/')).href;
const session = new Session();
session.connect();

/** The function that begins at offset 0 is the module itself. */
const isExecuted = ({ functions }) =>
  functions.some(({ ranges: [{ startOffset, count }] }) => startOffset > 0 && count > 0);

process.once('message', () => {
  session.post('Profiler.enable');
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  process.send([]);
  process.on('message', () =>
    session.post('Profiler.takePreciseCoverage', (_error, { result }) =>
      process.send(
        result
          .filter(({ url }) => url.startsWith(DIST))
          .filter(isExecuted)
          .map(({ url }) => url.slice(DIST.length)),
      ),
    ),
  );
});
