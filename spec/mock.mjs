// Runs Prism's mock of the contract, and ends when npm does, which does not forward signals to it.
import { onFirstSignal } from '../dist/src/cli/support/signals.js';

onFirstSignal(() => process.exit());
process.argv.splice(2, 0, 'mock', 'generated/openapi.json');
await import('@stoplight/prism-cli/dist/index.js');
