// Looks for faults in many documents in one process, as Redocly's library does not load under Jest: one list a file, as JSON.
import { createRequire } from 'node:module';

const { findFaults } = createRequire(import.meta.url)('../../dist/src/review/soundness.js');

const found = [];
for (const file of process.argv.slice(2)) found.push(await findFaults(file, false));
console.log(JSON.stringify(found));
