// Required before a program (`node -r`): at its end, writes the files of all modules that it has loaded into the file LOADED_FILES.
'use strict';
const { writeFileSync } = require('node:fs');

process.on('exit', () => writeFileSync(process.env.LOADED_FILES, Object.keys(require.cache).join('\n')));
