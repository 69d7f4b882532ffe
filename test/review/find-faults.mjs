// Prints the faults of several documents as JSON, one list per file.
// A separate process is necessary because Redocly's library does not load under Jest.
import { createRequire } from 'node:module';

const { findFaults } = createRequire(import.meta.url)('../../dist/src/review/documents/soundness.js');

const found = [];
for (const file of process.argv.slice(2)) found.push(await findFaults(file, false));
console.log(JSON.stringify(found));
