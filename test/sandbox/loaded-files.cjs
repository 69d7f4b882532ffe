// Preloaded with `node -r`. At exit, writes the paths of all loaded modules into the file LOADED_FILES.
'use strict';
const { writeFileSync } = require('node:fs');

process.on('exit', () => writeFileSync(process.env.LOADED_FILES, Object.keys(require.cache).join('\n')));
